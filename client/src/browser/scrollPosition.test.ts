import { afterEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '../test-setup-resize.ts'
import { releaseScroll } from './holdScroll.ts'
import { restoreScrollPosition, returnTo, scrollPosition } from './scrollPosition.ts'
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
  returnTo(place)
  expect(scrollBy).not.toHaveBeenCalled()
  height.mockReturnValue(4870)
  observer.resize()
  expect(scrollBy).toHaveBeenCalledWith({ top: -130, behavior: 'instant' })
  releaseScroll()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})
