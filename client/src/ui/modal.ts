import { useEffect, useLayoutEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react'
import { firstSheet } from './firstSheet.ts'
import { openDialogs, updateDialogs } from './openDialogs.ts'

export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void
}

/** Opens a dialog and focuses what is marked `data-first`, else the dialog. If it replaces the first paint's sheet (src/first), it opens without an animation. */
function showDialog(dialog: HTMLDialogElement): void {
  const replaced = firstSheet()
  dialog.toggleAttribute('data-at-once', replaced !== null)
  // showModal focuses the first field, which would show an error as soon as the focus moves on, unless another element asks for the focus.
  const marked = dialog.querySelector<HTMLElement>('[data-first]')
  const asks = marked ?? dialog.firstElementChild
  asks?.setAttribute('autofocus', '')
  if (marked === null) asks?.setAttribute('tabindex', '-1')
  dialog.showModal()
  if (marked === null) {
    asks?.removeAttribute('tabindex')
    dialog.focus()
  }
  if (replaced === null) return
  replaced.remove()
  requestAnimationFrame(() => requestAnimationFrame(() => dialog.removeAttribute('data-at-once')))
}

/** Ignores the second press of a double press, wherever it falls: the first one may have changed what is below. */
export function ignoreSecondPress(): void {
  document.addEventListener('click', ignoreDouble, { capture: true, once: true })
}

function ignoreDouble(event: Event): void {
  if ((event as UIEvent).detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Opens and closes a native modal dialog with `open`. The browser traps the focus and restores it on close; Esc and a press outside call `onClose`.
 * The focus goes to the element marked `data-first`, else to the dialog itself, so that its name is read first.
 */
export function useModal(open: boolean, onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)
  const onCloseRef = useRef(onClose)
  // Set before the dialog opens: a press right after must not call an outdated callback.
  useLayoutEffect(() => {
    onCloseRef.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) {
      const scrollbar = window.innerWidth - document.documentElement.clientWidth
      if (scrollbar > 0) document.documentElement.style.setProperty('--scrollbar', `${scrollbar}px`)
      showDialog(dialog)
      openDialogs.add(dialog)
    } else if (!open && dialog.open) {
      dialog.close()
      ignoreSecondPress()
    }
  }, [open])
  // After the paint: a store that changes before it would have React run every other effect of what is opened before it, too.
  useEffect(updateDialogs, [open])
  // A dialog that is unmounted while open would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      if (dialog?.open === true) dialog.close()
      updateDialogs()
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onCloseRef.current()
    },
    // The browser may close a dialog by itself (a second Esc): the owner is notified.
    onClose: (event) => {
      if (event.target === event.currentTarget && open && !event.currentTarget.open) onCloseRef.current()
    },
    onMouseDown: (event) => {
      if (event.target !== event.currentTarget) return
      const box = event.currentTarget.getBoundingClientRect()
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
      if (!inside) onCloseRef.current()
    },
  }
}
