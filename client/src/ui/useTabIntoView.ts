import { useEffect } from 'react'

/**
 * Scrolls what the Tab key has focused into view as a whole: where a row scrolls sideways, Chromium leaves a button of which a few pixels are visible
 * where it is.
 */
export function useTabIntoView(): void {
  useEffect(() => {
    const reveal = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    }
    document.addEventListener('keyup', reveal)
    return () => document.removeEventListener('keyup', reveal)
  }, [])
}
