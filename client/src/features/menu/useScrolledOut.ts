import { startTransition, useCallback, useState } from 'react'

/** Whether an element is scrolled out of view at the top. */
export function useScrolledOut(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [out, setOut] = useState(false)
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        const left = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0
        startTransition(() => setOut(left))
      },
      { rootMargin: '-64px 0px 0px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [attach, out]
}
