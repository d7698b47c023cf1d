import { afterEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '../test-setup-resize.ts'
import { restoreScrollPosition } from './scrollPosition.ts'
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
