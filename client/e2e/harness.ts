// The test harness: a mock backend and a BFF per worker, and functions that provoke failures.
import { test as base, expect, type Page } from '@playwright/test'
import { unlisted } from '../../scripts/stored.ts'
import { pageSettings, serviceSettings } from '../../mocks/runtimes/settings.ts'
import { startPrograms } from './programs.ts'

export { expect }

/** A call that the mock backend has received. */
interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}

/** Controls the mock backend (mocks/README.md). */
interface Upstream {
  /** The address of the main host. */
  readonly url: string
  /** The addresses of the branches, as `GET branches` lists them. */
  readonly branches: readonly string[]
  /** Activates scenarios and purges the BFF's cache, so that the next call sees them. */
  scenario(scenario: { names?: string[]; settings?: Record<string, string>; now?: string; branch?: string }): Promise<void>
  /** Activates a scenario of a shop that has been visited: the BFF keeps what it has cached. */
  turn(...names: string[]): Promise<void>
  /** Provokes a failure of one call. */
  fault(fault: { match: string; kind: string; status?: number; body?: unknown; times?: number }): Promise<void>
  /** The orders that the upstream has. */
  orders(): Promise<{ code: string }[]>
  /** Changes an order's status as the restaurant would; `deliverAt` is the expected time. */
  order(code: string, status: string, deliverAt?: string): Promise<void>
  /** The calls the upstream received. */
  log(): Promise<Received[]>
  /** Stops the process, as in an outage; `start` restarts it. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** The shop under test. */
export interface Shop {
  readonly url: string
  readonly upstream: Upstream
  /** Empties the BFF's cached responses. */
  purge(): Promise<void>
  /** Ends the BFF and starts it again on the same data folder. */
  restart(): Promise<void>
}

const firstPort = Number(process.env['E2E_PORT_BASE'] ?? 21000)

async function open(
  index: number,
  fresh: string,
): Promise<Shop & { close(): Promise<void>; reset(dialect: string | null): Promise<void> }> {
  const programs = await startPrograms(firstPort + index * 20, (address) => ({
    ...pageSettings(address),
    ...serviceSettings(address),
    // The hosts of docs/tags.md.
    TABLEFRONT_CSP_SCRIPT: 'https://www.googletagmanager.com',
    TABLEFRONT_CSP_CONNECT:
      'https://*.google-analytics.com,https://www.googletagmanager.com,https://api.chat.example,wss://live.chat.example',
    TABLEFRONT_CSP_FRAME: 'https://widget.chat.example',
    // The stories' client addresses come in a header.
    TABLEFRONT_TRUSTED_PROXIES: '127.0.0.1/32',
    TABLEFRONT_CACHE_TTL: fresh,
  }))
  const { upstream, control, purge } = programs
  // The scenarios that every story of a project has.
  let always: string[] = []
  const read = async (path: string): Promise<unknown> => (await fetch(`${upstream}${path}`)).json()
  return {
    url: programs.url,
    purge,
    restart: async () => {
      await programs.stopShop()
      await programs.startShop()
    },
    upstream: {
      url: upstream,
      branches: programs.branches,
      scenario: async (scenario) => {
        await control('/__scenario', { ...scenario, names: [...always, ...(scenario.names ?? [])] })
        await purge()
      },
      turn: (...names) => control('/__scenario', { names: [...always, ...names] }),
      fault: (fault) => control('/__fault', fault),
      orders: async () => (await read('/__orders')) as { code: string }[],
      order: (code, status, deliverAt) => control('/__order', { code, status, deliverAt }),
      log: async () => (await read('/__log')) as Received[],
      stop: programs.stopUpstream,
      start: programs.startUpstream,
    },
    reset: async (dialect) => {
      always = dialect === null ? [] : [dialect]
      await programs.startUpstream()
      await control('/__reset', {})
      if (dialect !== null) await control('/__scenario', { names: always })
      await purge()
    },
    close: programs.close,
  }
}

/** The option of a project that says how its backend writes. */
export interface Dialect {
  dialect: string | null
}

let visitors = 0

/** What moved on its own by how much, from the browser's layout shifts; those until a second after what a press or a navigation leads to is rendered do not count. */
interface Moved {
  path: string
  /** The cumulative layout shift of a burst, as in Web Vitals. */
  shift: number
  sources: string[]
}

/** Reports each burst of layout shifts above the limit, with the elements that moved. */
async function watchShifts(page: Page): Promise<() => Moved[]> {
  const bursts = new Map<string, Moved>()
  await page.exposeBinding('reportShift', (_source, key: string, moved: Moved) => void bursts.set(key, moved))
  await page.addInitScript((limit) => {
    const report = (window as unknown as { reportShift: (key: string, moved: unknown) => void }).reportShift
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    // Another screen, the screen in another language, and what a press leads to are not shifts; a slow machine has until it is idle for them.
    const after = 1000
    let from = -Infinity
    let until = -Infinity
    // The browser's own, before a story sets the clock.
    const now = performance.now.bind(performance)
    const whenIdle = requestIdleCallback.bind(window)
    const change = (): void => {
      if (now() > until + after) from = now()
      until = Infinity
      whenIdle(() => (until = now()))
    }
    for (const input of ['pointerdown', 'pointerup', 'click', 'keydown', 'input']) addEventListener(input, change, true)
    const translated = (all: MutationRecord[]): void => {
      if (all.some(({ target }) => target === document.documentElement)) change()
    }
    const { navigation } = window as unknown as { navigation: EventTarget }
    navigation.addEventListener('currententrychange', change)
    new MutationObserver(translated).observe(document, { attributeFilter: ['lang'], subtree: true })
    let burst = { from: -Infinity, last: -Infinity, shift: 0, sources: [] as string[] }
    const name = ({ node, previousRect: before, currentRect: now }: Source): string => {
      const what =
        node instanceof Element ? `${node.localName}.${node.classList.value} “${node.textContent.slice(0, 40)}”` : node?.textContent
      return `${String(what)} by ${String(Math.round(now.x - before.x))}, ${String(Math.round(now.y - before.y))}`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        // Notices are over the page and make room for the cart's bar.
        const onPage = entry.sources.filter(({ node }) => node instanceof Element && node.closest('[data-toasts]') === null)
        const led = entry.startTime >= from && entry.startTime < until + after
        if (entry.hadRecentInput || led || onPage.length === 0) continue
        if (entry.startTime - burst.last > 1000 || entry.startTime - burst.from > 5000)
          burst = { from: entry.startTime, last: entry.startTime, shift: 0, sources: [] }
        burst.last = entry.startTime
        burst.shift += entry.value
        burst.sources.push(...entry.sources.map((source) => `${entry.value.toFixed(3)} ${name(source)}`))
        if (burst.shift >= limit) report(`${performance.timeOrigin} ${burst.from}`, { path: location.pathname + location.search, ...burst })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, shiftLimit)
  return () => [...bursts.values()].map(({ path, shift, sources }) => ({ path, shift: Math.round(shift * 1000) / 1000, sources }))
}

/** What the shop has stored in this browser and docs/operator.md does not list, without the stories' own marks; nothing if another page is shown. */
async function unlistedIn(page: Page, shop: string): Promise<string[]> {
  if (page.isClosed() || !page.url().startsWith(`${shop}/`)) return []
  const { session, ...stored } = await page
    .evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    }))
    .catch(() => ({ local: [], session: [], caches: [], databases: [] })) // it is being left
  const cookies = await page.context().cookies()
  const marks = /^(?:cart \d+|story \w+|signed-in|presses|broken)$/
  return unlisted({ ...stored, cookies: cookies.map(({ name }) => name), session: session.filter((key) => !marks.test(key)) })
}

/** A burst of shifts from this value on fails a story. */
const shiftLimit = 0.02

/** The `test` of all stories: `shop` is reset for each, the page has a client address of its own, and nothing moves on its own unless `steady` is false. */
export const test = base.extend<{ shop: Shop; steady: boolean } & Dialect, { worker: Awaited<ReturnType<typeof open>>; fresh: string }>({
  // False only where the story itself moves what is shown, with a sentence that says how.
  steady: [true, { option: true }],
  // How the backend writes (a scenario of mocks/README.md); null: as the contract.
  dialect: [null, { option: true }],
  page: async ({ page, steady, baseURL }, use) => {
    const moved = steady ? await watchShifts(page) : null
    await use(page)
    expect(await unlistedIn(page, baseURL ?? ''), 'docs/operator.md lists all that the shop stores in a browser').toEqual([])
    if (moved !== null) expect(moved(), 'nothing moves on its own').toEqual([])
  },
  // How long the BFF's cached responses are fresh: short where a story needs stale ones.
  fresh: ['5m', { option: true, scope: 'worker' }],
  worker: [
    async ({ fresh }, use, info) => {
      const worker = await open(info.parallelIndex, fresh)
      await use(worker)
      await worker.close()
    },
    { scope: 'worker' },
  ],
  shop: async ({ worker, dialect }, use) => {
    await worker.reset(dialect)
    await use(worker)
  },
  baseURL: async ({ worker }, use) => use(worker.url),
  // Each story has a client address of its own, so that rate limits never delay another one.
  extraHTTPHeaders: async ({}, use, info) => {
    const visitor = info.parallelIndex * 20_000 + ++visitors
    await use({ 'X-Forwarded-For': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` })
  },
})

/** Stores a branch as a returning customer has it, with the cookie by which the page is rendered. */
export async function withBranch(page: Page, shop: Shop, index = 0): Promise<void> {
  const branch = shop.upstream.branches[index] ?? ''
  await page.context().addCookies([{ name: 'branch', value: encodeURIComponent(branch), url: shop.url }])
  await withStored(page, 'branchUrl', branch)
}

/** Stores the language as a returning customer has it. */
export async function withLanguage(page: Page, shop: Shop, lang: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: lang, url: shop.url }])
  await withStored(page, 'lang', lang)
}

let calls = 0

/** The last call for a name counts, from the next page on, until the customer chooses something else. */
async function withStored(page: Page, name: string, value: string): Promise<void> {
  calls += 1
  await page.addInitScript(
    ([name, value, call]) => {
      const mark = `story ${name}`
      const last = Number(sessionStorage.getItem(mark))
      if (call < last || (call === last && localStorage.getItem(name) !== null)) return
      sessionStorage.setItem(mark, String(call))
      localStorage.setItem(name, value)
    },
    [name, value, calls] as const,
  )
}
