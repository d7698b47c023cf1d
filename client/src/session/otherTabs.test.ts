import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdOpenTab, isAlone } from './otherTabs.ts'

/** The locks of a browser, which grants one that is shared at once. */
const held: { name: string }[] = []
const locks = {
  query: () => Promise.resolve({ held: [...held] }),
  request: async (name: string, _options: LockOptions, whileHeld: () => Promise<void>) => {
    const lock = { name }
    held.push(lock)
    await whileHeld()
    held.splice(held.indexOf(lock), 1)
  },
}

const shownAgain = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

describe('a tab of the shop', () => {
  beforeEach(() => {
    window.dispatchEvent(new Event('pagehide'))
    held.length = 0
    vi.stubGlobal('navigator', { locks })
    return () => vi.unstubAllGlobals()
  })

  it('is alone until another one is open, also while that one is asleep', async () => {
    expect(await isAlone()).toBe(true)
    held.push({ name: 'tablefront:purchases' })
    expect(await isAlone()).toBe(true)
    holdOpenTab()
    expect(await isAlone()).toBe(false)
  })

  it('is not open while its page is left, and is again when Back shows it', async () => {
    holdOpenTab()
    window.dispatchEvent(new Event('pagehide'))
    await expect.poll(isAlone).toBe(true)
    shownAgain(true)
    expect(await isAlone()).toBe(false)
  })

  it('does not know that it is alone in a browser that has no locks, or refuses them', async () => {
    vi.stubGlobal('navigator', {})
    expect(await isAlone()).toBe(false)
    vi.stubGlobal('navigator', { locks: { query: () => Promise.reject(new Error('SecurityError')) } })
    expect(await isAlone()).toBe(false)
  })
})
