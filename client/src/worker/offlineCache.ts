import {
  precachedCalls,
  callKey,
  readBootData,
  markCached,
  maxBytes,
  isCacheable,
  pageKey,
  normalisedBranch,
  requestKind,
  withoutScreen,
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

export interface Build {
  version: string
  /** Paths of the scripts and styles of the first screen; each contains the hash of its content. They are cached together or not at all. */
  first: readonly string[]
  /** Paths of all other scripts and styles. */
  later: readonly string[]
  /** Paths of the fonts; a page loads only those of its restaurant and language. */
  fonts: readonly string[]
  /** The path of the entry script. A page that does not name it belongs to another build. */
  entry: string
}

export interface Event {
  request: Request
  preload?: Promise<Response | undefined>
  /** ExtendableEvent.waitUntil: keeps the worker alive until the promise settles. */
  waitUntil: (work: Promise<unknown>) => void
}

const prefix = 'tablefront-'
const responses = `${prefix}responses-2`
/**
 * In milliseconds: how long the network may take before a cached response is used; how long the browser's storage may take to find one before the
 * network is asked; how long activation may take.
 */
const timeouts = { page: 3000, call: 4000, storage: 1000, activation: 2000 }
/** What precaching may take: milliseconds in all and for one request, and bytes (decompressed). The next visit continues. */
const precaching = { time: 60_000, request: 10_000, bytes: 8 << 20 }
/** Limits of the cache of API responses; the oldest are removed after every `pruneEvery` new ones. */
const maxResponses = 400
const pruneEvery = 25
const maxPages = 8
/** How many categories' products are precached. */
const maxCategories = 80
/** The header of a cached API response that says when it was current, in milliseconds since 1970. */
const currentAt = 'X-Current-At'

/** The value of a promise; undefined if it fails or takes longer than `milliseconds`. */
async function soon<T>(value: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), milliseconds)))
  return Promise.race([value.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/**
 * Caches what a visit without a network needs: the assets, a page for each branch and language, and public API responses. Pages and responses come
 * from the network first, since prices must be current; the cache is used when the network fails or is too slow. A cached API response says so, with
 * `X-Cache: stale` and `Age`. No request is queued to be sent later. Storage that fails or hangs counts as an empty cache.
 */
export function createOfflineCache(environment: Environment, build: Build) {
  const assets = `${prefix}assets-${build.version}`
  const pages = `${prefix}pages-${build.version}`

  /** Caches the files of the first screen or none. */
  const install = async (): Promise<void> => {
    const cache = await environment.caches.open(assets)
    await cache.addAll([...build.first])
  }

  /** Runs when no page of an older build is open: removes that build's caches. Requests wait for it, so it uses no network and is limited in time. */
  const activate = async (): Promise<void> => {
    await soon(
      (async () => {
        for (const name of await environment.caches.keys())
          if (name.startsWith(prefix) && ![assets, pages, responses].includes(name)) await environment.caches.delete(name)
      })(),
      timeouts.activation,
    )
  }

  const asset = async ({ request, waitUntil }: Event): Promise<Response> => {
    // The file name contains the content's hash, so any cache that has it is right.
    const cached = await soon(environment.caches.match(request.url, { ignoreVary: true }), timeouts.storage)
    if (cached) return cached
    const answer = await environment.fetch(request)
    if (answer.status === 200 && answer.type === 'basic') {
      const copy = answer.clone()
      waitUntil(
        environment.caches
          .open(assets)
          .then((cache) => cache.put(request.url, copy))
          .catch(() => undefined),
      )
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
    return networkFirst(event, network, timeouts.page, async () => {
      const cached = await cachedPage()
      if (cached === undefined || url.pathname === '/') return cached
      return new Response(withoutScreen(await cached.text()), { headers: cached.headers })
    })
  }

  let put = 0

  /** Caches an API response, if it may be; returns its size in bytes. */
  const cacheResponse = async (request: Request, answer: Response): Promise<number> => {
    if (!isCacheable(request, answer)) return 0
    const body = await answer.blob()
    if (body.size > maxBytes) return body.size
    const headers = new Headers(answer.headers)
    headers.set(currentAt, String(environment.now() - (Number(headers.get('Age')) || 0) * 1000))
    headers.delete('Content-Encoding')
    headers.delete('Content-Length')
    const cache = await environment.caches.open(responses)
    await cache.put(keyOf(request), new Response(body, { headers }))
    if (++put % pruneEvery === 0) await prune(responses, maxResponses)
    return body.size
  }

  const keyOf = (request: Request): string =>
    callKey(request.url, request.headers.get('X-Branch'), request.headers.get('Lang'), environment.origin)

  const cachedResponse = async (request: Request): Promise<Response | undefined> => {
    if (!(await environment.caches.has(responses))) return undefined
    const cached = await (await environment.caches.open(responses)).match(keyOf(request), { ignoreVary: true })
    if (cached === undefined) return undefined
    const headers = new Headers(cached.headers)
    headers.set('X-Cache', 'stale')
    headers.set('Age', String(Math.max(0, Math.round((environment.now() - Number(headers.get(currentAt))) / 1000))))
    return new Response(cached.body, { headers })
  }

  const call = (event: Event): Promise<Response> => {
    const network = environment.fetch(event.request)
    event.waitUntil(network.then((answer) => cacheResponse(event.request, answer.clone())).catch(() => undefined))
    return networkFirst(event, network, timeouts.call, () => cachedResponse(event.request))
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
    const fallback = await soon(cached(), timeouts.storage)
    if (fallback === undefined) return first instanceof Response ? first : network
    return fallback
  }

  /**
   * Precaches, without credentials, what is missing: the page of the chosen branch and language, the build's files, the fonts that the browser
   * has loaded, the menu. `anew`: the page and the menu also if they are cached. `saveData`: only the page, since the customer asked the browser to save data. Stops at the limits of
   * `precaching`, and when the storage is full. Returns the page's boot data, or null if there is none.
   */
  const precache = async (saveData: boolean, anew: boolean): Promise<BootData | null> => {
    const end = environment.now() + precaching.time
    let bytes = 0
    const get = (path: string, init: RequestInit): Promise<Response> =>
      environment.fetch(path, { ...init, signal: AbortSignal.timeout(precaching.request) })
    const known = anew ? undefined : await cachedPage()
    const boot =
      known === undefined
        ? await get('/', { headers: { Accept: 'text/html' }, cache: 'no-cache' })
            .then(cachePage)
            .catch(() => null)
        : readBootData(await known.text())
    if (!boot || saveData) return boot
    const files = await environment.caches.open(assets)
    const menu = await environment.caches.open(responses)
    const headers = { Accept: 'application/json', Lang: boot.lang, ...(boot.branch === null ? {} : { 'X-Branch': boot.branch }) }
    const calls = [
      ...precachedCalls,
      ...boot.categories.slice(0, maxCategories).map((id) => `products/categories/${encodeURIComponent(id)}/products`),
    ].map((path) => new Request(`${environment.origin}/api/${path}`, { headers, credentials: 'omit' }))
    const steps = [
      ...[...build.first, ...build.later, ...build.fonts].map((file) => async (): Promise<number> => {
        if ((await files.match(file, { ignoreVary: true })) !== undefined) return 0
        const answer = await get(file, build.fonts.includes(file) ? { cache: 'only-if-cached', mode: 'same-origin' } : {})
        if (answer.status !== 200) return 0
        const body = await answer.clone().blob()
        await files.put(file, answer)
        return body.size
      }),
      ...calls.map((request) => async (): Promise<number> => {
        if (!anew && (await menu.match(keyOf(request), { ignoreVary: true })) !== undefined) return 0
        return cacheResponse(request, await get(request.url, { headers, credentials: 'omit' }))
      }),
    ]
    // Sequential, to leave bandwidth to the page.
    for (const step of steps) {
      if (bytes > precaching.bytes || environment.now() > end) break
      try {
        bytes += await step()
      } catch (error) {
        if (error instanceof Error && error.name === 'QuotaExceededError') break
      }
    }
    return boot
  }

  /**
   * After a logout or a change of branch: precaches again and removes cached responses from before, or of other branches. Without a network the
   * cached page stays; it never contains personal data.
   */
  const renew = async (reason: 'logout' | 'branch', saveData: boolean): Promise<void> => {
    if (reason === 'logout') await environment.caches.delete(responses)
    const boot = await precache(saveData, true)
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
