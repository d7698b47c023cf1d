import { useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The router's state of a sheet over its screen. */
interface OverlayState {
  overlay?: boolean
}

/** A second press within these milliseconds is ignored; a later one is not, since the first may have been lost. */
const doublePressTime = 700

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

  const closing = useRef<{ at: number; key: string } | null>(null)
  const close = (): boolean => {
    const now = performance.now()
    if (value === null || (closing.current?.key === location.key && now - closing.current.at < doublePressTime)) return false
    closing.current = { at: now, key: location.key }
    if ((location.state as OverlayState | null)?.overlay === true) {
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
