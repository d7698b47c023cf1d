// A backend that lacks optional calls (docs/backend.md): after its first 404 nothing leads there. Every link and button is shown, pressed by its call, and gone.
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contractOperations } from '../../../mocks/backend/schemas.ts'
import { call, type CallName } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { ProfilePage } from '../features/account/ProfilePage.tsx'
import { saveProfile } from '../features/account/queries.ts'
import { MyAddressesPage } from '../features/addresses/AddressListPage.tsx'
import { CreateMapAddressPage, UpdateAddressPage } from '../features/addresses/MapAddressPages.tsx'
import { removeAddress, saveAddress } from '../features/addresses/queries.ts'
import { ContactPage } from '../features/contact/ContactPage.tsx'
import { LoginPage } from '../features/login/LoginPage.tsx'
import { createAccount, sendNewPassword, signIn } from '../features/login/queries.ts'
import { OrderPage } from '../features/orders/OrderPage.tsx'
import { caller, publicScope } from '../session/identity.ts'
import { forgetLogin, login } from '../session/login.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { openMockShop, renderShop } from '../test-setup-shop.tsx'
import { LoyaltyLink } from './TopBar.tsx'
import { useDestinations } from './useDestinations.ts'

const { server } = openMockShop()
const ada = { email: 'ada@example.org', password: 'correct-horse' }

afterEach(() => {
  cleanup()
  forgetLogin()
})

async function signedIn(): Promise<void> {
  const { token } = await call('POST /login', { identity: caller(), body: ada })
  await login(token)
}

/** The links of header, side menu and footer. */
function Destinations() {
  const { main, account } = useDestinations()
  return [...main, ...account].map(({ to, label }) => (
    <a key={to} href={to}>
      {label}
    </a>
  ))
}

function show(element: ReactElement, path = '/'): void {
  renderShop({ '/me/my-orders/:orderCode': element, '/me/my-addresses/:addressId/update': element, '*': element }, path)
}

interface Lack {
  /** What the customer presses sends this. */
  ask: () => Promise<unknown>
  /** What leads there: on which screen, and what it is called. */
  entries: [ReactElement, 'link' | 'button' | 'combobox', string | RegExp][]
  guest?: true
  /** A 404 may also be about an account that is not known. */
  unknown?: true
}

const get = (name: CallName, query?: object) => (): Promise<unknown> => call(name, { identity: caller(), query } as never)
const firstAddress = async () => (await call('GET /me/addresses', { identity: caller() }))[0]!
const home = { name: 'Zuhause', address: 'Ackerstraße 1', areaId: 1 }

const lacks: Partial<Record<CallName, Lack>> = {
  'PUT /me': {
    ask: () => saveProfile({ name: 'Ada', email: ada.email, phone: '+493023125150' }),
    entries: [[<ProfilePage key="" />, 'button', 'Save']],
  },
  'GET /me/orders': {
    ask: get('GET /me/orders'),
    entries: [
      [<Destinations key="" />, 'link', 'My Orders'],
      [<ProfilePage key="" />, 'link', 'My Orders'],
    ],
  },
  'GET /me/addresses': {
    ask: get('GET /me/addresses'),
    entries: [
      [<Destinations key="" />, 'link', 'My Addresses'],
      [<ProfilePage key="" />, 'link', 'My Addresses'],
    ],
  },
  'POST /me/addresses': { ask: () => saveAddress(null, home), entries: [[<MyAddressesPage key="" />, 'link', 'Add an address']] },
  'PUT /me/addresses/{id}': {
    ask: async () => saveAddress((await firstAddress()).id, home),
    entries: [[<MyAddressesPage key="" />, 'link', /^Update/]],
  },
  'DELETE /me/addresses/{id}': {
    ask: async () => removeAddress((await firstAddress()).id),
    entries: [[<MyAddressesPage key="" />, 'button', /^Remove/]],
  },
  'GET /me/addresses/search': {
    ask: () =>
      Promise.allSettled([get('GET /me/addresses/search', { q: 'Rathaus' })(), get('GET /me/addresses/search-fixed', { q: 'Rathaus' })()]),
    entries: [[<CreateMapAddressPage key="" />, 'combobox', /./]],
  },
  'GET /me/transactions': {
    ask: get('GET /me/transactions', { page: 1 }),
    entries: [
      [<ProfilePage key="" />, 'link', 'Transaction History'],
      [<ProfilePage key="" />, 'link', /^Your points/],
      [<LoyaltyLink key="" />, 'link', /^Points/],
    ],
  },
  'POST /reservations': {
    ask: () => call('POST /reservations', { identity: caller(), body: {} as never }),
    entries: [[<Destinations key="" />, 'link', 'Reservation']],
  },
  'POST /contact': {
    ask: () => call('POST /contact', { identity: caller(), body: {} as never }),
    entries: [[<ContactPage key="" />, 'button', 'Send']],
  },
  'POST /login': {
    guest: true,
    unknown: true,
    ask: () => signIn(ada),
    entries: [
      [<Destinations key="" />, 'link', 'Login'],
      [<Destinations key="" />, 'link', 'Register'],
      [<LoginPage key="" />, 'link', 'Forgot your password?'],
    ],
  },
  'POST /register': {
    guest: true,
    ask: () => createAccount({ name: 'Ada', phone: '', terms: true }),
    entries: [
      [<Destinations key="" />, 'link', 'Register'],
      [<LoginPage key="" />, 'link', 'Register'],
    ],
  },
  'POST /reset-password': {
    guest: true,
    unknown: true,
    ask: () => sendNewPassword({ email: ada.email }),
    entries: [[<LoginPage key="" />, 'link', 'Forgot your password?']],
  },
}

/** Optional calls to which nothing leads by itself: what the shop does without them. */
const without: Partial<Record<CallName, string>> = {
  'GET /me': 'nobody is signed in',
  'POST /me/logout': 'the shop forgets the login',
  'GET /tables/{id}': 'only a table’s code leads there',
  'GET /products/menus/{id}': 'the list has it',
  'GET /products/categories/{categoryId}/products/{productId}': 'the list has it',
  'GET /me/addresses/{id}/edit': 'the list has it (below)',
  'GET /me/orders/{orderCode}': 'the list has it (below)',
  'GET /me/addresses/search-fixed': 'the other search is used',
  'GET /me/addresses/places/{id}': 'the map',
  'POST /me/addresses/check': 'the new address system is off',
  'POST /social': 'an unknown account: the registration',
  'POST /checkout': 'checkout/v2',
  'POST /me/orders': 'checkout/v2',
  'POST /checkout/v2': 'checkout or me/orders',
  'POST /checkout/quote': 'the shop computes the price',
  'GET /checkout/check': 'only a payment page leads there',
}

it('every optional call is in the table, or says why not', () => {
  const optional = contractOperations().filter(({ required, absent }) => !required && absent === undefined)
  const named = optional.map(({ method, path }) => `${method} ${path}`)
  expect([...Object.keys(lacks), ...Object.keys(without)].sort()).toEqual(expect.arrayContaining(named.sort()))
})

/** The backend answers every request of a call, `*` for each path parameter. */
function answers(name: string, answer: (body: unknown) => Response): void {
  const [method = '', path = ''] = name.split(' ')
  const at = `*/api${path.replaceAll(/\{\w+\}/g, ':id')}`
  server.use(http[method.toLowerCase() as 'get'](at, async ({ request }) => answer(await request.json().catch(() => undefined))))
}
const notFound = () => HttpResponse.json({ message: 'Not found.' }, { status: 404 })

describe.each(Object.entries(lacks))('without %s', (name, { ask, entries, guest, unknown }) => {
  const found = ([, role, label]: Lack['entries'][number]) => screen.queryAllByRole(role, { name: label })
  beforeEach(async () => {
    await queryClient.query(settingsQuery(publicScope()))
    if (guest === undefined) await signedIn()
  })

  it.each(entries.map((entry) => [entry[2], entry] as const))('%s is not offered any more', async (_, entry) => {
    show(entry[0])
    await waitFor(() => expect(found(entry)).not.toEqual([]))
    const press = () => act(() => ask().catch(() => undefined))
    // A proxy's page says nothing about the backend, a failure and an account that is unknown neither.
    answers(name, () => HttpResponse.json({ code: 'upstream_invalid' }, { status: 404 }))
    await press()
    answers(name, () => HttpResponse.json({ message: 'no' }, { status: 500 }))
    await press()
    if (unknown) {
      answers(name, (body) => (Object.keys(body as object).length > 0 ? notFound() : HttpResponse.json({ data: {} }, { status: 422 })))
      await press()
    }
    expect(found(entry)).not.toEqual([])
    answers(name, notFound)
    if (name === 'GET /me/addresses/search') answers('GET /me/addresses/search-fixed', notFound)
    await press()
    await waitFor(() => expect(found(entry)).toEqual([]))
  })
})

describe('what the list has needs no call of its own', () => {
  beforeEach(signedIn)

  it('an order', async () => {
    const { code } = (await call('GET /me/orders', { identity: caller() }))[0]!
    answers('GET /me/orders/{orderCode}', notFound)
    show(<OrderPage />, `/me/my-orders/${code}`)
    expect(await screen.findByText(new RegExp(code))).toBeInTheDocument()
    expect(screen.queryByText('This order was not found among your orders.')).toBeNull()
  })

  it('an address', async () => {
    const { id, name } = await firstAddress()
    answers('GET /me/addresses/{id}/edit', notFound)
    show(<UpdateAddressPage />, `/me/my-addresses/${String(id)}/update`)
    expect(await screen.findByDisplayValue(name)).toBeInTheDocument()
  })
})
