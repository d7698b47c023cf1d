import { describe, expect, it, vi } from 'vitest'
import { onStorageFailure, onStoredElsewhere, storeOver } from './storage.ts'

function storage(over: Partial<Storage>): Storage {
  return {
    length: 0,
    clear: () => undefined,
    key: () => null,
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
    ...over,
  }
}
const refuse = (): never => {
  throw new DOMException('refused', 'QuotaExceededError')
}

it('a page from the back-forward cache, which has missed all changes of other tabs, is notified once it is shown again', () => {
  const changed = vi.fn()
  const stop = onStoredElsewhere((key) => key === 'cart', changed)
  const shown = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  shown(false)
  expect(changed).not.toHaveBeenCalled()
  shown(true)
  stop()
  shown(true)
  expect(changed).toHaveBeenCalledTimes(1)
})

describe('a store', () => {
  it('keeps values in memory when the storage is full, and notifies once', () => {
    const heard = vi.fn()
    const stop = onStorageFailure(heard)
    const store = storeOver(() => storage({ setItem: refuse }))
    store.write('cart', '1')
    store.write('cart', '2')
    expect(store.read('cart')).toBe('2')
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
  })

  it('works when the storage can’t be accessed', () => {
    const store = storeOver(refuse)
    expect(store.read('token')).toBeNull()
    store.write('token', 'x')
    expect(store.read('token')).toBe('x')
    store.remove('token')
    expect(store.read('token')).toBeNull()
  })

  it('reads garbage as nothing', () => {
    const store = storeOver(() => storage({ getItem: () => '{broken' }))
    expect(store.readJson('cart')).toBeNull()
  })

  it('shows a removal that the storage refused', () => {
    const store = storeOver(() => storage({ getItem: () => 'old', removeItem: refuse }))
    store.remove('token')
    expect(store.read('token')).toBeNull()
  })
})
