import type { BrowserError } from '../../../contracts/bff-types.ts'
import { paths } from './paths.ts'

/** How many reports one page sends at most: the first ones say what is wrong. */
const most = 5

const reported = new Set<string>()

const words = new Set(Object.values(paths).flatMap((path) => (typeof path === 'string' ? path.split('/') : ['update'])))

/** The route of an address: what is no word of a route is a parameter, and stays here. */
function screenOf(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return `/${segments.map((segment) => (words.has(segment) ? segment : ':id')).join('/')}`.slice(0, 80)
}

/** The nearest places of an error in the shop's own files. */
function placesOf(error: Error): string[] {
  return [...(error.stack ?? '').matchAll(/([\w.-]{1,60}):(\d{1,7}):(\d{1,7})/g)].slice(0, 8).map(([place]) => place)
}

/** Tells the operator of an error (POST /bff/error), once each and a few at most. Never throws and is never waited for. */
export function reportError(kind: BrowserError['kind'], thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const name = /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(error.name) ? error.name : 'Error'
  const key = `${name} ${error.message}`
  if (__MOCK__ || reported.size >= most || reported.has(key)) return
  reported.add(key)
  const report: BrowserError = {
    kind,
    name,
    message: error.message.slice(0, 300),
    screen: screenOf(window.location.pathname),
    where: placesOf(error),
  }
  void fetch('/bff/error', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    // The page may be about to go.
    keepalive: true,
  }).catch(() => undefined)
}
