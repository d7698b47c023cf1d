import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { smoothScrollTo } from './smoothScroll.ts'

const scrolled: number[] = []

/** An element 1,000 px below the upper third of the window. */
function below(): HTMLElement {
  const element = document.createElement('div')
  element.getBoundingClientRect = () => ({ top: window.innerHeight / 3 + 1000 }) as DOMRect
  return element
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] })
  scrolled.length = 0
  vi.spyOn(window, 'scrollTo').mockImplementation((options) => void scrolled.push((options as ScrollToOptions).top ?? 0))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('scrolls within 600 ms, and no longer', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  smoothScrollTo(below())
  vi.advanceTimersByTime(560)
  expect(scrolled.at(-1)).toBeGreaterThan(900)
  expect(scrolled.at(-1)).toBeLessThan(1000)
  expect(scrolled).toEqual(scrolled.toSorted((one, other) => one - other))
  vi.advanceTimersByTime(60)
  expect(scrolled.at(-1)).toBe(1000)
  const steps = scrolled.length
  vi.advanceTimersByTime(600)
  expect(scrolled.length).toBe(steps)
})

it('stops when the customer scrolls', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  smoothScrollTo(below())
  vi.advanceTimersByTime(100)
  const steps = scrolled.length
  window.dispatchEvent(new Event('wheel'))
  vi.advanceTimersByTime(600)
  expect(scrolled.length).toBe(steps)
})

it('jumps where the customer prefers reduced motion', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  smoothScrollTo(below())
  expect(scrolled).toEqual([1000])
})
