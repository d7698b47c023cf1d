import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenPaused } from './whenIdle.ts'

describe('whenPaused', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits until the customer pauses', () => {
    const work = vi.fn()
    whenPaused(work)
    for (let scrolled = 0; scrolled < 20; scrolled += 1) {
      window.dispatchEvent(new Event('scroll'))
      vi.advanceTimersByTime(100)
    }
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2000)
    expect(work).toHaveBeenCalledOnce()
  })

  it('does nothing after it was cancelled', () => {
    const work = vi.fn()
    const cancel = whenPaused(work)
    window.dispatchEvent(new Event('keydown'))
    vi.advanceTimersByTime(450)
    cancel()
    vi.advanceTimersByTime(5000)
    expect(work).not.toHaveBeenCalled()
  })
})
