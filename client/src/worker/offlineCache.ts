import {
  precachedCalls,
  callKey,
  readBootData,
  markCached,
  isCacheable,
  pageKey,
  normalisedBranch,
  requestKind,
  type BootData,
} from './rules.ts'

/** The browser APIs that the cache uses; tests replace them. */
export interface Environment {
  origin: string
  caches: CacheStorage
  fetch: typeof fetch
  /** A cookie's decoded value; null when it is not set, undefined where workers can't read cookies. */
  cookie: (name: string) => Promise<string | null | undefined>
  now: () => number
}

/** A build of the client. Its files are cached together or not at all. */
export interface Build {
  version: string
  /** Paths of all scripts and styles; each contains the hash of its content. */
  files: readonly string[]
  /** The path of the entry script. A page that does not name it belongs to another build. */
  entry: string
}

/** A fetch event. */
export interface Event {
  request: Request
  /** The response of navigation preload. */
  preload?: Promise<Response | undefined>
  /** ExtendableEvent.waitUntil: keeps the worker alive until the promise settles. */
  waitUntil: (work: Promise<unknown>) => void
}

const prefix = 'tablefront-'
const responses = `${prefix}responses-1`
/** How long the network may take before a cached response is used, in milliseconds. */
const timeouts = { page: 3000, call: 4000 }
/** Limits of the cache of API responses; the oldest are removed after every `pruneEvery` new ones. */
const maxResponses = 400
const pruneEvery = 25
const maxPages = 8
/** How many categories' products are precached. */
const maxCategories = 80

/**
 * Caches what a visit without a network needs: the assets, a page for each branch and language, and public API responses. Pages and responses come
 * from the network first, since prices must be current; the cache is used when the network fails or is too slow. No request is queued to be sent
 * later.
 */
export function createOfflineCache(environment: Environment, build: Build) {
  const assets = `${prefix}assets-${build.version}`
  const pages = `${prefix}pages-${build.version}`

  /** Caches all files of the build or none: half a build would mix versions. */
  const install = async (): Promise<void> => {
    const cache = await environment.caches.open(assets)
    await cache.addAll([...build.files])
  }

  /** Runs when no page of an older build is open: removes that build's caches. */
  const activate = async (): Promise<void> => {
    for (const name of await environment.caches.keys())
      if (name.startsWith(prefix) && ![assets, pages, responses].includes(name)) await environment.caches.delete(name)
  }

  const asset = async ({ request, waitUntil }: Event): Promise<Response> => {
    // The file name contains the content's hash, so any cache that has it is right.
    const cached = await environment.caches.match(request.url, { ignoreVary: true })
    if (cached) return cached
    const answer = await environment.fetch(request)
    if (answer.status === 200 && answer.type === 'basic') {
      const copy = answer.clone()
      waitUntil(environment.caches.open(assets).then((cache) => cache.put(request.url, copy)))
    }
    return answer
  }

  const prune = async (name: string, most: number): Promise<void> => {
    const cache = await environment.caches.open(name)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
  }

  /** Caches a page under the branch and language it was rendered for. Pages of another build are left to that build's worker. */
  const cachePage = async (answer: Response): Promise<BootData | null> => {
    if (answer.status !== 200 || answer.redirected || !(answer.headers.get('Content-Type') ?? '').startsWith('text/html')) return null
    const text = await answer.text()
    const boot = readBootData(text)
    if (boot === null || !text.includes(` data-shop="${build.entry}"`)) return null
    const headers = new Headers(answer.headers)
    // The body is no longer compressed.
    headers.delete('Content-Encoding')
    headers.delete('Content-Length')
    const cache = await environment.caches.open(pages)
    await cache.put(
      pageKey(boot.branch, boot.lang, environment.origin),
      new Response(markCached(text, new Date(environment.now()).toISOString()), { headers }),
    )
    await prune(pages, maxPages)
    return boot
  }

  /** The cached page of the branch and language in the cookies, as the BFF reads them; where workers can't read cookies, the one cached last. */
  const cachedPage = async (): Promise<Response | undefined> => {
    if (!(await environment.caches.has(pages))) return undefined
    const cache = await environment.caches.open(pages)
    const [branch, lang] = await Promise.all([environment.cookie('branch'), environment.cookie('lang')])
    const keys = await cache.keys()
    const last = keys.at(-1)
    if (branch === undefined || lang === undefined) return last && (await cache.match(last))
    if (lang !== null) return await cache.match(pageKey(branch, lang, environment.origin), { ignoreVary: true })
    const ofBranch = pageKey(branch, '', environment.origin).replace(/\/\/page$/, '/')
    const found = keys.findLast((key) => key.url.startsWith(ofBranch))
    return found && (await cache.match(found, { ignoreVary: true }))
  }

  const page = async (event: Event): Promise<Response> => {
    const network = (async () => {
      const early = await event.preload
      // Without a network Firefox answers the preload with an error response where others reject.
      return early === undefined || early.type === 'error' ? environment.fetch(event.request) : early
    })()
    const url = new URL(event.request.url)
    if (url.pathname === '/' && url.search === '')
      event.waitUntil(network.then((answer) => cachePage(answer.clone())).catch(() => undefined))
    return networkFirst(event, network, timeouts.page, cachedPage)
  }

  let put = 0

  const cacheResponse = async (request: Request, answer: Response): Promise<void> => {
    if (!isCacheable(request, answer)) return
    const cache = await environment.caches.open(responses)
    await cache.put(keyOf(request), answer)
    if (++put % pruneEvery === 0) await prune(responses, maxResponses)
  }

  const keyOf = (request: Request): string =>
    callKey(request.url, request.headers.get('X-Branch'), request.headers.get('Lang'), environment.origin)

  const call = (event: Event): Promise<Response> => {
    const network = environment.fetch(event.request)
    event.waitUntil(network.then((answer) => cacheResponse(event.request, answer.clone())).catch(() => undefined))
    return networkFirst(event, network, timeouts.call, async () =>
      (await environment.caches.has(responses))
        ? (await environment.caches.open(responses)).match(keyOf(event.request), { ignoreVary: true })
        : undefined,
    )
  }

  /**
   * Network first: returns the network's response if it arrives in time and is not a gateway error, else the cached one, else whatever the network
   * gives.
   */
  const networkFirst = async (
    event: Event,
    network: Promise<Response>,
    wait: number,
    cached: () => Promise<Response | undefined>,
  ): Promise<Response> => {
    // Called now, since waitUntil throws once the event has been responded to.
    event.waitUntil(network.catch(() => undefined))
    const late = Symbol('late')
    const first = await Promise.race([
      network.catch(() => null),
      new Promise<typeof late>((resolve) => setTimeout(() => resolve(late), wait)),
    ])
    // A gateway error counts as no network; any other response is used.
    if (first instanceof Response && ![502, 503, 504].includes(first.status)) return first
    const fallback = await cached().catch(() => undefined)
    if (fallback === undefined) return first instanceof Response ? first : network
    return fallback
  }

  /**
   * Precaches, without credentials, the page of the chosen branch and language and its menu. Returns the page's boot data, or null if the page could
   * not be cached. `saveData`: only the page, since the customer asked the browser to save data.
   */
  const precache = async (saveData: boolean): Promise<BootData | null> => {
    const answer = await environment.fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-cache' }).catch(() => null)
    const boot = answer && (await cachePage(answer).catch(() => null))
    if (!boot || saveData) return boot
    const paths = [
      ...precachedCalls,
      ...boot.categories.slice(0, maxCategories).map((id) => `products/categories/${encodeURIComponent(id)}/products`),
    ]
    const headers = { Accept: 'application/json', Lang: boot.lang, ...(boot.branch === null ? {} : { 'X-Branch': boot.branch }) }
    // Sequential, to leave bandwidth to the page.
    for (const path of paths) {
      const request = new Request(`${environment.origin}/api/${path}`, { headers, credentials: 'omit' })
      await environment
        .fetch(request)
        .then((one) => cacheResponse(request, one))
        .catch(() => undefined)
    }
    return boot
  }

  /**
   * After a logout or a change of branch: precaches again and removes cached responses from before, or of other branches. Without a network the
   * cached page stays; it never contains personal data.
   */
  const renew = async (reason: 'logout' | 'branch', saveData: boolean): Promise<void> => {
    if (reason === 'logout') await environment.caches.delete(responses)
    const boot = await precache(saveData)
    if (boot === null) return
    const own = `${environment.origin}/cached/${encodeURIComponent(normalisedBranch(boot.branch))}/`
    for (const name of [responses, pages]) {
      const cache = await environment.caches.open(name)
      for (const key of await cache.keys()) if (!key.url.startsWith(own)) await cache.delete(key)
    }
  }

  return {
    install,
    activate,
    precache,
    renew,
    /** The response to a request; null if the worker does not handle it. */
    answer: (event: Event): Promise<Response> | null => {
      switch (requestKind(event.request, environment.origin)) {
        case 'asset':
          return asset(event)
        case 'page':
          return page(event)
        case 'call':
          return call(event)
        case null:
          return null
      }
    },
    /** Whether a page with this entry script belongs to this build. */
    isOwn: (entry: string): boolean => entry === build.entry,
  }
}
