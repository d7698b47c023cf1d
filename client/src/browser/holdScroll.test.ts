import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '../test-setup-resize.ts'
import { holdScroll, releaseScroll } from './holdScroll.ts'

/** The place's distance from the top of the document, and the scroll position, in pixels. */
let [place, scrolled] = [0, 0]
let observer: ReturnType<typeof stubResizeObserver>
const ended = vi.fn()

beforeEach(() => {
  ;[place, scrolled] = [1000, 0]
  ended.mockClear()
  observer = stubResizeObserver()
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled)
  vi.spyOn(window, 'scrollBy').mockImplementation((by?: number | ScrollToOptions) => {
    scrolled += typeof by === 'object' ? (by.top ?? 0) : 0
  })
  holdScroll(() => place - scrolled, { ended })
  expect(scrolled).toBe(1000)
})

afterEach(() => {
  releaseScroll()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('the place is held when the page grows above it, however late', () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  place = 1300
  observer.resize()
  expect(scrolled).toBe(1300)
  expect(ended).not.toHaveBeenCalled()
})

it('it is held when the browser scrolls to keep another element in its place, even if the page keeps its height', () => {
  ;[place, scrolled] = [1005, 991]
  window.dispatchEvent(new Event('scroll'))
  expect(scrolled).toBe(1005)
  expect(ended).not.toHaveBeenCalled()
})

it('it is released when the customer scrolls', () => {
  scrolled = 700
  window.dispatchEvent(new Event('scroll'))
  expect(ended).toHaveBeenCalledOnce()
  place = 1300
  observer.resize()
  expect(scrolled).toBe(700)
})

it('a place that comes later is painted before the page scrolls to it', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  let there = false
  holdScroll(() => (there ? 1500 - scrolled : null))
  vi.advanceTimersToNextFrame()
  there = true
  vi.advanceTimersToNextFrame()
  expect(scrolled).toBe(1000)
  vi.advanceTimersToNextFrame()
  expect(scrolled).toBe(1500)
  vi.useRealTimers()
})
