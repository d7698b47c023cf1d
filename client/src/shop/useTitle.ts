import { useEffect } from 'react'
import { useSettings } from './settings.ts'

/** Sets the document's title: the screen's title and the shop's name, or only the shop's name. `title` is translated already. */
export function useTitle(title?: string): void {
  const site = useSettings().text('SITE_TITLE')
  useEffect(() => {
    const parts = [title, site].filter((part): part is string => part !== undefined && part !== '')
    if (parts.length > 0) document.title = parts.join(' · ')
  }, [title, site])
}
