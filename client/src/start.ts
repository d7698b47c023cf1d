/*
 * The page's first script. The BFF has written the first screen into the page (src/first): it is painted before
 * the shop is asked for, so that nobody waits for scripts to see the menu. What is pressed meanwhile is remembered and done once the shop is there.
 * A build writes these lines into the page itself (client/vite.config.ts).
 */

import type { BrowserError } from '../../contracts/bff-types.ts'

/**
 * In a build the addresses of the shop's scripts, each one after those it needs, the shop itself last, and of the sheets of what lies beyond the first
 * screen; null in development.
 */
declare const __FILES__: { scripts: readonly string[]; styles: readonly string[] } | null

const root = document.getElementById('root')
let pressed: string | null = null

/** What is pressed is found again in the shop: a link by its address, anything else by its class, which is the same there. */
function remember(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest('a, button, [data-field]') : null
  if (target === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const address = target.getAttribute('href')
  pressed = address === null ? `.${target.classList.item(target.classList.length - 1) ?? ''}` : `a[href="${CSS.escape(address)}"]`
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The first screen is seen, with the picture it lives from; at once where there is nothing to paint, or nobody looks. */
async function painted(): Promise<void> {
  if (!root?.firstElementChild || document.visibilityState === 'hidden') return
  // A frame that is drawn is not yet seen: the browser tells when it is. A tab that is hidden meanwhile paints nothing.
  const seen = new Promise<void>((resolve) =>
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(() => resolve())).observe({
      type: 'paint',
      buffered: true,
    }),
  )
  await Promise.race([seen, wait(1000)])
  // The shop's scripts, many times as big, would take the line from the picture.
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

/** Asks for a file; resolves when it is there, or can't be had: then its link is gone, and the next use asks again. */
function ask(rel: string, href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = 'style'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      resolve()
    })
  })
}

/**
 * On a first visit the first screen's styles are inside of the page. Their file comes for the next visits, and for the parts of the shop that name it;
 * it is not applied, since the styles are there.
 */
function keepStyles(): void {
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

/** Loads the shop: all its scripts are on their way at once, and each is run by itself, so that a press or a frame can come between. */
async function load(): Promise<void> {
  if (__FILES__ === null) {
    await import('./main.tsx')
    return
  }
  const { scripts, styles } = __FILES__
  keepStyles()
  for (const href of scripts) void ask('modulepreload', href)
  const fetched = Promise.all(styles.map((href) => ask('preload', href)))
  for (const href of scripts) {
    // The shop takes the sheets for there.
    if (href === scripts.at(-1)) {
      await fetched
      await Promise.all(styles.map((style) => ask('stylesheet', style)))
    }
    await import(/* @vite-ignore */ href)
    await wait(0)
  }
}

/** Does what was pressed, now that the shop is there, or now that it will not be: then a link leads where it leads without scripts (main.tsx). */
function repeat(): void {
  root?.removeEventListener('click', remember)
  if (pressed === null) return
  const again = root?.querySelector<HTMLElement>(pressed)
  again?.focus({ preventScroll: true })
  again?.click()
}

/** Takes the head of a screen away that a guard would lead away from: it says what has to be stored for it to stay, or not ("!"). */
function askGuard(): void {
  const head = root?.querySelector<HTMLElement>('[data-stored]')
  const [, not, key = ''] = /^(!?)(.*)$/.exec(head?.dataset['stored'] ?? '') ?? []
  try {
    if (key !== '' && (localStorage.getItem(key) === null) === (not === '')) head?.remove()
  } catch {
    // A blocked storage holds nothing: a visitor who is redirected sees the head for a moment.
  }
}

askGuard()
root?.addEventListener('click', remember)
root?.addEventListener('there', repeat, { once: true })
root?.addEventListener('failed', repeat, { once: true })
// Who leaves while scripts are loading has the browser cancel them: that is no failure. Firefox does so as soon as the navigation begins, long before
// `pagehide`; a listener that stayed would keep the page out of its back-forward cache.
let leaving = false
const leave = (): boolean => (leaving = true)
addEventListener('beforeunload', leave)
root?.addEventListener('there', () => removeEventListener('beforeunload', leave), { once: true })
addEventListener('pagehide', leave)
addEventListener('pageshow', () => (leaving = false))
painted()
  .then(load)
  .catch((error: unknown) => {
    if (leaving) return
    repeat()
    reportError(error)
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const report: BrowserError = { kind: 'start', name, message: message.slice(0, 300), screen: '/', where: [] }
    navigator.sendBeacon('/bff/error', new Blob([JSON.stringify(report)], { type: 'application/json' }))
  })
