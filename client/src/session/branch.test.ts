import { afterEach, expect, it, vi } from 'vitest'
import { mirrorInCookie } from '../browser/plainCookies.ts'
import { chooseBranch } from './branch.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'cookie')
  mirrorInCookie('branch', '')
})

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

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError')
}

it.each([
  ['blocked', refuse],
  [
    'full',
    (): Storage => ({ length: 0, clear: refuse, getItem: () => null, key: () => null, removeItem: () => undefined, setItem: refuse }),
  ],
])('is at the chosen branch after the reload also where the storage is %s: the cookie has it', async (_, storage) => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(storage)
  chooseBranch('https://mitte.example')
  const reload = async (): Promise<string | null> => {
    vi.resetModules()
    return (await import('./identity.ts')).startIdentity().branch
  }
  expect(await reload()).toBe('https://mitte.example')
  chooseBranch(null)
  expect(await reload()).toBeNull()
})

it('does not take a cookie for the choice where the storage has none, but works: another tab may just be choosing', async () => {
  mirrorInCookie('branch', 'https://mitte.example')
  vi.resetModules()
  expect((await import('./identity.ts')).startIdentity().branch).toBeNull()
})
