import { afterEach, expect, it, vi } from 'vitest'
import { prefetchScripts } from './prefetch.ts'

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

const scripts = () => [
  vi.fn(() => Promise.resolve()),
  vi.fn(() => Promise.reject(new TypeError('offline'))),
  vi.fn(() => Promise.resolve()),
]

it('loads one script after another while the customer pauses; one that fails stops nothing', async () => {
  const loads = scripts()
  prefetchScripts(loads)
  expect(loads[0]).not.toHaveBeenCalled()
  await expect.poll(() => loads[2]).toHaveBeenCalledOnce()
  expect(loads[0]).toHaveBeenCalledOnce()
})

it('loads all at the first touch, and waits for no pause afterwards', () => {
  vi.useFakeTimers()
  const loads = scripts()
  prefetchScripts(loads)
  window.dispatchEvent(new Event('pointerdown'))
  for (const load of loads) expect(load).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

it('loads nothing if the browser saves data', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  const loads = scripts()
  prefetchScripts(loads)
  window.dispatchEvent(new Event('pointerdown'))
  for (const load of loads) expect(load).not.toHaveBeenCalled()
})
