import type { BrowserError } from '../../../contracts/bff-types.ts'
import { paths } from '../navigation/paths.ts'

/** The maximum number of reports per page load. */
const most = 5

const reported = new Set<string>()

const words = new Set(Object.values(paths).flatMap((path) => (typeof path === 'string' ? path.split('/') : ['update'])))

/** The route of a path: segments that are not part of a route are parameters, and are replaced by `:id`. */
export function screenOf(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return `/${segments.map((segment) => (words.has(segment) ? segment : ':id')).join('/')}`.slice(0, 80)
}

/** The first stack frames of an error (file, line, column). */
function placesOf(error: Error): string[] {
  return [...(error.stack ?? '').matchAll(/([\w.-]{1,60}):(\d{1,7}):(\d{1,7})/g)].slice(0, 8).map(([place]) => place)
}

/** Reports an error to the operator (POST /bff/error): each one once, and a limited number. Never throws and is not awaited. */
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
    // The page may be about to unload.
    keepalive: true,
  }).catch(() => undefined)
}
