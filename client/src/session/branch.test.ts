import { afterEach, expect, it, vi } from 'vitest'
import { chooseBranch } from './branch.ts'

afterEach(() => void Reflect.deleteProperty(document, 'cookie'))

it('has stored the choice in the cookie before the next page is requested, which is rendered for it', () => {
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
  let requested: string[] = []
  vi.spyOn(window.location, 'assign').mockImplementation(() => {
    requested = [...stored]
  })
  chooseBranch('https://mitte.example')
  expect(requested).toEqual([expect.stringContaining('branch=https%3A%2F%2Fmitte.example; Path=/')])
})
