import { createStore } from '../createStore.ts'

/*
 * What the shop tells in passing and what it asks in between (docs/specification.md section 8): toasts for 3 s, the added notice for 4 s, and alert dialogs
 * titled Success or Error with an Ok button. Texts come in ready, translated by who tells.
 */

/** A button in a toast; pressing it closes the toast. */
export interface NoticeAction {
  label: string
  act: () => void
  /** The action that most people want. */
  primary?: boolean
}

/** A toast on the screen. */
export interface Toast {
  id: number
  kind: 'info' | 'success' | 'error'
  title?: string
  text: string
  actions: NoticeAction[]
  /** Milliseconds on the screen; the clock stands still under pointer and focus. */
  duration: number
}

/** A dialog that waits for an answer. */
export interface Question {
  id: number
  kind: 'alert' | 'confirm'
  title: string
  text: string
  /** The button that agrees; Ok in an alert. */
  agree: string
  /** The button that declines; absent in an alert. */
  decline?: string
  /** Agreeing destroys something. */
  danger: boolean
  answer: (agreed: boolean) => void
}

/** Milliseconds a toast stays (docs/specification.md section 9). */
export const toastTime = 3000
/** Milliseconds the notice after adding stays (docs/specification.md section 9). */
export const addedTime = 4000

interface Board {
  toasts: Toast[]
  questions: Question[]
}
const board = createStore<Board>({ toasts: [], questions: [] })
let nextId = 1

/** Shows a toast, the only one: the newest counts, and none covers another. Answers its id. */
export function showToast(toast: {
  kind?: Toast['kind']
  title?: string
  text: string
  actions?: NoticeAction[]
  duration?: number
}): number {
  const id = nextId++
  const made: Toast = { kind: 'info', actions: [], duration: toastTime, ...toast, id }
  board.set({ ...board.get(), toasts: [made] })
  return id
}

/** Takes a toast away. */
export function closeToast(id: number): void {
  board.set({ ...board.get(), toasts: board.get().toasts.filter((toast) => toast.id !== id) })
}

function ask(question: Omit<Question, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++
    const answer = (agreed: boolean): void => {
      board.set({ ...board.get(), questions: board.get().questions.filter((one) => one.id !== id) })
      resolve(agreed)
    }
    board.set({ ...board.get(), questions: [...board.get().questions, { ...question, id, answer }] })
  })
}

/** An alert dialog with one button (docs/specification.md section 8); resolves when it is closed. `title` is t('Success') or t('Error'), `agree` is t('Ok'). */
export async function showAlert(alert: { title: string; text: string; agree: string }): Promise<void> {
  await ask({ ...alert, kind: 'alert', danger: false })
}

/** Asks before something that can't be taken back; resolves true when the customer agrees. */
export function askToConfirm(question: {
  title: string
  text: string
  agree: string
  decline: string
  danger?: boolean
}): Promise<boolean> {
  return ask({ kind: 'confirm', danger: false, ...question })
}

/** What is on the screen now, for the view of the notices. */
export const useNotices = board.use
