import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each component test starts with an empty page and empty stores.
afterEach(() => {
  // Tests of the mocks run without a page.
  if (typeof window === 'undefined') return
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
