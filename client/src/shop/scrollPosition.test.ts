import { afterEach, expect, it, vi } from 'vitest'
import { restoreScrollPosition } from './scrollPosition.ts'
import { session, sessionKeys } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['wheel', 'keydown', 'input'])('restoring the scroll position ends with the customer’s first %s', (event) => {
  let resize = (): void => undefined
  const disconnect = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = changed
      }
      observe = vi.fn()
      disconnect = disconnect
    },
  )
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000)
  const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
  history.replaceState({ key: 'entry' }, '')
  session.writeJson(sessionKeys.scrollPositions, { entry: { y: 900 } })

  restoreScrollPosition()
  resize()
  expect(scrollBy).toHaveBeenCalledTimes(2)
  expect(disconnect).not.toHaveBeenCalled()
  window.dispatchEvent(new Event(event))
  expect(disconnect).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
