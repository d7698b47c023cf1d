import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { topDialog } from './openDialogs.ts'
import { useStore } from '../createStore.ts'

/** Where a dialog shows the messages of the page: above its footer. */
export function InDialogSlot() {
  return <div data-in-dialog style={{ display: 'contents' }} />
}

/** The slot of the open dialog above all others; null if no dialog is open. */
export function useInDialogSlot(): Element | null {
  const dialog = useStore(topDialog)
  // A dialog may contain another one with a slot of its own.
  return [...(dialog?.querySelectorAll('[data-in-dialog]') ?? [])].find((slot) => slot.closest('dialog') === dialog) ?? null
}

/** Renders its content in the open dialog, since everything outside of a modal dialog is inert: it can't be pressed, and it is not read. */
export function InDialog({ children }: { children: ReactNode }) {
  const slot = useInDialogSlot()
  return slot !== null && createPortal(children, slot)
}
