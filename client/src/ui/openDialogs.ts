import { createStore } from '../createStore.ts'

/** The open dialogs, in the order in which they were opened. */
export const openDialogs = new Set<HTMLDialogElement>()

/** The open dialog above all others; null if there is none. Everything outside of it is inert. */
export const topDialog = createStore<HTMLDialogElement | null>(null)

/** Updates what depends on the open dialogs: `topDialog`, and that the page does not scroll (base.css). */
export function updateDialogs(): void {
  for (const dialog of openDialogs) if (!dialog.open || !dialog.isConnected) openDialogs.delete(dialog)
  topDialog.set([...openDialogs].at(-1) ?? null)
  document.documentElement.toggleAttribute('data-modal', openDialogs.size > 0)
}
