import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What a test waits for comes when it comes: a busy machine needs longer than the library's one second.
configure({ asyncUtilTimeout: 4000 })

// Each component test starts with an empty page and empty stores.
afterEach(() => {
  // Tests of the mocks run without a page.
  if (typeof window === 'undefined') return
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
