import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useScrolledOut } from './useScrolledOut.ts'

afterEach(() => vi.unstubAllGlobals())

type Change = Pick<IntersectionObserverEntry, 'isIntersecting'> & { boundingClientRect: { top: number } }

it('knows that an element is out of view when both changes of a jump arrive at once', () => {
  let notify = (_changes: Change[]): void => undefined
  class Observer {
    constructor(listener: (changes: Change[]) => void) {
      notify = listener
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const [attach, out] = renderHook(() => useScrolledOut()).result.current
  attach(document.createElement('div'))
  notify([
    { isIntersecting: true, boundingClientRect: { top: 200 } },
    { isIntersecting: false, boundingClientRect: { top: -500 } },
  ])
  expect(out.get()).toBe(true)
})
