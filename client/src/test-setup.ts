import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import './test-setup-printed.ts'
import { discardAnnouncements } from './ui/announcements.ts'

// What a test waits for comes when it comes: a busy machine needs longer than the library's one second.
// What is announced is on the screen as well: a text is looked for there.
// A failure is one sentence, without the page's markup.
configure({
  asyncUtilTimeout: 20_000,
  defaultIgnore: 'script, style, [aria-live] *',
  getElementError: (message) => new Error((message ?? '').split('\n\n')[0]),
})

// Nothing listens: what a test has not mocked fails as it does without a network. (MSW and stubs take this one's place.)
if (typeof window !== 'undefined') globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// Each component test starts with an empty page and empty stores.
afterEach(() => {
  // Tests of the mocks run without a page.
  if (typeof window === 'undefined') return
  const besideOthers = textsBesideOthers()
  cleanup()
  discardAnnouncements()
  window.localStorage.clear()
  window.sessionStorage.clear()
  expect(besideOthers, 'texts that a translated page would freeze (jsx/texts.ts)').toEqual([])
})

/** The elements whose text stands beside something else, but not in HTML of the restaurant. */
function textsBesideOthers(): string[] {
  const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE && node.textContent !== ''
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.childNodes.length > 1 && [...element.childNodes].some(isText) && element.closest('[data-html]') === null)
    .map((element) => element.outerHTML.slice(0, 200))
}
