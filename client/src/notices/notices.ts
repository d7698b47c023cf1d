import { MOST } from '../domain/cartLine.ts'
import { translate as t } from '../i18n/language.ts'
import { createStore, useStore } from '../createStore.ts'
import type { Toast, ToastAction } from '../ui/Toasts.tsx'

/*
 * Toasts and dialogs (docs/specification.md section 8): toasts for 3 s, the notice after adding to the cart for 4 s, and alert dialogs titled Success
 * or Error with an Ok button. The texts are translated by the caller.
 */

/** An open question; without `decline` an alert. */
export interface Question {
  id: number
  title: string
  text: string
  /** The label of the confirming button; Ok in an alert. */
  agree: string
  /** The label of the cancelling button; absent in an alert. */
  decline?: string
  danger?: boolean
  answer: (agreed: boolean) => void
}

/** Milliseconds a toast stays (docs/specification.md section 9). */
const toastTime = 3000
/** Milliseconds the notice after adding stays (docs/specification.md section 9). */
const addedTime = 4000

interface Notices {
  toasts: Toast[]
  questions: Question[]
}
/** The open toasts and dialogs. */
export const notices = createStore<Notices>({ toasts: [], questions: [] })
let nextId = 1

/** Shows a toast, which replaces the previous one. Returns its id. */
export function showToast(toast: { text: string } & Partial<Omit<Toast, 'id'>>): number {
  const id = nextId++
  const made: Toast = { kind: 'info', actions: [], slim: false, duration: toast.slim ? addedTime : toastTime, ...toast, id }
  notices.set({ ...notices.get(), toasts: [made] })
  return id
}

/** The notice after adding to the cart; it says if `tooMany` pieces did not fit. */
export function showAdded(tooMany: number, added: { title?: string; text: string; actions: ToastAction[] }): void {
  if (tooMany === 0) showToast({ ...added, kind: 'success', slim: true })
  else showToast({ ...added, slim: true, text: t('At most {{most}} of one menu can be ordered at once.', { most: MOST }) })
}

/** Closes the notice after adding: in the cart and in the checkout it would offer what is there. */
export function closeAdded(): void {
  notices.set({ ...notices.get(), toasts: notices.get().toasts.filter(({ slim }) => !slim) })
}

export function closeToast(id: number): void {
  notices.set({ ...notices.get(), toasts: notices.get().toasts.filter((toast) => toast.id !== id) })
}

function ask(question: Omit<Question, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++
    const answer = (agreed: boolean): void => {
      notices.set({ ...notices.get(), questions: notices.get().questions.filter((one) => one.id !== id) })
      resolve(agreed)
    }
    notices.set({ ...notices.get(), questions: [...notices.get().questions, { ...question, id, answer }] })
  })
}

/** An alert dialog with Ok (docs/specification.md section 8); resolves when it is closed. `title` is t('Success') or t('Error'). */
export async function showAlert(title: string, words: string): Promise<void> {
  await ask({ title, text: words, agree: t('Ok') })
}

/** Asks for confirmation of something that can't be undone; resolves to true if the customer confirms. */
export const askToConfirm = (question: Omit<Question, 'id' | 'answer'> & { decline: string }): Promise<boolean> => ask(question)

/** The open toasts and dialogs, in a component. */
export const useNotices = () => useStore(notices)

/** Says that a larger number than the limit can't be entered as a quantity. */
export function tooMany(count: number): void {
  showToast({ kind: 'info', text: t('At most {{count}} can be entered here.', { count }) })
}
