/*
 * The page's first script. The BFF has written the first screen into the page (src/first); it is painted before the application's scripts are loaded.
 * A click made meanwhile is remembered and replayed once the application is ready. The build inlines this script into the page
 * (client/vite.config.ts).
 */

import type { BrowserError } from '../../contracts/bff-types.ts'
import { text } from './api/translatable.ts'
import { isLoadError, nextAttempt } from './loading/attempts.ts'
import { isPlainClick } from './ui/isPlainClick.ts'
import { wasReloaded } from './ui/wasReloaded.ts'

/**
 * In a build: the paths of the application's scripts, each after those it imports, the entry last, and of the style sheet that the first screen does
 * not need; null in development.
 */
declare const __FILES__: { scripts: readonly string[]; look: string } | null

const root = document.getElementById('root')
let pressed: string | null = null
let gaveUp = false

/** The link, button or field of the first paint that was pressed. */
function painted({ target }: Event): Element | null {
  const element = target instanceof Element ? target.closest('a, button, [data-field]') : null
  return element?.closest('[data-first-paint]') ? element : null
}

/** Remembers the clicked element by a selector that also finds it in the application: a link by its address, anything else by its class. */
function rememberClick(event: MouseEvent): void {
  const target = painted(event)
  if (target === null || !isPlainClick(event)) return
  // A link of a shop that could not be loaded navigates without scripts.
  if (gaveUp && target.matches('a')) return
  event.preventDefault()
  pressed = selectorOf(target)
}

/** Completes a click whose element the application replaces before the button is released: browsers send none. */
function completeClick(event: MouseEvent): void {
  const target = painted(event)
  if (target === null || event.button !== 0) return
  const release = ({ target: below }: MouseEvent): void => {
    const successor = target.isConnected ? null : successorOf(selectorOf(target))
    if (below instanceof Node && successor?.contains(below)) click(successor)
  }
  window.addEventListener('mouseup', release, { once: true })
}

let focused: string | null = null

/** Remembers the focused element, which the first render replaces. */
function rememberFocus(event: FocusEvent): void {
  focused = event.target instanceof Element ? selectorOf(event.target) : null
}

function selectorOf(element: Element): string | null {
  const address = element.getAttribute('href')
  if (element.id !== '') return `#${CSS.escape(element.id)}`
  if (address !== null) return `a[href="${CSS.escape(address)}"]`
  const name = element.classList.item(element.classList.length - 1)
  return name === null ? null : `.${name}`
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until the first screen is painted with its largest picture; not if there is nothing to paint or the tab is hidden. */
async function firstPaint(): Promise<void> {
  if (!root?.firstElementChild || document.visibilityState === 'hidden') return
  // requestAnimationFrame runs before the paint; the observer reports the paint itself. A tab hidden meanwhile paints nothing, hence the timeout.
  const seen = new Promise<void>((resolve) =>
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(() => resolve())).observe({
      type: 'paint',
      buffered: true,
    }),
  )
  await Promise.race([seen, wait(1000)])
  // The scripts are many times as large and would compete with this picture for bandwidth.
  const lead = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')].find(
    ({ media }) => matchMedia(media).matches,
  )
  if (lead !== undefined) {
    const picture = new Image()
    picture.src = lead.href
    await Promise.race([picture.decode().catch(() => undefined), wait(600)])
  }
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
}

/** Loads a file by a link element. Resolves with whether it was loaded; if not, the element is removed, so that the next attempt loads it again. */
function loadLink(rel: string, href: string): Promise<boolean> {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = 'style'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => {
      link.remove()
      resolve(false)
    })
  })
}

/**
 * On a first visit the first screen's styles are inline. This loads them as a file for later visits and for chunks that import it, with a media query
 * that does not apply, since the styles are there already.
 */
function cacheStyles(): void {
  const href = document.querySelector<HTMLStyleElement>('style[data-file]')?.dataset['file']
  if (href === undefined) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.media = 'not all'
  link.crossOrigin = ''
  link.href = href
  link.addEventListener('load', () => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `styles=${encodeURIComponent(href)}; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 60 * 60}${secure}`
  })
  document.head.append(link)
}

/**
 * Loads a file until it is there. After the second failure a notice is shown. Browsers of before 2026 do not request a script again that failed:
 * they reload the page once the server answers.
 */
async function untilLoaded(href: string, work: () => Promise<unknown>): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      await work()
      notice(false)
      return
    } catch (error) {
      if (!isLoadError(error) || leaving) throw error
      if (failures > 0) {
        replayClick()
        notice(true)
      }
      if (failures > 2 && !wasReloaded() && (await isReached(href))) location.reload()
      await nextAttempt(failures)
    }
  }
}

const isReached = (href: string): Promise<boolean> =>
  fetch(href, { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

let told: HTMLElement | undefined

/** Shows or hides the notice that the shop could not be loaded, in the page's language; its link loads the page anew. */
function notice(shown: boolean): void {
  told?.remove()
  if (!shown) return
  let texts: Record<string, string> = {}
  try {
    texts =
      (JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as { translations?: Record<string, string> }).translations ?? {}
  } catch {
    // Untranslated.
  }
  const write = (sentence: string): string => texts[sentence] ?? sentence
  told = document.createElement('p')
  told.setAttribute('role', 'alert')
  Object.assign(told.style, {
    position: 'fixed',
    inset: 'auto 0 0 0',
    margin: '0',
    padding: '1rem',
    background: 'CanvasText',
    color: 'Canvas',
    zIndex: '9',
  })
  const link = document.createElement('a')
  Object.assign(link, { href: location.href, textContent: write(text('Try again')) })
  link.style.color = 'inherit'
  told.append(`${write(text('The shop could not be loaded completely.'))} `, link)
  document.body.append(told)
}

/**
 * Loads the application: all scripts are preloaded in parallel, then each is run in a task of its own, so that input and frames can be handled in
 * between.
 */
async function load(): Promise<void> {
  if (__FILES__ === null) {
    await import('./main.tsx')
    return
  }
  const { scripts, look } = __FILES__
  cacheStyles()
  // The head of a screen names the screen's own scripts (src/first), so that they are not requested only after the application has started.
  const own = root?.querySelector<HTMLElement>('[data-scripts]')?.dataset['scripts']?.split(' ') ?? []
  for (const href of [...scripts, ...own]) void loadLink('modulepreload', href)
  const fetched = loadLink('preload', look)
  for (const href of scripts) {
    // The entry expects the style sheet to be loaded.
    if (href === scripts.at(-1)) {
      await fetched
      await untilLoaded(look, async () => {
        if (!(await loadLink('stylesheet', look))) throw new TypeError(`Unable to preload CSS for ${look}`)
      })
    }
    await untilLoaded(href, () => import(/* @vite-ignore */ href))
    await wait(0)
  }
}

const successorOf = (selector: string | null): HTMLElement | null =>
  selector === null ? null : (root?.querySelector<HTMLElement>(selector) ?? null)

function click(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.click()
}

/**
 * Clicks an element as soon as it is rendered: in another language than the page's, the application fetches what was pressed. Not once the customer
 * does something else.
 */
function clickOnceRendered(selector: string): void {
  const clicked = (): boolean => {
    const successor = successorOf(selector)
    if (successor !== null) click(successor)
    return successor !== null
  }
  if (root === null || clicked()) return
  const rendered = new MutationObserver(() => {
    if (clicked()) rendered.disconnect()
  })
  rendered.observe(root, { childList: true, subtree: true })
  for (const other of ['pointerdown', 'keydown']) addEventListener(other, () => rendered.disconnect(), { once: true, capture: true })
}

/**
 * Replays the remembered click, when the application is ready or has failed to start; in the latter case a link navigates without scripts (main.tsx).
 */
function replayClick(): void {
  gaveUp = true
  root?.removeEventListener('focusin', rememberFocus)
  if (pressed !== null) clickOnceRendered(pressed)
  else if (document.activeElement === document.body) successorOf(focused)?.focus({ preventScroll: true })
}

/**
 * Removes the screen if a guard would redirect: `data-stored` of its head names the storage key that must be set ("!": must not be set). The whole
 * screen: what is left of it would move up.
 */
function askGuard(): void {
  const head = root?.querySelector<HTMLElement>('[data-stored]')
  const [, not, key = ''] = /^(!?)(.*)$/.exec(head?.dataset['stored'] ?? '') ?? []
  try {
    if (key !== '' && (localStorage.getItem(key) === null) === (not === '')) head?.parentElement?.replaceChildren()
  } catch {
    // Storage is blocked, so nothing is stored: a visitor who is redirected sees the screen for a moment.
  }
}

askGuard()
root?.addEventListener('click', rememberClick)
root?.addEventListener('mousedown', completeClick)
root?.addEventListener('focusin', rememberFocus)
root?.addEventListener('ready', replayClick, { once: true })
root?.addEventListener('failed', replayClick, { once: true })
// When the customer leaves while scripts are loading, the browser cancels them: that is no failure. Firefox does so as soon as the navigation begins,
// before `pagehide`. A `beforeunload` listener would keep the page out of the back-forward cache, so it is removed once the application is ready.
let leaving = false
const leave = (): boolean => (leaving = true)
addEventListener('beforeunload', leave)
root?.addEventListener('ready', () => removeEventListener('beforeunload', leave), { once: true })
addEventListener('pagehide', leave)
addEventListener('pageshow', () => (leaving = false))
firstPaint()
  .then(load)
  .catch((error: unknown) => {
    if (leaving) return
    replayClick()
    reportError(error)
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const report: BrowserError = { kind: 'start', name, message: message.slice(0, 300), screen: '/', where: [] }
    navigator.sendBeacon('/bff/error', new Blob([JSON.stringify(report)], { type: 'application/json' }))
  })
