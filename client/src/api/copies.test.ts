import { beforeEach, describe, expect, it, vi } from 'vitest'

let copies: typeof import('./copies.ts')
beforeEach(async () => {
  vi.resetModules()
  copies = await import('./copies.ts')
})

describe('whether the backend has answered', () => {
  it.each([
    ['/api/settings', 'stale'],
    ['/api/settings', 'hit'],
    ['/api/products/menus', 'stale'],
    ['/api/me', null],
  ])('is not told by %s, %s', (path, state) => {
    copies.noteCopy(path, state)
    expect(copies.backendAnswered()).toBe(false)
  })
  it.each([
    ['/api/settings', 'miss'],
    ['/api/products/categories/{id}/products', 'hit'],
    ['/api/working-hours', 'hit'],
  ])('is told by %s, %s, once', (path, state) => {
    const heard = vi.fn()
    const leave = copies.onBackendAnswer(heard)
    copies.noteCopy(path, state)
    copies.noteCopy(path, state)
    expect(copies.backendAnswered()).toBe(true)
    expect(heard).toHaveBeenCalledTimes(1)
    leave()
  })
})
