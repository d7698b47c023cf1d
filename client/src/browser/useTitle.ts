import { useEffect } from 'react'
import { announceScreen } from '../ui/announcements.ts'
import { useSettings } from '../restaurant/settings.ts'

let arriving = false
/** What useTitle has set, and what replaces it; '': nothing. */
let screenTitle = ''
let signal = ''

/** Announces the title that is set next: a single-page application shows another screen without telling a screen reader. */
export function announceTitle(): void {
  arriving = true
}

/** Sets the document's title: the screen's title and the shop's name, or only the shop's name. `title` is translated already. */
export function useTitle(title?: string): void {
  const site = useSettings().text('SITE_TITLE')
  useEffect(() => {
    const parts = [title, site].filter((part): part is string => part !== undefined && part !== '')
    if (parts.length > 0) {
      screenTitle = parts.join(' · ')
      showTitle()
    }
    if (arriving && parts[0] !== undefined) announceScreen(parts[0])
    arriving = false
  }, [title, site])
}

/** Shows a text in place of the screen's title; '': the screen's title again, as it is by then. */
export function signalTitle(text: string): void {
  if (signal === text) return
  signal = text
  showTitle()
}

function showTitle(): void {
  document.title = signal === '' ? screenTitle : signal
}

/** The title while a sheet is open; `title` is undefined while it is closed. */
export function useSheetTitle(title: string | undefined): void {
  const site = useSettings().text('SITE_TITLE')
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    document.title = [title, site].filter((part) => part !== '').join(' · ')
    return () => {
      document.title = before
    }
  }, [title, site])
}
