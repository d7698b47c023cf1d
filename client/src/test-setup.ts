import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { discardAnnouncements } from './ui/announcements.ts'

// What a test waits for comes when it comes: a busy machine needs longer than the library's one second.
// What is announced is on the screen as well: a text is looked for there.
configure({ asyncUtilTimeout: 20_000, defaultIgnore: 'script, style, [aria-live] *' })

// Nothing listens: what a test has not mocked fails as it does without a network. (MSW and stubs take this one's place.)
if (typeof window !== 'undefined') globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// Each component test starts with an empty page and empty stores.
afterEach(() => {
  // Tests of the mocks run without a page.
  if (typeof window === 'undefined') return
  cleanup()
  discardAnnouncements()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
