import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import type { Vitals } from '../../../contracts/bff-types.ts'
import { fromBrowser } from '../navigation/paths.ts'
import { screenOf } from './reportError.ts'

/**
 * Measures the visit and sends its figures to the operator (POST /bff/vitals) once, when the page is first hidden: the last moment at which a browser
 * surely sends anything. They belong to the screen at which the page was loaded.
 */
export function measureVisit(): void {
  const address = performance.getEntriesByType('navigation')[0]?.name ?? window.location.href
  const figures: Vitals = { screen: screenOf(fromBrowser(new URL(address).pathname)) }
  const note = ({ name, value }: Metric): void => {
    figures[name.toLowerCase() as 'lcp' | 'inp' | 'cls' | 'ttfb'] = Math.round(value * 1000) / 1000
  }
  // With all changes: the last press's delay is otherwise lost when the page is left before the browser is idle.
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(note, { reportAllChanges: true })
  const send = (): void => {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', send)
    navigator.sendBeacon('/bff/vitals', new Blob([JSON.stringify(figures)], { type: 'application/json' }))
  }
  // The library completes its figures in the capture phase of the same event.
  document.addEventListener('visibilitychange', send)
}
