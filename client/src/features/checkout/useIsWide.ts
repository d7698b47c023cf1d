import { useSyncExternalStore } from 'react'

const query = '(width >= 60rem)'

/** There is room for the summary beside the form. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
