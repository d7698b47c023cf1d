import { afterEach, expect, it } from 'vitest'
import { mirrorInCookie } from './plainCookies.ts'

afterEach(() => void Reflect.deleteProperty(document, 'cookie'))

it('has stored the choice when it returns, also where a browser stores cookies later: the next page is rendered for it', () => {
  const [stored, waiting]: [string[], string[]] = [[], []]
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    // As Chromium: what was written is stored a moment later; reading waits for it.
    set(cookie: string) {
      waiting.push(cookie)
    },
    get() {
      stored.push(...waiting.splice(0))
      return stored.join('; ')
    },
  })
  mirrorInCookie('branch', 'https://mitte.example')
  expect(stored).toEqual([expect.stringContaining('branch=https%3A%2F%2Fmitte.example; Path=/')])
})
