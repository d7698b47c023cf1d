import { useCallback, useState } from 'react'
import { createStore, type Store } from '../../createStore.ts'

/** Whether an element is scrolled out of view at the top, as a store, so that only what depends on it renders again. */
export function useScrolledOut(): [(element: HTMLElement | null) => (() => void) | undefined, Store<boolean>] {
  const [out] = useState(() => createStore(false))
  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const observer = new IntersectionObserver(
        (entries) => {
          // A busy page gets several changes at once, oldest first.
          const entry = entries.at(-1)
          out.set(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0)
        },
        { rootMargin: '-64px 0px 0px 0px' },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [out],
  )
  return [attach, out]
}
