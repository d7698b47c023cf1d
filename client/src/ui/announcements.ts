import { topDialog } from './openDialogs.ts'
import hidden from './VisuallyHidden.module.css'

/*
 * The live regions, and the only ones: screen readers read what is added to a region, and many do not read a region that is inserted with its text.
 * While a modal dialog is open everything outside of it is inert, so each dialog gets a region of its own.
 */

/** Milliseconds that a region exists before its first text. */
const delay = 100
/** Milliseconds after which a text that was read is removed, so that nobody finds it between other content. */
const readTime = 5000

let pending: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

// A dialog has its region from when it opens.
topDialog.subscribe(prepare)

/** Announces messages to screen readers, one after the other. Equal messages at the same moment are announced once. */
export function announce(...messages: string[]): void {
  pending = [...new Set([...pending, ...messages])]
  // After the other effects of the same render, whose messages may come first.
  if (pending.length > 0) timer ??= setTimeout(addToRegion)
}

/** Announces the title of a new screen, before any message of the screen itself. */
export function announceScreen(title: string): void {
  const after = pending
  pending = [title]
  announce(...after)
}

export function discardAnnouncements(): void {
  clearTimeout(timer)
  timer = undefined
  pending = []
}

/** Removes what was announced and is no longer true, such as the errors of a form that was sent. */
export function retractAnnouncements(): void {
  discardAnnouncements()
  for (const region of document.querySelectorAll('[aria-live]')) region.replaceChildren()
}

/** The live region of the open dialog, or of the page. */
function regionOf(host: HTMLElement): Element | undefined {
  return [...host.children].find((child) => child.hasAttribute('aria-live'))
}

/** Inserts the region if there is none, and delays what is pending. */
function prepare(): void {
  const host = topDialog.get() ?? document.body
  if (regionOf(host) !== undefined) return
  const region = document.createElement('div')
  region.className = hidden.visuallyHidden ?? ''
  region.setAttribute('aria-live', 'polite')
  host.append(region)
  clearTimeout(timer)
  timer = setTimeout(addToRegion, delay)
}

function addToRegion(): void {
  timer = undefined
  const region = regionOf(topDialog.get() ?? document.body)
  if (region === undefined) {
    prepare()
    return
  }
  for (const message of pending) {
    const line = document.createElement('p')
    line.textContent = message
    region.append(line)
    setTimeout(() => line.remove(), readTime)
  }
  pending = []
}
