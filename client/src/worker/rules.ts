/*
 * What the service worker may cache, as pure functions (docs/threat-model.md T29, F20): hashed assets, the page and public API responses. Never
 * personal data: no `me/*`, login, order or table, and nothing requested with a bearer token.
 */
import { publicCalls } from '../../../contracts/calls.ts'

/**
 * The calls that a visit without a network needs. The menu page contains some of these responses, but the menu can also be reached from a screen
 * whose page does not.
 */
export const precachedCalls = [
  'settings',
  'translations',
  'pages',
  'languages',
  'branches',
  'working-hours',
  'products/categories',
  'products/menus',
  'areas',
  'taxes',
  'checkout/payment-providers',
] as const

const publicPaths = publicCalls.map((call) => new RegExp(`^/api/${call.replace(/\{\w+\}/g, '[^/]+')}$`))

/** How the worker handles a request: the page, a hashed asset or a public API call; null: not at all. */
export type RequestKind = 'page' | 'asset' | 'call' | null

/** The properties of a request that decide. */
export interface RequestInfo {
  method: string
  url: string
  mode: string
  headers: { get: (name: string) => string | null }
}

/** Classifies a request. `origin` is the shop's. */
export function requestKind(request: RequestInfo, origin: string): RequestKind {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (publicPaths.some((path) => path.test(url.pathname))) return 'call'
  // Every client route is the same page; files (of the root: an order's code may have a dot), API calls and the return from the payment page are not.
  if (request.mode !== 'navigate' || /^\/(api|bff)\//.test(url.pathname) || /^\/[^/]*\.[^/]*$/.test(url.pathname)) return null
  return url.searchParams.has('payment') || url.searchParams.has('sess') ? null : 'page'
}

/** Whether the response of a public call may be cached: requested without credentials and not marked as private. */
export function isCacheable(
  request: RequestInfo,
  answer: { status: number; type: string; headers: { get: (name: string) => string | null } },
): boolean {
  if (request.headers.get('Authorization') !== null || answer.status !== 200 || answer.type === 'opaque') return false
  const control = answer.headers.get('Cache-Control') ?? ''
  return !/no-store|private/.test(control) && Number(answer.headers.get('Content-Length') ?? 0) <= maxBytes
}

/** The size of the largest response that is cached, in bytes. */
export const maxBytes = 2 << 20

/** A branch's URL as part of a cache key: without trailing slashes, in lower case; '' is the main host. */
export function normalisedBranch(branch: string | null | undefined): string {
  return (branch ?? '').replace(/\/+$/, '').toLowerCase()
}

/** The cache key of an API call. It contains branch and language, so that no response is used for another one (docs/architecture.md section 3.6). */
export function callKey(url: string, branch: string | null, lang: string | null, origin: string): string {
  const asked = new URL(url)
  return `${origin}/cached/${encodeURIComponent(normalisedBranch(branch))}/${encodeURIComponent((lang ?? '').toLowerCase())}${asked.pathname}${asked.search}`
}

/** The cache key of the page of a branch and language. */
export function pageKey(branch: string | null | undefined, lang: string, origin: string): string {
  return `${origin}/cached/${encodeURIComponent(normalisedBranch(branch))}/${encodeURIComponent(lang.toLowerCase())}/page`
}

export interface BootData {
  branch: string | null
  lang: string
  /** The categories' ids; their products are precached. */
  categories: string[]
}

/** Reads the boot data of a page; null if there is none or it lacks the menu: such a page is not worth caching. */
export function readBootData(page: string): BootData | null {
  const written = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(page)?.[1]
  try {
    const boot = JSON.parse(written ?? 'null') as {
      branch?: unknown
      lang?: unknown
      settings?: unknown
      categories?: unknown
    } | null
    if (boot === null || typeof boot.lang !== 'string' || !Array.isArray(boot.settings) || !Array.isArray(boot.categories)) return null
    return {
      branch: typeof boot.branch === 'string' ? boot.branch : null,
      lang: boot.lang,
      categories: boot.categories.flatMap((one: unknown) => {
        const id = (one as { id?: unknown } | null)?.id
        return typeof id === 'string' || typeof id === 'number' ? [String(id)] : []
      }),
    }
  } catch {
    return null
  }
}

/** Adds the time at which the page was cached (ISO 8601). The client then treats its data as stale and does not set its clock by it. */
export function markCached(page: string, moment: string): string {
  return page.replace(/<html\b/i, `<html data-cached-at="${moment}"`)
}

/**
 * Replaces the screen of a page by a placeholder (client/src/app/Shell.module.css). Frame and data are those of every address, but another screen than
 * the address's would be shown until the application has started.
 */
export function withoutScreen(page: string): string {
  return page.replace(/(<div id="root">.*?<main\b[^>]*)>.*?(?=<\/main>)/s, '$1 aria-busy="true">')
}
