import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The router's state of a sheet over its screen. */
interface OverlayState {
  overlay?: boolean
}

/** Where the history has not gone back in these milliseconds, it was lost, and the next press counts. */
const lostAfter = 700

/**
 * A sheet with an address of its own (docs/specification.md section 10): `key` is its query parameter. A link with the state `overlay` opens it, and Back
 * closes it; closing goes back, or removes the parameters if the address was opened directly. The fragment stays: of the browser's address, since the
 * menu writes the category there.
 */
export function useOverlay(
  key: string,
  ...others: string[]
): {
  value: string | null
  /** Closes the sheet. Returns false if it is closing already. */
  close: () => boolean
  address: (value: string) => string
} {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const value = search.get(key)

  // The history's entry that is being closed: a second press before it has changed would go back twice, however late a slow page handles it.
  const closing = useRef<string | null>(null)
  useEffect(() => {
    closing.current = null
  }, [location.key])
  const close = (): boolean => {
    if (value === null || closing.current === location.key) return false
    closing.current = location.key
    if ((location.state as OverlayState | null)?.overlay === true) {
      // A timer, not the time of the next press: on a page that stood still, the browser handles presses first, then the history, then timers.
      const lost = setTimeout(() => {
        closing.current = null
      }, lostAfter)
      window.addEventListener('popstate', () => clearTimeout(lost), { once: true })
      void navigate(-1)
      return true
    }
    const params = new URLSearchParams(location.search)
    for (const name of [key, ...others]) params.delete(name)
    const { hash } = window.location
    void navigate({ pathname: location.pathname, search: params.toString(), hash }, { replace: true, preventScrollReset: true })
    return true
  }
  const address = (one: string): string => {
    const params = new URLSearchParams(location.search)
    params.set(key, one)
    return `${location.pathname}?${params.toString()}${window.location.hash}`
  }
  return { value, close, address }
}
