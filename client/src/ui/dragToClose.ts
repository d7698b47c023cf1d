/** From this distance or speed on a drag closes. */
const far = { pixels: 96, pixelsPerMillisecond: 0.6 }

/**
 * Lets a finger drag a sheet down by its handle; let go far enough down or fast enough, it asks to be closed, as the close button does. What scrolls inside
 * stays untouched. Returns what ends it.
 */
export function dragToClose(sheet: HTMLElement, handle: HTMLElement, onClose: () => void): () => void {
  let from: { y: number; at: number } | null = null
  const rest = (): void => {
    from = null
    sheet.style.removeProperty('translate')
    sheet.style.removeProperty('transition')
  }
  const begin = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    handle.setPointerCapture(event.pointerId)
    from = { y: event.clientY, at: event.timeStamp }
    sheet.style.transition = 'none'
  }
  const move = (event: PointerEvent): void => {
    if (from !== null) sheet.style.translate = `0 ${Math.max(0, event.clientY - from.y)}px`
  }
  const end = (event: PointerEvent): void => {
    if (from === null) return
    const way = event.clientY - from.y
    const quick = way / Math.max(1, event.timeStamp - from.at)
    rest()
    if (way > far.pixels || (way > far.pixels / 4 && quick > far.pixelsPerMillisecond)) onClose()
  }
  handle.addEventListener('pointerdown', begin)
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', end)
  handle.addEventListener('pointercancel', rest)
  return () => {
    rest()
    handle.removeEventListener('pointerdown', begin)
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', end)
    handle.removeEventListener('pointercancel', rest)
  }
}
