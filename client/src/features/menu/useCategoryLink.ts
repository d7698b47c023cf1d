import { useCallback, useEffect, useRef } from 'react'
import { slugOf } from '../../domain/text.ts'
import { wasReloaded } from '../../ui/wasReloaded.ts'
import type { Slide } from './CategorySlider.tsx'

/**
 * Links to categories: `/#pizza` scrolls to Pizza once it is loaded, and a press on a category writes its fragment into the URL, so that it can be
 * shared. `go` scrolls to a section. Returns the handler of presses.
 */
export function useCategoryLink(slides: readonly Slide[], go: (id: string) => void): (id: string) => void {
  const wanted = useRef('')
  const latest = useRef({ slides, go })
  const follow = useCallback(() => {
    if (wanted.current === '') return
    const { slides, go } = latest.current
    const slide = slides.find((each) => slugOf(each.name) === wanted.current || each.id === wanted.current)
    if (slide === undefined) return
    wanted.current = ''
    go(slide.id)
  }, [])
  useEffect(() => {
    latest.current = { slides, go }
    follow()
  }, [slides, go, follow])
  useEffect(() => {
    const changed = (): void => {
      wanted.current = fragment()
      follow()
    }
    // After a reload the scroll position is restored instead.
    if (!wasReloaded()) changed()
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [follow])
  return useCallback((id: string) => {
    const slide = latest.current.slides.find((each) => each.id === id)
    // Replaces the history entry: Back leaves the menu instead of stepping through categories.
    if (slide !== undefined)
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${encodeURIComponent(slugOf(slide.name))}`)
    latest.current.go(id)
  }, [])
}

function fragment(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1))
  } catch {
    return ''
  }
}
