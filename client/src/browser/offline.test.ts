import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startOffline } from './offline.ts'

/** A worker as the page sees it, with the types of the messages it received. */
function fakeWorker() {
  const received: string[] = []
  return { received, postMessage: ({ type }: { type: string }) => void received.push(type) }
}

type FakeWorker = ReturnType<typeof fakeWorker>

/** Starts the page with these workers and lets the registration's delay pass. */
async function visit(workers: { active?: FakeWorker; waiting?: FakeWorker }): Promise<void> {
  const registration = Object.assign(new EventTarget(), { active: null, waiting: null, installing: null, ...workers })
  const container = Object.assign(new EventTarget(), { register: () => Promise.resolve(registration) })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { serviceWorker: container }))
  startOffline()
  await vi.advanceTimersByTimeAsync(20_000)
}

describe('the registration of the service worker', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubEnv('PROD', true)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  it('asks the active worker to precache', async () => {
    const active = fakeWorker()
    await visit({ active })
    expect(active.received).toEqual(['precache'])
  })

  it('asks a waiting worker to take over, and sends the old one no message, which would restart it while it is being replaced', async () => {
    const [active, waiting] = [fakeWorker(), fakeWorker()]
    await visit({ active, waiting })
    expect([active.received, waiting.received]).toEqual([[], ['takeOver']])
  })
})
