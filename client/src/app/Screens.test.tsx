import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../api/http.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { goTo } from '../navigation/goTo.ts'
import { caller, identity, startIdentity } from '../session/identity.ts'
import { login, logout } from '../session/login.ts'
import { redirectedFrom } from '../session/loginRedirect.ts'
import { renderShell } from '../test-setup-shell.tsx'
import { openMockShop } from '../test-setup-shop.tsx'
import { routeOf, runGuard } from './runGuard.ts'
import { loadFirstScreen } from './Screens.tsx'

const { breaks } = vi.hoisted(() => ({ breaks: { now: true } }))
const fragile = vi.hoisted(() => (name: string) => () => {
  if (breaks.now) throw new TypeError(`${name} is broken`)
  return name as unknown as ReactElement
})
vi.mock('../features/menu/MenuPage.tsx', () => ({ MenuPage: fragile('MenuPage') }))
vi.mock('../features/account/ProfilePage.tsx', () => ({ ProfilePage: fragile('ProfilePage') }))
vi.mock('../features/orders/OrderPage.tsx', () => ({ OrderPage: fragile('OrderPage') }))
const { prefetchCheckout } = vi.hoisted(() => ({ prefetchCheckout: vi.fn(() => Promise.resolve()) }))
vi.mock('./CheckoutRoute.tsx', () => ({ CheckoutRoute: Object.assign(fragile('CheckoutRoute'), { prefetch: prefetchCheckout }) }))
vi.mock('../features/login/LoginPage.tsx', () => ({ LoginPage: fragile('LoginPage') }))
vi.mock('../features/contact/ContactPage.tsx', () => ({ ContactPage: () => <p>the contact page</p> }))

const { server } = openMockShop()

/** Opens the shop at an address, as main.tsx does. */
async function open(address: string): Promise<void> {
  window.history.replaceState(null, '', address)
  await loadFirstScreen()
  await renderShell()
  // Content after the first paint is rendered, too.
  await screen.findByRole('contentinfo')
}

/** Through the navigation, since the logo links home as well. */
async function follow(name: string): Promise<void> {
  // Without act(), as in a browser: a screen that suspends inside of it is sometimes never resumed by React.
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getByRole('link', { name })
    .click()
  await waitFor(() => expect(at()).toBe(name === 'Home' ? '/' : '/contact'))
}
const at = (): string => window.location.pathname + window.location.search
const signIn = async (): Promise<unknown> =>
  login((await call('POST /login', { identity: caller(), body: { email: 'ada@example.org', password: 'correct-horse' } })).token)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  breaks.now = true
  redirectedFrom.set(null)
  logout()
})

describe('a failing screen', () => {
  it.each(['/', '/me/my-profile', '/me/my-orders/A-1000', '/checkout'])(
    '%s leaves header and cart, and the next one is whole',
    async (address) => {
      await signIn()
      await open(address)
      expect(await within(screen.getByRole('main')).findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      expect(screen.getByText('This screen could not be shown. Your cart is kept.')).toBeVisible()
      const header = within(screen.getByRole('banner'))
      expect(header.getByRole('button', { name: /^Cart/ })).toBeVisible()
      await follow('Contact Us')
      expect(await screen.findByText('the contact page')).toBeVisible()
      expect(screen.queryByText('Something went wrong')).toBeNull()
    },
  )
})

describe('guards', () => {
  beforeEach(() => {
    breaks.now = false
  })
  it.each([
    ['/nowhere', '/'],
    ['/me/my-profile', '/login'],
    ['/me', '/login'],
    ['/checkout', '/checkout'],
  ])('of the first address: %s leads a visitor to %s', async (from, to) => {
    await open(from)
    expect(at()).toBe(to)
  })
  it.each([
    ['/checkout', 1],
    ['/checkout?order=A-1000', 0],
  ])('meanwhile %s starts %i time the requests of the form', async (address, times) => {
    prefetchCheckout.mockClear()
    window.history.replaceState(null, '', address)
    await loadFirstScreen()
    expect(prefetchCheckout).toHaveBeenCalledTimes(times)
  })
  it('of the first address let a customer stay', async () => {
    await signIn()
    await open('/me')
    expect(screen.getByText('ProfilePage')).toBeVisible()
    expect(at()).toBe('/me/my-profile')
  })
  it('let pass within the shop', async () => {
    await open('/contact')
    await follow('Home')
    expect(await screen.findByText('MenuPage')).toBeVisible()
    expect(screen.queryByText('the contact page')).toBeNull()
  })
  it('lead on from within the shop, and are asked again where one comes back', async () => {
    await signIn()
    await open('/me/my-profile')
    await follow('Contact Us')
    expect(await screen.findByText('the contact page')).toBeVisible()
    logout()
    act(() => window.history.back())
    await waitFor(() => expect(at()).toBe('/login'))
    expect(await screen.findByText('LoginPage')).toBeVisible()
  })
  it.each([
    ['Back', () => window.history.back(), '/'],
    ['a link', () => goTo('/contact'), '/contact'],
  ])('that answer after the customer has gone elsewhere, by %s, do not lead him away from there', async (_how, leave, to) => {
    await open('/')
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    server.use(
      http.get('*/api/me', async () => {
        await answered
        return HttpResponse.json({}, { status: 401 })
      }),
    )
    local.write(storedKeys.token, 'expired')
    startIdentity()
    goTo('/me/my-profile')
    await waitFor(() => expect(at()).toBe('/me/my-profile'))
    leave()
    await waitFor(() => expect(at()).toBe(to))
    answer()
    await waitFor(() => expect(identity().token).toBeNull())
    // The same guard, asked later, answers after it.
    const address = { pathname: '/me/my-profile', search: '' }
    expect(await runGuard(routeOf(address.pathname)!, address)).toBe('/login')
    expect(at()).toBe(to)
    expect(redirectedFrom.get()).toBeNull()
    goTo('/me/my-profile')
    expect(await screen.findByText('LoginPage')).toBeVisible()
    expect(redirectedFrom.get()).toBe('/me/my-profile')
  })
  it('redirect from an address that the browser writes in another way', async () => {
    await open('/contact')
    goTo('/café')
    expect(await screen.findByText('MenuPage')).toBeVisible()
    expect(at()).toBe('/')
  })
})
