import { use, useEffect, type ReactElement, type ReactNode } from 'react'
import { useLocation, useRoutes } from 'react-router'
import { returnedPayment } from '../orderState/payment.ts'
import { screenLoads, screenShown } from '../navigation/navigating.ts'
import { Boundary } from '../loading/Part.tsx'
import { retryable } from '../loading/retryable.ts'
import { PlaceContext } from '../navigation/place.ts'
import { basePath } from '../navigation/paths.ts'
import { keyFirstHistoryEntry } from '../browser/scrollPosition.ts'
import { BrokenScreen } from './BrokenScreen.tsx'
import { followGuard, pageAddress, routeOf, runGuard, screenKey } from './runGuard.ts'
import { HomePage } from './HomePage.tsx'
import { placeOf, routes, screenRoutes, type Address, type Route, type ScreenComponent } from './routes.ts'

/** The loaded and loading screens, by key. */
const screens = new Map<string, Promise<ReactElement>>()

const codes = new Map(
  screenRoutes.map((route) => [route, retryable(route.load ?? (async () => Promise.resolve<ScreenComponent>(HomePage)))]),
)

/** Loads the code of a route's screen. */
export const loadCode = (route: Route): Promise<ScreenComponent> => codes.get(route)?.().promise ?? Promise.resolve(HomePage)

/** Loads the screen of a route. If its guard redirects, `redirect` is called and the promise never resolves; not if it is loaded anew meanwhile. */
function loadScreen(route: Route, address: Address, redirect: (path: string) => void): Promise<ReactElement> {
  const key = screenKey(address)
  const screen = behindGuard(route, address, (verdict) => {
    if (screens.get(key) !== screen) return
    // Who comes to this address later begins anew.
    screens.delete(key)
    redirect(verdict)
  })
  screens.set(key, screen)
  return screen
}

async function behindGuard(route: Route, address: Address, redirect: (path: string) => void): Promise<ReactElement> {
  // The code and the guard's facts are loaded in parallel.
  const loaded = loadCode(route)
  // The screen requests again what fails here, and shows the error.
  if (route.unguarded?.(address) !== true) void loaded.then(({ prefetch }) => prefetch?.()).catch(() => undefined)
  const verdict = await runGuard(route, address)
  if (verdict === null) {
    const Screen = await loaded
    return <Screen />
  }
  redirect(verdict)
  return new Promise(() => undefined)
}

/** Starts to load the code of the screen at an address before its guard runs, in parallel with the start of the shop. */
export function fetchScreen(pathname: string): void {
  const route = routeOf(pathname)
  if (route !== undefined) void loadCode(route)
}

/**
 * Loads the screen at the page's address before anything is rendered: runs the guards and follows their redirects. If a screen can't be loaded, its
 * route shows the error.
 */
export async function loadFirstScreen(): Promise<void> {
  history.scrollRestoration = 'manual'
  keyFirstHistoryEntry()
  const payment = returnedPayment() !== null ? paymentReturn().promise.catch(() => undefined) : undefined
  for (;;) {
    const address = pageAddress()
    const route = routeOf(address.pathname)
    if (route === undefined) break
    const redirected = await new Promise<boolean>((resolve) => {
      const screen = loadScreen(route, address, (verdict) => {
        followGuard(address, verdict, (path) => history.replaceState(history.state, '', basePath + path))
        resolve(true)
      })
      void screen.catch(() => undefined).then(() => resolve(false))
    })
    if (!redirected) break
  }
  await payment
}

const paymentReturn = retryable(async () => {
  const { PaymentReturnPage } = await import('../features/checkout/PaymentReturnPage.tsx')
  return <PaymentReturnPage />
})

/** The screen of a return from the payment page, in place of the address's. */
export function PaymentReturn() {
  return (
    <PlaceContext value={routes.paymentReturn}>
      <ScreenBoundary>
        <LoadedPaymentReturn />
      </ScreenBoundary>
    </PlaceContext>
  )
}

function LoadedPaymentReturn() {
  return use(paymentReturn('rendering').promise)
}

/** The screen of the address. The previous one stays until the next is loaded. */
export function Screens() {
  return useRoutes(screenRoutes.map((route) => ({ path: route.path, element: <RouteScreen key={route.path} route={route} /> })))
}

/** A route with its own error boundary: a failure affects nothing around it and ends with the next navigation. */
function RouteScreen({ route }: { route: Route }) {
  const location = useLocation()
  const key = screenKey(location)
  useEffect(() => {
    screenShown()
    for (const other of screens.keys()) if (other !== key) screens.delete(other)
  }, [key])
  return (
    <PlaceContext value={placeOf(location)}>
      <ScreenBoundary key={key} forget={() => screens.delete(key)}>
        <LoadedScreen route={route} address={location} />
      </ScreenBoundary>
    </PlaceContext>
  )
}

/** Replaces a screen that has failed, until it is loaded. `forget` is called before the next attempt to load it. */
function ScreenBoundary({ forget, children }: { forget?: () => void; children: ReactNode }) {
  return (
    <Boundary kind="screen" {...(forget && { onError: forget })} fallback={(props) => <BrokenScreen {...props} />}>
      {children}
    </Boundary>
  )
}

function LoadedScreen({ route, address }: { route: Route; address: Address }) {
  const screen = screens.get(screenKey(address)) ?? loadScreen(route, address, (verdict) => followGuard(address, verdict))
  screenLoads(address.pathname + address.search)
  useEffect(screenShown)
  return use(screen)
}
