import { useLayoutEffect, type RefObject } from 'react'

/** Tells the style sheets the height of an element that covers a part of the page, as a custom property of the root. */
export function useHeightProperty(of: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useLayoutEffect(() => {
    const element = of.current
    if (element === null) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty(property, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty(property)
    }
  }, [of, property])
}
