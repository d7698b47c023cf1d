/*
 * What the service worker may touch, as pure functions (docs/threat-model.md T29, F20). It keeps hashed assets, the page and the public calls of the catalogue,
 * and nothing that could be anybody's: no `me/*`, no login, no order, no table, and nothing that was asked with a bearer.
 */

/** The calls whose answers are the same for everybody: those that the contract lets the BFF keep (`x-cache`); a test compares the two, both ways. */
export const publicCalls = [
  'settings',
  'translations',
  'pages',
  'languages',
  'products/menus',
  'products/menus/{id}',
  'products/categories',
  'products/categories/{id}/products',
  'products/categories/{categoryId}/products/{productId}',
  'checkout/payment-providers',
  'working-hours',
  'branches',
  'areas',
  'taxes',
] as const

/**
 * The calls that a visit without a network needs. The page brings some of them, but the menu can also be reached from a screen that was opened with a network,
 * whose page has none.
 */
export const callsAhead = [
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

/** What a request asks for: the page, a hashed asset, a public call; null is none of the worker's business and goes its way untouched. */
export type Wanted = 'page' | 'asset' | 'copy' | null

/** The part of a request that decides. */
export interface Asked {
  method: string
  url: string
  mode: string
  headers: { get: (name: string) => string | null }
}

/** Sorts a request. `origin` is the shop's. */
export function wantedBy(request: Asked, origin: string): Wanted {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (publicPaths.some((path) => path.test(url.pathname))) return 'copy'
  // Every address of the shop is the same page; a file, an API and the payment's return are not.
  if (request.mode !== 'navigate' || /^\/(api|bff)\//.test(url.pathname) || /\.[^/]*$/.test(url.pathname)) return null
  return url.searchParams.has('payment') || url.searchParams.has('sess') ? null : 'page'
}

/** Whether the answer of a public call may be kept: asked by nobody in particular, and answered for everybody. */
export function mayKeep(
  request: Asked,
  answer: { status: number; type: string; headers: { get: (name: string) => string | null } },
): boolean {
  if (request.headers.get('Authorization') !== null || answer.status !== 200 || answer.type === 'opaque') return false
  const control = answer.headers.get('Cache-Control') ?? ''
  return !/no-store|private/.test(control) && Number(answer.headers.get('Content-Length') ?? 0) <= largest
}

/** The longest answer that is kept, in bytes as they travel. */
export const largest = 2 << 20

/** A branch's url as a part of a key: as it is compared, a trailing slash and letter case aside; '' is the main host. */
export function plainBranch(branch: string | null | undefined): string {
  return (branch ?? '').replace(/\/+$/, '').toLowerCase()
}

/** The address under which a call's copy is kept: branch and language are part of it, so that no copy is shown for another (docs/architecture.md section 3.6). */
export function copyKey(url: string, branch: string | null, lang: string | null, origin: string): string {
  const asked = new URL(url)
  return `${origin}/kept/${encodeURIComponent(plainBranch(branch))}/${encodeURIComponent((lang ?? '').toLowerCase())}${asked.pathname}${asked.search}`
}

/** The address under which the page of a branch and language is kept. */
export function pageKey(branch: string | null | undefined, lang: string, origin: string): string {
  return `${origin}/kept/${encodeURIComponent(plainBranch(branch))}/${encodeURIComponent(lang.toLowerCase())}/page`
}

/** The part of the boot data that the worker looks at. */
export interface PageFacts {
  branch: string | null
  lang: string
  /** Ids of the categories, whose products are fetched ahead. */
  categories: string[]
}

/** Reads the boot data out of a page; null when it has none that can be read, or lacks the menu: such a page is not worth keeping. */
export function factsOfPage(page: string): PageFacts | null {
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

/** Marks a page as kept, with the moment it was kept (ISO 8601): the client then shows it as a copy, asks again at once and takes no time of day from it. */
export function markKept(page: string, moment: string): string {
  return page.replace(/<html\b/i, `<html data-kept="${moment}"`)
}
