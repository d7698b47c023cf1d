import { afterEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '../test-setup-resize.ts'
import { releaseScroll } from './holdScroll.ts'
import { restoreScrollPosition, returnTo, saveScrollPosition, scrollPosition } from './scrollPosition.ts'
import { session, sessionKeys } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['wheel', 'keydown', 'input'])('restoring the scroll position ends with the customer’s first %s', (event) => {
  const observer = stubResizeObserver()
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000)
  const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
  history.replaceState({ key: 'entry' }, '')
  session.writeJson(sessionKeys.scrollPositions, { entry: { y: 900 } })

  restoreScrollPosition()
  observer.resize()
  expect(scrollBy).toHaveBeenCalledTimes(2)
  expect(observer.disconnect).not.toHaveBeenCalled()
  window.dispatchEvent(new Event(event))
  expect(observer.disconnect).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

it('below all dishes the place is kept from the end of the page, whatever is rendered above', () => {
  const observer = stubResizeObserver()
  document.body.innerHTML = '<main><section id="pizza"></section></main><footer></footer>'
  const bottom = vi.spyOn(document.querySelector('section') as Element, 'getBoundingClientRect').mockReturnValue({ bottom: -1 } as DOMRect)
  const height = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000)
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(4300)
  const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)

  const place = scrollPosition()
  expect(bottom).toHaveBeenCalled()
  // Not before all categories have their height.
  vi.useFakeTimers()
  const section = document.querySelector('section')
  section?.setAttribute('aria-busy', 'true')
  height.mockReturnValue(4900)
  returnTo(place)
  vi.advanceTimersByTime(1000)
  expect(scrollBy).not.toHaveBeenCalled()
  section?.removeAttribute('aria-busy')
  height.mockReturnValue(5000)
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(scrollBy).not.toHaveBeenCalled()
  height.mockReturnValue(4870)
  observer.resize()
  expect(scrollBy).toHaveBeenCalledWith({ top: -130, behavior: 'instant' })
  releaseScroll()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

it('a reload while the page still moves the place returns to it, not to where it was for a moment', () => {
  const observer = stubResizeObserver()
  document.body.innerHTML = '<main><section id="pizza"><article><a data-card href="/?product=1"></a></article></section></main>'
  const boxes = [...document.querySelectorAll('section, article, a')].map((one) => vi.spyOn(one, 'getBoundingClientRect'))
  const dishAt = (top: number): void => boxes.forEach((box) => box.mockReturnValue({ top, bottom: top + 100, height: 100 } as DOMRect))
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900)
  vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
  history.replaceState({ key: 'entry' }, '')
  const dish = { section: 'pizza', href: '/?product=1', at: 0 }
  session.writeJson(sessionKeys.scrollPositions, { entry: { y: 900, dish: { ...dish, top: 300 } } })
  const saved = (): unknown => session.readJson(sessionKeys.scrollPositions)

  dishAt(300)
  restoreScrollPosition()
  observer.resize()
  // What is above it has grown, and the page has not been scrolled yet.
  dishAt(312)
  saveScrollPosition()
  expect(saved()).toEqual({ entry: { y: 900, dish: { ...dish, top: 300 } } })

  // Where the customer has scrolled to is saved as it is.
  restoreScrollPosition()
  window.dispatchEvent(new Event('wheel'))
  saveScrollPosition()
  expect(saved()).toEqual({ entry: { y: 900, dish: { ...dish, top: 312 } } })
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})
