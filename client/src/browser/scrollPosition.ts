import { isRecord } from '../domain/wire.ts'
import { holdScroll, releaseScroll } from './holdScroll.ts'
import { session, sessionKeys } from './storage.ts'

/*
 * Scroll positions per history entry: Back and a reload return to the same dish at the same offset, although cards and images above it are rendered
 * later.
 */

export interface ScrollPosition {
  /** window.scrollY, in pixels. */
  y: number
  /**
   * On the menu the first visible dish: its section, its link's address, its index in the section, and its distance from the top of the viewport in
   * pixels.
   */
  dish?: { section: string; href: string; at: number; top: number }
  /** Below all dishes of the menu, whose height changes while they are rendered: the distance from the end of the page, in pixels. */
  end?: number
}

/** The maximum number of stored history entries. */
const maxEntries = 50

/** The key of the current history entry, as the router writes it; empty if it has none. */
export function currentKey(): string {
  const state = history.state as { key?: unknown } | null
  return typeof state?.key === 'string' ? state.key : ''
}

/** Gives the first history entry of a visit a key of its own: the router calls all of them "default". Called before the router is created. */
export function keyFirstHistoryEntry(): void {
  if (currentKey() === '') history.replaceState({ ...(history.state as object | null), key: `v${performance.timeOrigin}` }, '')
}

function storedPositions(): Record<string, ScrollPosition> {
  const stored = session.readJson(sessionKeys.scrollPositions)
  return isRecord(stored) ? (stored as Record<string, ScrollPosition>) : {}
}

/** The place that is kept while the rest of the screen is rendered; null as soon as the customer scrolls, presses or types. */
let kept: ScrollPosition | null = null

/**
 * Saves the scroll position of the current history entry, or of the one with this key. If a place is being kept, that is the position: rendering may have
 * moved the page away from it for a moment.
 */
export function saveScrollPosition(key = currentKey()): void {
  const position = kept ?? scrollPosition()
  releaseScroll()
  if (key === '') return
  const { [key]: _, ...others } = storedPositions()
  session.writeJson(sessionKeys.scrollPositions, Object.fromEntries([...Object.entries(others).slice(1 - maxEntries), [key, position]]))
}

export function scrollPosition(): ScrollPosition {
  const y = Math.round(window.scrollY)
  const dish = firstDish()
  if (dish !== undefined) return { y, dish }
  const last = [...document.querySelectorAll('main section[id]')].at(-1)
  return last !== undefined && last.getBoundingClientRect().bottom <= 0 ? { y, end: document.documentElement.scrollHeight - y } : { y }
}

/** The most cards of a section that a window shows below its first one. */
const cardsBelow = 12

/** How many cards a section must render at once to restore the scroll position, those in view included; null if the dish is not in this section. */
export function cardsToRestore(section: string): number | null {
  const dish = storedPositions()[currentKey()]?.dish
  return dish?.section === section ? dish.at + 1 + cardsBelow : null
}

const cardsOf = (section: ParentNode): NodeListOf<HTMLElement> => section.querySelectorAll<HTMLElement>('a[data-card]')

/** The first dish whose card is visible below the sticky header; none at the top of the page. */
function firstDish(): ScrollPosition['dish'] {
  if (window.scrollY <= 0) return undefined
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0
  const inView = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    return box.bottom > top && box.top < window.innerHeight && box.height > 0
  }
  for (const section of document.querySelectorAll<HTMLElement>('main section[id]')) {
    if (!inView(section)) continue
    const cards = [...cardsOf(section)]
    const at = cards.findIndex((card) => inView(card.closest('article') ?? card))
    const card = cards[at]
    if (card !== undefined)
      return { section: section.id, href: card.getAttribute('href') ?? '', at, top: Math.round(card.getBoundingClientRect().top) }
  }
  return undefined
}

/** The distance to scroll to a position, in pixels; null while the screen does not have it yet. */
function distanceTo({ y, dish, end }: ScrollPosition): number | null {
  if (end !== undefined) {
    // A browser counts it as a shift when several categories get their height at once and the end of the page comes closer.
    if (document.querySelector('footer') === null || document.querySelector('main [aria-busy=true]') !== null) return null
    return document.documentElement.scrollHeight - end - window.scrollY
  }
  if (dish === undefined) return y <= document.documentElement.scrollHeight - window.innerHeight ? y - window.scrollY : null
  const section = document.getElementById(dish.section)
  const card = section && [...cardsOf(section)].find((one) => one.getAttribute('href') === dish.href)
  return card ? card.getBoundingClientRect().top - dish.top : null
}

/** Restores the scroll position of this history entry, and keeps it while the rest of the screen is rendered. */
export function restoreScrollPosition(): void {
  releaseScroll()
  const position = storedPositions()[currentKey()]
  if (position !== undefined) returnTo(position)
}

/** Scrolls to a place and keeps it while the rest of the screen is rendered. */
export function returnTo(position: ScrollPosition): void {
  if (position.y <= 0) return
  holdScroll(() => distanceTo(position), { ended: () => (kept = null) })
  kept = position
}
