import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../api/http.ts'
import { caller } from '../session/identity.ts'
import { login, logout } from '../session/login.ts'
import { renderShell } from '../test-setup-shell.tsx'
import { openMockShop } from '../test-setup-shop.tsx'
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

openMockShop()

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
})
