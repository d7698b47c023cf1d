import { paths } from './paths.ts'

let typedAt: string | null = null

/** Notes where something is typed into a form. Answers how to stop. */
export function watchTyping(): () => void {
  const note = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('form') !== null) typedAt = window.location.pathname
  }
  document.addEventListener('input', note)
  return () => document.removeEventListener('input', note)
}

/** Something is typed or open here that would be lost if the page were made anew. */
export function isBusy(): boolean {
  const { pathname } = window.location
  return typedAt === pathname || pathname === paths.checkout || document.querySelector('dialog[open]') !== null
}
