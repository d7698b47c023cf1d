/** The distance or speed from which a drag closes the sheet. */
const threshold = { pixels: 96, pixelsPerMillisecond: 0.6 }

/**
 * Lets a touch drag a sheet down by its handle; calls `onClose` if it is released far enough or fast enough. Scrolling inside the sheet is not
 * affected. Returns the function that removes the listeners.
 */
export function dragToClose(sheet: HTMLElement, handle: HTMLElement, onClose: () => void): () => void {
  let from: { y: number; at: number } | null = null
  const reset = (): void => {
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
    const distance = event.clientY - from.y
    const speed = distance / Math.max(1, event.timeStamp - from.at)
    reset()
    if (distance > threshold.pixels || (distance > threshold.pixels / 4 && speed > threshold.pixelsPerMillisecond)) onClose()
  }
  handle.addEventListener('pointerdown', begin)
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', end)
  handle.addEventListener('pointercancel', reset)
  return () => {
    reset()
    handle.removeEventListener('pointerdown', begin)
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', end)
    handle.removeEventListener('pointercancel', reset)
  }
}
