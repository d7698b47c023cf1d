import { useLayoutEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react'
import { firstSheet } from './firstSheet.ts'

/** What a `<dialog>` carries to be a modal of the component library. */
export interface ModalWiring {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void
}

/** Opens a dialog. The first paint of a dish's address (src/first) goes, and what comes for it does not move. */
function takePlace(dialog: HTMLDialogElement): void {
  const first = firstSheet()
  dialog.toggleAttribute('data-at-once', first !== null)
  // The browser would give the focus to the first field, which then is left at once and complains.
  const parts = [...dialog.children].filter((part) => part instanceof HTMLElement)
  for (const part of parts) part.inert = true
  dialog.showModal()
  for (const part of parts) part.inert = false
  if (first === null) return
  first.remove()
  requestAnimationFrame(() => requestAnimationFrame(() => dialog.removeAttribute('data-at-once')))
}

/** The page under a modal dialog does not scroll (base.css). */
function keepStill(): void {
  document.documentElement.toggleAttribute('data-modal', document.querySelector('dialog:modal') !== null)
}

/**
 * Opens and closes a native modal dialog with `open`. The browser traps the focus and gives it back on close; Esc and a press outside ask
 * `onClose`, the owner decides. The focus goes to the element marked `data-first`, else to the dialog itself, so that its name is read first.
 */
export function useModal(open: boolean, onClose: () => void): ModalWiring {
  const ref = useRef<HTMLDialogElement>(null)
  const asked = useRef(onClose)
  // Before the dialog opens: a press that comes at once must not reach the owner as he was.
  useLayoutEffect(() => {
    asked.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) {
      const scrollbar = window.innerWidth - document.documentElement.clientWidth
      if (scrollbar > 0) document.documentElement.style.setProperty('--scrollbar', `${scrollbar}px`)
      takePlace(dialog)
      keepStill()
      const first = dialog.querySelector<HTMLElement>('[data-first]')
      ;(first ?? dialog).focus()
    } else if (!open && dialog.open) {
      dialog.close()
      keepStill()
    }
  }, [open])
  // A dialog that leaves the page while open would take the focus with it.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      if (dialog?.open === true) dialog.close()
      keepStill()
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      asked.current()
    },
    // The browser may close a dialog by itself (a second Esc): the owner has to hear of it.
    onClose: (event) => {
      keepStill()
      if (event.target === event.currentTarget && open && !event.currentTarget.open) asked.current()
    },
    onMouseDown: (event) => {
      if (event.target !== event.currentTarget) return
      const box = event.currentTarget.getBoundingClientRect()
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
      if (!inside) asked.current()
    },
  }
}
