import { useLayoutEffect } from 'react'
import { useNavigate, type NavigateFunction, type NavigateOptions } from 'react-router'
import { basePath } from './paths.ts'

let navigate: NavigateFunction | undefined

/**
 * Navigates to an address of the shop as the router's `useNavigate` does, for what a whole screen renders: the hook renders its component again with
 * every address, so that a sheet would open only after the menu below it.
 */
export function goTo(address: string, options?: NavigateOptions): void {
  // The address has changed between the load and the first render.
  if (navigate === undefined) window.location.replace(basePath + address)
  else void navigate(address, options)
}

/** Keeps what `goTo` calls: rendered once, inside the router. */
export function KeepNavigate(): null {
  const current = useNavigate()
  useLayoutEffect(() => {
    navigate = current
  }, [current])
  return null
}
