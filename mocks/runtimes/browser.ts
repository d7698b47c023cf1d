/**
 * The mock backend in the browser (`make mock`): MSW's service worker in the BFF's runtime. Its state is stored in localStorage `tablefront:mock`, since the payment
 * page is a full navigation. Scenarios: `?scenario=closed,fi` or localStorage `tablefront:scenario`; `?scenario=` ends them, `?reset` clears the state.
 * `?now=` sets the restaurant's clock. VITE_SCENARIO names scenarios that are always on (`make demo`).
 */
import { http, passthrough } from 'msw'
import { setupWorker } from 'msw/browser'
import { bffHandlers, makeBffRuntime } from './bff.ts'
import { isScenario } from '../backend/scenarios.ts'
import type { State } from '../backend/state.ts'
import { makeWorld } from '../backend/world.ts'

const STATE_KEY = 'tablefront:mock'
const SCENARIO_KEY = 'tablefront:scenario'
/** Raised when the state's shape changes: an older one is discarded. */
const STATE_VERSION = 1

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the state is lost at each reload; the shop still works.
  }
}

const keptState = (): State | null => {
  try {
    const kept = JSON.parse(read(STATE_KEY) ?? 'null') as { version?: number; state?: State } | null
    return kept?.version === STATE_VERSION ? (kept.state ?? null) : null
  } catch {
    return null
  }
}

/** Starts the worker. Call it before anything is fetched. */
export const startMock = async (): Promise<void> => {
  const query = new URLSearchParams(location.search)
  if (query.has('reset')) write(STATE_KEY, null)
  const asked = query.get('scenario')
  if (asked !== null) write(SCENARIO_KEY, asked === '' ? null : asked)
  const names = `${import.meta.env['VITE_SCENARIO'] ?? ''},${read(SCENARIO_KEY) ?? ''}`.split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !isScenario(name))
  if (unknown.length > 0) console.warn(`unknown scenario: ${unknown.join(', ')}`)
  // The base path under which the demo is published.
  const origin = location.origin + import.meta.env.BASE_URL.replace(/\/$/, '')
  const world = makeWorld({ mediaBase: origin, scenarios: names.filter(isScenario), now: query.get('now'), state: keptState() })
  const runtime = makeBffRuntime({
    world,
    paymentUrl: (sess, _shop, lang) => {
      const payment = world.state.payments[sess]
      // The session is written down after its address is made; its provider is that of the newest order.
      const provider = payment?.provider ?? String(world.state.orders.at(-1)?.submission.paymentType ?? '')
      return `${origin}/pay.html?${new URLSearchParams({ payment: provider, sess, lang }).toString()}`
    },
    outcome: (sess) => {
      const outcome = read(`tablefront:mock:pay:${sess}`)
      return outcome === 'approved' || outcome === 'declined' ? outcome : null
    },
    changed: () => write(STATE_KEY, JSON.stringify({ version: STATE_VERSION, state: world.state })),
  })
  const worker = setupWorker(
    // Vite serves the client's own modules under /src/api: they are not calls.
    http.all('*', ({ request }) => (/^\/(api|bff)\/|\/look\.css$/.test(new URL(request.url).pathname) ? undefined : passthrough())),
    ...bffHandlers(runtime, {
      tiles: { url: `${origin}/tile.svg?{z}/{x}/{y}`, attribution: 'Tablefront' },
      google: { clientId: 'mock', script: `${origin}/providers/google.js` },
      facebook: { appId: 'mock', script: `${origin}/providers/facebook.js` },
    }),
  )
  await worker.start({
    onUnhandledRequest: 'bypass',
    quiet: true,
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
  })
}
