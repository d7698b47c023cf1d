import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from './createStore.ts'

describe('a store', () => {
  it('notifies its subscribers of a changed value until they unsubscribe', () => {
    const store = createStore(1)
    const listener = vi.fn()
    const leave = store.subscribe(listener)
    store.set(1)
    expect(listener).not.toHaveBeenCalled()
    store.set(2)
    expect(store.get()).toBe(2)
    expect(listener).toHaveBeenCalledTimes(1)
    leave()
    store.set(3)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('calls `observed` with the first subscriber, and its cleanup with the last', () => {
    const end = vi.fn()
    const begin = vi.fn(() => end)
    const store = createStore(1, begin)
    const leave = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
    expect(begin).toHaveBeenCalledTimes(1)
    leave[0]?.()
    leave[0]?.()
    expect(end).not.toHaveBeenCalled()
    leave[1]?.()
    expect(end).toHaveBeenCalledTimes(1)
    store.subscribe(() => undefined)
    expect(begin).toHaveBeenCalledTimes(2)
  })
})

describe('the client', () => {
  /** A set of callbacks, however it is spelled. */
  const handMade = /\bSet<\s*\(|\bSet<\s*(?:VoidFunction|Listener|Callback)\b|\blisteners\s*(?::[^=]*)?=\s*new Set\b/

  it('has no other set of listeners', () => {
    expect('const listeners = new Set<() => void>()').toMatch(handMade)
    expect('const heard: Set<(next: string) => void> = new Set()').toMatch(handMade)
    const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((path) => !/\.test\.tsx?$|^test-setup/.test(path))
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((path) => handMade.test(readFileSync(join(import.meta.dirname, path), 'utf8')))).toEqual(['createStore.ts'])
  })
})
