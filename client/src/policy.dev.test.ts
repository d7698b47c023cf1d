import { expect, it, vi } from 'vitest'
import { devPolicy, sayWhatIsBlocked } from '../policy.dev.ts'

const production =
  "default-src 'none'; script-src 'self' 'sha256-x'; style-src 'self'; connect-src 'self' https://a.example; frame-src 'none'"

it('the development server keeps the production policy and adds only what hot reload needs', () => {
  expect(devPolicy(production, '127.0.0.1:5173')).toBe(
    "default-src 'none'; script-src 'self' 'sha256-x' 'nonce-vite'; style-src 'self' 'nonce-vite'; connect-src 'self' https://a.example ws://127.0.0.1:5173; frame-src 'none'",
  )
})

sayWhatIsBlocked()

it.each([
  ['script-src-elem', 'https://www.googletagmanager.com/gtm.js?id=1', 'TABLEFRONT_CSP_SCRIPT=https://www.googletagmanager.com allows'],
  ['connect-src', 'wss://chat.example/socket', 'TABLEFRONT_CSP_CONNECT=wss://chat.example allows'],
  ['frame-src', 'https://chat.example', 'TABLEFRONT_CSP_FRAME=https://chat.example allows'],
  ['script-src-elem', 'inline', 'no variable allows it'],
  ['font-src', 'http://fonts.example/a.woff2', 'no variable allows it'],
])('says which variable would allow %s %s', (effectiveDirective, blockedURI, words) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  window.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }))
  expect(warn.mock.calls).toEqual([[expect.stringContaining(words)]])
})
