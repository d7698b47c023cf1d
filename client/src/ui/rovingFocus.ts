import type { KeyboardEvent } from 'react'

/** Roving tabindex: arrow keys, Home and End move between the buttons and links of a group, in reading direction. */
export function moveRovingFocus(event: KeyboardEvent<HTMLElement>): void {
  const group = event.currentTarget
  const stops = [...group.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const forward = getComputedStyle(group).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
  const to =
    event.key === forward || event.key === 'ArrowDown'
      ? at + 1
      : event.key === backward || event.key === 'ArrowUp'
        ? at - 1
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? stops.length - 1
            : null
  if (to === null) return
  event.preventDefault()
  const next = stops[(to + stops.length) % stops.length]
  for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1
  next?.focus()
}
