import { paths } from '../navigation/paths.ts'
import { useClosedSentence } from '../restaurant/useClosedSentence.ts'
import { useHours } from '../restaurant/workingHours.ts'
import { useLocation } from 'react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheets } from '../features/menu/SheetsLoader.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { onStorageFailure } from '../browser/storage.ts'
import { consentNames } from '../consent/cookieSettings.ts'
import { Loader } from '../loading/Loader.tsx'
import { showToast } from '../notices/notices.ts'
import { Notices } from '../notices/Notices.tsx'
import { prefetchScripts } from '../loading/prefetch.ts'
import { shopConfig } from '../restaurant/config.ts'
import { useTabIntoView } from '../ui/useTabIntoView.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import { prefetched } from './prefetched.ts'
import { CartPanel, CheckoutEntry } from './prefetchedPanels.ts'
import { routes } from './routes.ts'
import { loadCode } from './Screens.tsx'

const loads: Record<(typeof prefetched)[number], () => Promise<unknown>> = {
  'features/menu/Sheets.tsx': Sheets.load,
  'features/cart/CartPanel.tsx': CartPanel.load,
  'features/checkout/CheckoutEntry.tsx': CheckoutEntry.load,
  'app/CheckoutRoute.tsx': () => loadCode(routes.checkout),
}

const InformationPage = lazyPart(async () => (await import('../features/information/InformationPage.tsx')).InformationPage)
const CookieSettings = lazyPart(async () => {
  const [{ CookieSettings: Settings }, { startConsent }] = await Promise.all([
    import('../features/information/CookieSettings.tsx'),
    import('../consent/consent.ts'),
  ])
  startConsent()
  return Settings
})

/** What every screen has and the first paint does not need: notices, information pages and the loading indicator. */
export function AfterPaint() {
  useTabIntoView()
  useStorageNotice()
  useClosedNotice()
  useEffect(() => prefetchScripts(prefetched.map((module) => loads[module])), [])
  useEffect(() => {
    if (!shopConfig().vitals) return undefined
    // A visit without its figures is a visit all the same.
    return whenIdle(() => void import('../browser/vitals.ts').then(({ measureVisit }) => measureVisit()).catch(() => undefined))
  }, [])
  const [asks] = useState(() => consentNames().length > 0)
  return (
    <>
      <Loader />
      <Notices />
      <InformationPage />
      {asks && <CookieSettings />}
    </>
  )
}

/** Says so when the browser stores nothing. */
function useStorageNotice(): void {
  const { t } = useTranslation()
  useEffect(
    () =>
      onStorageFailure(() =>
        showToast({ kind: 'info', text: t('Your browser does not store data for this site: your cart is kept only for this visit.') }),
      ),
    [t],
  )
}

/** Shows once per visit that the active shop is closed, with the earliest date (docs/specification.md sections 4 and 8). */
function useClosedNotice(): void {
  const { t } = useTranslation()
  const { active } = useHours()
  const { pathname } = useLocation()
  const shown = useRef(false)
  const sentence = useClosedSentence()
  useEffect(() => {
    // The checkout shows it in the time section.
    if (sentence === null || !active || shown.current || pathname === paths.checkout) return
    shown.current = true
    showToast({ kind: 'info', title: t('We are closed'), text: sentence })
  }, [sentence, active, pathname, t])
}
