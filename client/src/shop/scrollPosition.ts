import { session, sessionKeys } from './storage.ts'

/*
 * Where a customer was on a screen, per entry of the history: Back and a reload land on the same dish at the same offset, although cards and pictures that
 * stand above it are drawn later than it.
 */

/** A place on a screen. */
interface Place {
  /** How far the page was scrolled, in pixels. */
  y: number
  /** On the menu the first dish in view: its section, the address of its link, its position in the section, and its distance from the top of the window. */
  dish?: { section: string; href: string; at: number; top: number }
}

/** How many entries of the history are remembered. */
const mostPlaces = 50
/** How long, in milliseconds, a screen may take to show the place, and what comes late is made up for. */
const restoreTimeout = 10_000
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The key of the current entry of the history, as the router writes it. */
function currentKey(): string {
  const state = history.state as { key?: unknown } | null
  return typeof state?.key === 'string' ? state.key : ''
}

/** Gives the first entry of a visit a key of its own: the router calls all of them "default". To be called before the router is made. */
export function keyFirstHistoryEntry(): void {
  if (currentKey() === '') history.replaceState({ ...(history.state as object | null), key: `v${performance.timeOrigin}` }, '')
}

function places(): Record<string, Place> {
  const kept = session.readJson(sessionKeys.places)
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, Place>) : {}
}

/** Remembers where the customer is, for the current entry of the history or the one with this key. */
export function saveScrollPosition(key = currentKey()): void {
  stop()
  if (key === '') return
  const { [key]: _, ...others } = places()
  const dish = firstDish()
  session.writeJson(
    sessionKeys.places,
    Object.fromEntries([...Object.entries(others).slice(1 - mostPlaces), [key, { y: Math.round(window.scrollY), ...(dish && { dish }) }]]),
  )
}

/** How many cards the menu's section needs at once to show the dish that is returned to; null when it is none of this section. */
export function cardsToRestore(section: string): number | null {
  const dish = places()[currentKey()]?.dish
  return dish?.section === section ? dish.at + 1 : null
}

const cardsOf = (section: ParentNode): NodeListOf<HTMLElement> => section.querySelectorAll<HTMLElement>('a[data-card]')

/** The first dish whose card is in view below what sticks to the top; none at the top of the page, where what comes first is still to come. */
function firstDish(): Place['dish'] {
  if (window.scrollY <= 0) return undefined
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0
  const inView = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    return box.bottom > top && box.top < window.innerHeight && box.height > 0
  }
  for (const section of document.querySelectorAll<HTMLElement>('main section[id]')) {
    if (!inView(section)) continue
    const cards = [...cardsOf(section)]
    const at = cards.findIndex((card) => inView(card.closest('li') ?? card))
    const card = cards[at]
    if (card !== undefined)
      return { section: section.id, href: card.getAttribute('href') ?? '', at, top: Math.round(card.getBoundingClientRect().top) }
  }
  return undefined
}

/** How far the page has to be scrolled to show a place, in pixels; null while the screen does not have it. */
function wayTo({ y, dish }: Place): number | null {
  if (dish === undefined) return y <= document.documentElement.scrollHeight - window.innerHeight ? y - window.scrollY : null
  const section = document.getElementById(dish.section)
  const card = section && [...cardsOf(section)].find((one) => one.getAttribute('href') === dish.href)
  return card ? card.getBoundingClientRect().top - dish.top : null
}

let stop = (): void => undefined

/**
 * Returns to where the customer was at this entry of the history, as soon as the screen shows it, and stays there while the rest of the screen comes. Ends
 * when the customer scrolls, presses or navigates.
 */
export function restoreScrollPosition(): void {
  stop()
  const place = places()[currentKey()]
  if (place === undefined || place.y <= 0) return
  let frame = 0
  let own = window.scrollY
  const end = performance.now() + restoreTimeout
  const scroll = (): boolean => {
    const by = wayTo(place)
    if (by !== null && Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: 'instant' })
    own = window.scrollY
    return by !== null
  }
  const settle = new ResizeObserver(() => {
    if (performance.now() > end) stop()
    else scroll()
  })
  // The browser's own scroll anchoring keeps the place; every other scrolling is the customer's.
  const watch = (): void => {
    if (Math.abs(window.scrollY - own) > 1 && Math.abs(wayTo(place) ?? 0) > 2) stop()
  }
  stop = () => {
    cancelAnimationFrame(frame)
    settle.disconnect()
    window.removeEventListener('scroll', watch)
    for (const type of takesOver) window.removeEventListener(type, stop)
    stop = () => undefined
  }
  const seek = (): void => {
    if (scroll()) settle.observe(document.body)
    else if (performance.now() < end) frame = requestAnimationFrame(seek)
    else stop()
  }
  window.addEventListener('scroll', watch, { passive: true })
  for (const type of takesOver) window.addEventListener(type, stop, { passive: true })
  seek()
}
