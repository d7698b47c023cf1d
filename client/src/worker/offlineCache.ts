import { callsAhead, copyKey, factsOfPage, markKept, mayKeep, pageKey, plainBranch, wantedBy, type PageFacts } from './rules.ts'

/** What the offlineCache stands on; the worker hands in the browser's own, tests theirs. */
export interface Ground {
  origin: string
  caches: CacheStorage
  fetch: typeof fetch
  /** A plain cookie's decoded value, null when it is not there; undefined where the browser does not tell workers. */
  cookie: (name: string) => Promise<string | null | undefined>
  now: () => number
}

/** One build of the client: its files live together or not at all. */
export interface Build {
  version: string
  /** Every script and style, by its address with the hash of its content. */
  files: readonly string[]
  /** The one that the page names: a page without it belongs to another build. */
  entry: string
}

/** A fetch as the worker sees it. */
export interface Event {
  request: Request
  /** The browser's own early answer to a navigation. */
  preload?: Promise<Response | undefined>
  /** Keeps the worker alive until the work beside the answer is done. */
  beside: (work: Promise<unknown>) => void
}

const prefix = 'tablefront-'
const copies = `${prefix}copies-1`
/** How long the network may take, in milliseconds, before a copy takes its place. */
const timeouts = { page: 3000, copy: 4000 }
/** How many copies are kept, and after how many new ones they are counted; the oldest go first. */
const mostCopies = 400
const counted = 25
const mostPages = 8
/** How many categories' products are fetched ahead. */
const mostAhead = 80

/**
 * Keeps the shop for a visit without a network: assets by their hash, one page for each branch and language, public calls. Every answer still comes
 * from the network first, since prices must be true; a copy takes its place when there is none, or none in time. Nothing is ever sent later by itself.
 */
export function makeOfflineCache(ground: Ground, build: Build) {
  const assets = `${prefix}assets-${build.version}`
  const pages = `${prefix}pages-${build.version}`

  /** All files of the build or none: a worker with half a build would mix versions. */
  const install = async (): Promise<void> => {
    const cache = await ground.caches.open(assets)
    await cache.addAll([...build.files])
  }

  /** Runs when no page of an older build is left: what belonged to it goes. */
  const activate = async (): Promise<void> => {
    for (const name of await ground.caches.keys())
      if (name.startsWith(prefix) && ![assets, pages, copies].includes(name)) await ground.caches.delete(name)
  }

  const asset = async ({ request, beside }: Event): Promise<Response> => {
    // By its hash a file is the same in every cache.
    const kept = await ground.caches.match(request.url, { ignoreVary: true })
    if (kept) return kept
    const answer = await ground.fetch(request)
    if (answer.status === 200 && answer.type === 'basic') {
      const copy = answer.clone()
      beside(ground.caches.open(assets).then((cache) => cache.put(request.url, copy)))
    }
    return answer
  }

  const bound = async (name: string, most: number): Promise<void> => {
    const cache = await ground.caches.open(name)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
  }

  /** Keeps a page under the branch and language it was made for; one of another build is left alone, for its own worker. */
  const keepPage = async (answer: Response): Promise<PageFacts | null> => {
    if (answer.status !== 200 || answer.redirected || !(answer.headers.get('Content-Type') ?? '').startsWith('text/html')) return null
    const text = await answer.text()
    const facts = factsOfPage(text)
    if (facts === null || !text.includes(` data-shop="${build.entry}"`)) return null
    const headers = new Headers(answer.headers)
    // The body is plain text now.
    headers.delete('Content-Encoding')
    headers.delete('Content-Length')
    const cache = await ground.caches.open(pages)
    await cache.put(
      pageKey(facts.branch, facts.lang, ground.origin),
      new Response(markKept(text, new Date(ground.now()).toISOString()), { headers }),
    )
    await bound(pages, mostPages)
    return facts
  }

  /** The kept page of the branch and language that the cookies name, as the BFF reads them; where workers see no cookies, the last one kept. */
  const keptPage = async (): Promise<Response | undefined> => {
    if (!(await ground.caches.has(pages))) return undefined
    const cache = await ground.caches.open(pages)
    const [branch, lang] = await Promise.all([ground.cookie('branch'), ground.cookie('lang')])
    const keys = await cache.keys()
    const last = keys.at(-1)
    if (branch === undefined || lang === undefined) return last && (await cache.match(last))
    if (lang !== null) return await cache.match(pageKey(branch, lang, ground.origin), { ignoreVary: true })
    const ofBranch = pageKey(branch, '', ground.origin).replace(/\/\/page$/, '/')
    const found = keys.findLast((key) => key.url.startsWith(ofBranch))
    return found && (await cache.match(found, { ignoreVary: true }))
  }

  const page = async (event: Event): Promise<Response> => {
    const network = (async () => {
      const early = await event.preload
      // Without a network Firefox answers the preload with an error response where others reject.
      return early === undefined || early.type === 'error' ? ground.fetch(event.request) : early
    })()
    const url = new URL(event.request.url)
    if (url.pathname === '/' && url.search === '') event.beside(network.then((answer) => keepPage(answer.clone())).catch(() => undefined))
    return inTime(event, network, timeouts.page, keptPage)
  }

  let put = 0

  const keepCopy = async (request: Request, answer: Response): Promise<void> => {
    if (!mayKeep(request, answer)) return
    const cache = await ground.caches.open(copies)
    await cache.put(keyOf(request), answer)
    if (++put % counted === 0) await bound(copies, mostCopies)
  }

  const keyOf = (request: Request): string =>
    copyKey(request.url, request.headers.get('X-Branch'), request.headers.get('Lang'), ground.origin)

  const copy = (event: Event): Promise<Response> => {
    const network = ground.fetch(event.request)
    event.beside(network.then((answer) => keepCopy(event.request, answer.clone())).catch(() => undefined))
    return inTime(event, network, timeouts.copy, async () =>
      (await ground.caches.has(copies)) ? (await ground.caches.open(copies)).match(keyOf(event.request), { ignoreVary: true }) : undefined,
    )
  }

  /** The network's answer where it comes in time and is one; else what is kept; else whatever the network says. */
  const inTime = async (
    event: Event,
    network: Promise<Response>,
    wait: number,
    kept: () => Promise<Response | undefined>,
  ): Promise<Response> => {
    // Asked for at once: an event can't be extended any more once it has its answer.
    event.beside(network.catch(() => undefined))
    const late = Symbol('late')
    const first = await Promise.race([
      network.catch(() => null),
      new Promise<typeof late>((resolve) => setTimeout(() => resolve(late), wait)),
    ])
    // A gateway that is away is like no network; every other answer is one.
    if (first instanceof Response && ![502, 503, 504].includes(first.status)) return first
    const instead = await kept().catch(() => undefined)
    if (instead === undefined) return first instanceof Response ? first : network
    return instead
  }

  /**
   * Fetches the shop ahead, as nobody in particular: the page of the chosen branch and language, and the rest of its menu. Answers what the page says
   * of itself, null when it could not be kept. `saveData` is for a customer who asked the browser to save data: only the page.
   */
  const keepShop = async (saveData: boolean): Promise<PageFacts | null> => {
    const answer = await ground.fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-cache' }).catch(() => null)
    const facts = answer && (await keepPage(answer).catch(() => null))
    if (!facts || saveData) return facts
    const paths = [
      ...callsAhead,
      ...facts.categories.slice(0, mostAhead).map((id) => `products/categories/${encodeURIComponent(id)}/products`),
    ]
    const headers = { Accept: 'application/json', Lang: facts.lang, ...(facts.branch === null ? {} : { 'X-Branch': facts.branch }) }
    // One after the other: nobody waits for these.
    for (const path of paths) {
      const request = new Request(`${ground.origin}/api/${path}`, { headers, credentials: 'omit' })
      await ground
        .fetch(request)
        .then((one) => keepCopy(request, one))
        .catch(() => undefined)
    }
    return facts
  }

  /**
   * After a logout or a change of branch: the shop is fetched anew, and what was kept of calls before, or of other branches, goes. Without a network the
   * page stays, which never holds anybody's data.
   */
  const renew = async (reason: 'logout' | 'branch', saveData: boolean): Promise<void> => {
    if (reason === 'logout') await ground.caches.delete(copies)
    const facts = await keepShop(saveData)
    if (facts === null) return
    const own = `${ground.origin}/kept/${encodeURIComponent(plainBranch(facts.branch))}/`
    for (const name of [copies, pages]) {
      const cache = await ground.caches.open(name)
      for (const key of await cache.keys()) if (!key.url.startsWith(own)) await cache.delete(key)
    }
  }

  return {
    install,
    activate,
    keepShop,
    renew,
    /** The answer to a request, or null when it is none of the worker's business. */
    answer: (event: Event): Promise<Response> | null => {
      switch (wantedBy(event.request, ground.origin)) {
        case 'asset':
          return asset(event)
        case 'page':
          return page(event)
        case 'copy':
          return copy(event)
        case null:
          return null
      }
    },
    /** Whether a page that began with this file belongs to this build. */
    isOwn: (entry: string): boolean => entry === build.entry,
  }
}
