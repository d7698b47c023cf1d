import { use, useEffect, type ReactElement } from 'react'
import { matchPath, useLocation, useRoutes, type NavigateFunction } from 'react-router'
import { navigating } from '../shop/navigating.ts'
import { ErrorBoundary } from '../shop/Part.tsx'
import { basePath, fromBrowser, isConfirmation } from '../shop/paths.ts'
import { keyFirstHistoryEntry } from '../shop/scrollPosition.ts'
import { BrokenScreen } from './BrokenScreen.tsx'
import { askGuard } from './facts.ts'
import { routes, type Route } from './routes.ts'

interface Address {
  pathname: string
  search: string
}

/** A guard is asked when the place changes, not when a sheet opens over it. A guest's confirmation is a place of its own. */
const placeOf = (address: Address): string => `${address.pathname}${isConfirmation(address) ? '?order' : ''}`

/** The screens of the place that is shown and of those on their way to it. */
const arrivals = new Map<string, Promise<ReactElement>>()

/** A screen has been rendered: before that, there is no router that could navigate. */
let rendered = false

/** Loads the screen of a route. Who is led away by its guard goes where it says; until then there is nothing to show. */
async function arrive(route: Route, address: Address, go: (path: string) => void): Promise<ReactElement> {
  // Code and facts are asked for at once.
  const loaded = route.load?.()
  loaded?.catch(() => undefined)
  const verdict = await askGuard(route, address)
  if (verdict === null && loaded !== undefined) {
    const Screen = await loaded
    return <Screen />
  }
  if (verdict !== null) go(verdict)
  return new Promise(() => undefined)
}

const routeOf = (pathname: string): Route | undefined => routes.find(({ path }) => matchPath(path, pathname) !== null)

/** Asks for the part of the shop that the first address needs, before its guards are asked: it is on its way while the shop starts. */
export function fetchScreen(pathname: string): void {
  // Its place asks again, and says what is wrong.
  routeOf(pathname)
    ?.load?.()
    .catch(() => undefined)
}

/**
 * Arrives at the address of the page, before anything is rendered: asks the guards, goes where they say, and loads the screen. A screen that can't be
 * loaded is told by its place.
 */
export async function loadFirstScreen(): Promise<void> {
  history.scrollRestoration = 'manual'
  keyFirstHistoryEntry()
  for (let leads: string | null = ''; leads !== null;) {
    const address: Address = { pathname: fromBrowser(window.location.pathname), search: window.location.search }
    const route = routeOf(address.pathname)
    if (route === undefined) return
    const redirected = new Promise<string>((go) => {
      const arrival = arrive(route, address, go)
      arrivals.set(placeOf(address), arrival)
      arrival.then(
        () => go(''),
        () => go(''),
      )
    })
    leads = (await redirected) || null
    if (leads !== null) history.replaceState(history.state, '', basePath + leads)
  }
}

interface ScreensProps {
  /** Of a component that is mounted: a place that is on its way is not. */
  navigate: NavigateFunction
}

/** The screen of the address. The one before it stays until it is there. */
export function Screens({ navigate }: ScreensProps) {
  return useRoutes(routes.map((route) => ({ path: route.path, element: <Place key={route.path} route={route} navigate={navigate} /> })))
}

/** A place of the shop: what breaks in it takes nothing around it along, and the next place is whole. */
function Place({ route, navigate }: ScreensProps & { route: Route }) {
  const location = useLocation()
  const place = placeOf(location)
  const go = (path: string): void => {
    if (rendered) void navigate(path, { replace: true })
    // The address has changed between the first arrival and the first rendering.
    else window.location.replace(basePath + path)
  }
  useEffect(() => {
    rendered = true
    navigating.set(false)
    for (const other of arrivals.keys()) if (other !== place) arrivals.delete(other)
  }, [place])
  return (
    <ErrorBoundary key={place} kind="screen" fallback={(error) => <BrokenScreen error={error} />}>
      <Arrived place={place} start={() => arrive(route, location, go)} />
    </ErrorBoundary>
  )
}

function Arrived({ place, start }: { place: string; start: () => Promise<ReactElement> }) {
  let arrival = arrivals.get(place)
  if (arrival === undefined) {
    arrival = start()
    arrivals.set(place, arrival)
    // Not while React renders.
    queueMicrotask(() => navigating.set(true))
  }
  return use(arrival)
}
