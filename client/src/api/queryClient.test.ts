import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CartLine } from '../domain/cartLine.ts'
import { itemQuery } from '../features/cart/queries.ts'
import { categoriesQuery, combosQuery } from '../features/menu/queries.ts'
import { translationsQuery } from '../i18n/language.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { ApiError } from './apiError.ts'
import { askAgainIn, createQueryClient } from './queryClient.ts'
import type { PublicScope } from './scope.ts'

const line = { type: 'menuItem', menuId: 1 } as CartLine

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

describe('what no screen shows', () => {
  afterEach(() => vi.useRealTimers())

  it('leaves the memory after half an hour, in every language; settings and texts stay', async () => {
    vi.useFakeTimers()
    const client = createQueryClient()
    const kinds = [settingsQuery, translationsQuery, categoriesQuery, combosQuery, (scope: PublicScope) => itemQuery(scope, line)]
    const named = (): string[] =>
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey: [scope, what] }) => `${(scope as PublicScope).language} ${String(what)}`)
    for (const language of ['de', 'ar'])
      for (const kind of kinds) {
        const { queryFn: _, ...query } = kind({ branch: null, language }) as { queryKey: readonly unknown[]; queryFn: unknown }
        await client.query({ ...query, queryFn: () => [] })
      }
    expect(named()).toHaveLength(10)
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    expect(named()).toEqual(['de settings', 'de translations', 'ar settings', 'ar translations'])
    client.clear()
  })
})
