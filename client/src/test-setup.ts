import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What a test waits for comes when it comes: a busy machine needs longer than the library's one second.
configure({ asyncUtilTimeout: 20_000 })

// Nothing listens: what a test has not mocked fails as it does without a network. (MSW and stubs take this one's place.)
if (typeof window !== 'undefined') globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// Each component test starts with an empty page and empty stores.
afterEach(() => {
  // Tests of the mocks run without a page.
  if (typeof window === 'undefined') return
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
