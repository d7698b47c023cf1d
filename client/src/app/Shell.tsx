import { Component, useEffect, useLayoutEffect, useRef, type ComponentType, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { useReturnedPayment } from '../orderState/payment.ts'
import { lazyPart, useOpened } from '../loading/lazyPart.tsx'
import { keepCanonical, useHead } from '../restaurant/head.ts'
import { useHours } from '../restaurant/workingHours.ts'
import { onAnotherVisitor, useVisitor } from '../session/identity.ts'
import { showPanel, usePanel, type Panel } from '../overlays/panels.ts'
import { goTo, KeepNavigate } from '../navigation/goTo.ts'
import { homeQuery, isConfirmation, paths } from '../navigation/paths.ts'
import { saveScrollPosition, restoreScrollPosition } from '../browser/scrollPosition.ts'
import { pageCachedAt } from '../browser/offline.ts'
import { screenOf } from '../browser/reportError.ts'
import { notify } from '../events/events.ts'
import { announceTitle } from '../browser/useTitle.ts'
import { usePainted } from '../ui/usePainted.ts'
import { Header } from './Header.tsx'
import { MainView } from './MainView.tsx'
import { CartPanel, CheckoutEntry } from './prefetchedPanels.ts'
import { guardAgain } from './runGuard.ts'
import { PaymentReturn, Screens } from './Screens.tsx'
import styles from './Shell.module.css'

// Loaded after the first paint or when opened.
const ShopBars = lazyPart(async () => (await import('./ShopBars.tsx')).ShopBars)
const Footer = lazyPart(async () => (await import('./Footer.tsx')).Footer)
const AfterPaint = lazyPart(async () => (await import('./AfterPaint.tsx')).AfterPaint)
const SideMenu = lazyPart(async () => (await import('./SideMenu.tsx')).SideMenu)
const CustomCode = lazyPart(async () => (await import('./CustomCode.ts')).CustomCode)

const ReservationSheet = lazyPart(async () => (await import('../features/reservation/ReservationSheet.tsx')).ReservationSheet)

const panels: Readonly<Record<Panel, ComponentType>> = { menu: SideMenu, cart: CartPanel, checkoutEntry: CheckoutEntry }

/** A panel, from when it is first opened. */
function OpenedPanel({ panel }: { panel: Panel }) {
  const Content = panels[panel]
  return useOpened(usePanel() === panel) && <Content />
}

/** The reservation modal of `?reservation=` over any screen (docs/specification.md section 2), from when it is first opened. */
function OpenedReservation() {
  const [search] = useSearchParams()
  return useOpened(search.has(homeQuery.reservation)) && <ReservationSheet />
}

/** The frame of every screen: header, bars, footer, panels and overlays. Only what needs the address is rendered again with it. */
export function Shell() {
  const { t } = useTranslation()
  const painted = usePainted()
  const visitor = useVisitor()
  const returned = useReturnedPayment()
  return (
    <>
      <KeepNavigate />
      <ScrollPosition />
      <a href="#main" className={styles.skip} onClick={skip}>
        {t('Skip to the content')}
      </a>
      <Header />
      {/* At once on a page from the worker's cache: it is old, and has nothing to wait for. */}
      {(painted || pageCachedAt() !== null) && <ShopBars />}
      <MainView>{returned !== null ? <PaymentReturn /> : <Screens key={visitor} />}</MainView>
      {painted && <Footer />}
      <OpenedPanel panel="menu" />
      <OpenedReservation />
      <OpenedPanel panel="cart" />
      <OpenedPanel panel="checkoutEntry" />
      {painted && <AfterPaint />}
      {/* Last, so that their effects run after those of the screen; each a component, so that the browser may handle input between them. */}
      <Head />
      {document.getElementById('boot') === null && <CustomCode />}
      <Availability />
      <Navigation visitor={visitor} />
    </>
  )
}

/** Keeps the head up to date: branding, canonical URL. */
function Head(): null {
  const { pathname, search } = useLocation()
  useHead()
  useEffect(() => keepCanonical(pathname, search), [pathname, search])
  return null
}

/** What a navigation does on every screen, and another person at it. */
function Navigation({ visitor }: { visitor: number }): null {
  const { key } = useLocation()
  usePageView()
  useScrollAndFocus(visitor)
  useLeaveAccountOnLogout(visitor)
  // The side menu closes on navigation (docs/specification.md section 2), as does any other panel.
  // Not when the shop starts: a press may have come first.
  useEffect(() => () => showPanel(null), [key])
  return null
}

/** Skips to the content without a history entry: going back to an address with a hash would move the focus again. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  main?.scrollIntoView({ behavior: 'instant' })
}

function ScrollPosition() {
  return <ScrollPositionRecorder at={useLocation().key} />
}

/** Saves the scroll position before the next screen is committed. */
class ScrollPositionRecorder extends Component<{ at: string }> {
  override getSnapshotBeforeUpdate({ at }: { at: string }) {
    if (at !== this.props.at) saveScrollPosition(at)
    return null
  }

  // React requires it together with getSnapshotBeforeUpdate.
  override componentDidUpdate() {}

  override render() {
    return null
  }
}

/**
 * After a navigation the page is scrolled to the top (docs/specification.md section 2) and the main element is focused; Back, a reload and a logout in
 * another tab, after which the screen is mounted anew, restore the scroll position.
 */
function useScrollAndFocus(visitor: number): void {
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  // A guest's confirmation has the checkout's path but is a screen of its own.
  const screen = `${pathname} ${new URLSearchParams(search).get('order') ?? ''}`
  const before = useRef<string | null>(null)
  useEffect(() => {
    const remember = (): void => saveScrollPosition()
    window.addEventListener('pagehide', remember)
    const stop = onAnotherVisitor(remember)
    return () => {
      window.removeEventListener('pagehide', remember)
      stop()
    }
  }, [])
  const visitorBefore = useRef(visitor)
  useLayoutEffect(() => {
    if (visitorBefore.current !== visitor) restoreScrollPosition()
    visitorBefore.current = visitor
  }, [visitor])
  useLayoutEffect(() => {
    if (before.current === screen) return
    const first = before.current === null
    before.current = screen
    if (!first) announceTitle()
    if (first || type === NavigationType.Pop) {
      restoreScrollPosition()
      return
    }
    window.scrollTo(0, 0)
    // The account menu may have been opened while the screen was loading: it closes when the focus leaves it.
    if (document.querySelector('header [aria-expanded=true]') === null) document.getElementById('main')?.focus({ preventScroll: true })
  }, [screen, type])
}

/** The event of each screen that is shown. The screen's own effects have set its title. */
function usePageView(): void {
  const location = useLocation()
  const { pathname } = location
  const screen = `${pathname}${isConfirmation(location) ? '?order' : ''}`
  const before = useRef('')
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    notify({ event: 'page_view', page_path: screenOf(pathname), page_title: document.title })
  }, [screen, pathname])
}

/** Leaves the account's pages, and any other that a guest may not see, when the customer has logged out in another tab. */
function useLeaveAccountOnLogout(visitor: number): void {
  const { pathname } = useLocation()
  const before = useRef(visitor)
  useEffect(() => {
    if (before.current === visitor) return
    before.current = visitor
    showPanel(null)
    if (pathname.startsWith(`${paths.me}/`)) goTo(paths.home, { replace: true })
    else void guardAgain()
  }, [visitor, pathname])
}

/** Redirects to /unavailable if the shop is inactive, also when it becomes so during a visit (docs/specification.md section 4). */
function Availability(): null {
  const { active } = useHours()
  const location = useLocation()
  const { pathname } = location
  const confirmed = isConfirmation(location)
  useEffect(() => {
    if (!active && !confirmed && (pathname === paths.home || pathname === paths.checkout)) goTo(paths.unavailable, { replace: true })
  }, [active, pathname, confirmed])
  return null
}
