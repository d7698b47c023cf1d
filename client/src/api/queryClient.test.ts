import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './apiError.ts'
import { askAgainIn, createQueryClient } from './queryClient.ts'

describe('asking again by itself', () => {
  afterEach(() => vi.useRealTimers())

  it('only where the failure may pass, and when the server wants it', () => {
    expect(askAgainIn(new ApiError({ status: 0 }))).toBe(10_000)
    expect(askAgainIn(new ApiError({ status: 503, retryAfter: 5 }))).toBe(10_000)
    expect(askAgainIn(new ApiError({ status: 429, retryAfter: 30 }))).toBe(30_000)
    expect(askAgainIn(new ApiError({ status: 404 }))).toBe(false)
    expect(askAgainIn(new TypeError('a fault of our own'))).toBe(false)
  })

  it('a screen without data has it once the restaurant is back, and asks no more then', async () => {
    vi.useFakeTimers()
    const client = createQueryClient()
    let asked = 0
    let back = false
    const observer = new QueryObserver(client, {
      queryKey: ['menu'],
      retry: false,
      queryFn: () => {
        asked += 1
        if (!back) throw new ApiError({ status: 503 })
        return 'the menu'
      },
    })
    const stop = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(1)
    expect(observer.getCurrentResult().isError).toBe(true)
    back = true
    await vi.advanceTimersByTimeAsync(11_000)
    expect(observer.getCurrentResult().data).toBe('the menu')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(2)
    stop()
    client.clear()
  })
})
