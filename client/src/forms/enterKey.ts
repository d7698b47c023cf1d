import type { KeyboardEvent } from 'react'

/**
 * Enter in a text field of a form that only its button sends: what the key is named (`enterkeyhint`) it does. "next" moves on to the next text field,
 * anything else closes the on-screen keyboard.
 */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return
  event.preventDefault()
  const hint = field.getAttribute('enterkeyhint')
  if (hint === null) return
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input[enterkeyhint], textarea')]
  const next = hint === 'next' ? fields[fields.indexOf(field) + 1] : undefined
  if (next === undefined) field.blur()
  else next.focus()
}
