import { useSyncExternalStore } from 'react'

/** Whether a media query holds, as it is now: for what is not even made on the other kind of screen. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (heard) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', heard)
      return () => list.removeEventListener('change', heard)
    },
    () => window.matchMedia(query).matches,
  )
}
