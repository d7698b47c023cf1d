import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeMockServer } from '../../../../mocks/runtimes/node.ts'
import { queryClient } from '../../api/queryClient.ts'
import { addLine, EMPTY_CART } from '../../domain/cart.ts'
import { choicesKey, type CartLine } from '../../domain/cartLine.ts'
import { PaymentReturnPage } from './PaymentReturnPage.tsx'
import { routes } from '../../app/routes.ts'
import { currentCart } from '../../cart/cartStore.ts'
import { PlaceContext } from '../../navigation/place.ts'
import { waitingOrder, waitingOrders } from '../../orderState/orderState.ts'
import { storedPayment, startPaymentCheck, useReturnedPayment, useWaiting } from '../../orderState/payment.ts'
import { endPaymentCheck, takePaymentReturn } from '../../orderState/paymentReturn.ts'
import { WaitingOrderPanel } from '../../orderState/WaitingOrder.tsx'
import { startLanguage } from '../../i18n/language.ts'
import { startIdentity } from '../../session/identity.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { deviceOrder, storeDeviceOrder } from '../orders/queries.ts'
import { PaymentCheck } from './PaymentCheck.tsx'
import { renderShop } from '../../test-setup-shop.tsx'

const { server, world } = makeMockServer()
const no = HttpResponse.json({ message: 'No' }, { status: 422 })
const pizza: CartLine = {
  type: 'productItem',
  productId: 1,
  sizeId: 1,
  qty: 1,
  extraIds: [],
  optionIds: [],
  categoryId: 1,
  shown: { name: 'Pizza', size: '', parts: [], unit: 850, picture: null, allergens: null },
}
let asked: string[] = []
/** By branch; '' is any other. */
let answers: Record<string, Response> = {}
/** The pauses between the rounds in which it asks, in milliseconds. None is waited for. */
let pauses: number[] = []
const wait = (milliseconds: number): Promise<void> => {
  pauses.push(milliseconds)
  return Promise.resolve()
}

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' })
  await startLanguage(undefined)
})
afterAll(() => server.close())
// Dialogs survive the unmounted page; each test closes its own.
afterEach(async () => {
  for (const ok of screen.queryAllByRole('button', { name: 'Ok' })) await userEvent.click(ok)
})
beforeEach(() => {
  queryClient.clear()
  startIdentity()
  asked = []
  answers = {}
  pauses = []
  server.resetHandlers()
  server.use(
    http.get('*/api/checkout/check', ({ request }) => {
      asked.push(`${request.headers.get('X-Branch') ?? 'main'}${new URL(request.url).search}`)
      const given = answers[request.headers.get('X-Branch') ?? 'main'] ?? answers['']
      return given?.clone() ?? HttpResponse.json({ code: 'A-9' })
    }),
  )
  for (const key of [storedKeys.orders, storedKeys.openPayment]) local.remove(key)
  local.write(storedKeys.cart, JSON.stringify(addLine(EMPTY_CART, pizza)))
  storeDeviceOrder({
    order: {
      code: 'A-9',
      status: 'pending_approval',
      createdAt: '2026-11-21T12:00:00Z',
      items: [],
      payment: { price: 8.5, cartTotal: 8.5, discount: 0, deliver: 0, tax: 0, tip: 0 },
    },
    deliverType: 'takeaway',
    table: null,
    cart: EMPTY_CART,
    branchUrl: null,
    settled: false,
  })
})

function Screen() {
  const waiting = useWaiting()
  const returned = useReturnedPayment()
  return (
    <>
      <PaymentCheck wait={wait} />
      {returned !== null ? (
        <PlaceContext value={routes.paymentReturn}>
          <PaymentReturnPage />
        </PlaceContext>
      ) : (
        waiting && <WaitingOrderPanel waiting={waiting} />
      )}
    </>
  )
}

/** Loads the page at an address, as a return from the payment page does. */
function arrive(search: string, meanwhile?: () => void) {
  endPaymentCheck(true)
  window.history.replaceState(null, '', `/${search}`)
  takePaymentReturn()
  meanwhile?.()
  startPaymentCheck()
  const { pathname, search: after } = window.location
  return renderShop(<Screen />, `${pathname}${after}`).router
}

/** An order of two pizzas that waits for its payment. */
function waits(branchUrl: string | null = null, code = 'A-9'): void {
  const page = 'https://pay.example/s-5'
  const common = { sender: '', customer: '', total: 1700, startedAt: Date.now(), state: 'waiting' }
  const order = { ...common, key: `key-of-${code}`, branchUrl, code, page, pieces: { [choicesKey(pizza)]: 1 } }
  local.writeJson(storedKeys.orders, [order, ...waitingOrders()])
}

describe('the return from the payment page', () => {
  it('an approved payment is shown, takes what was ordered out of the cart and shows a guest the order', async () => {
    waits()
    // Added in another tab while the customer was at the payment page.
    const added = { ...pizza, productId: 2 }
    local.write(storedKeys.cart, JSON.stringify([pizza, added].reduce(addLine, EMPTY_CART)))
    const router = arrive('?payment=card&sess=s-1&page=3')
    expect(screen.getByRole('heading', { level: 1, name: 'We are checking your payment' })).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.search).not.toContain('sess'))
    expect(await screen.findByText('Your order approved')).toBeInTheDocument()
    await waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/checkout?order=A-9'))
    expect(currentCart().items).toEqual([added])
    expect(waitingOrder()).toBeNull()
    expect(deviceOrder('A-9')?.settled).toBe(true)
    expect(asked).toEqual(['main?payment=card&sess=s-1'])
  })
  it('an approval is said here too if another tab settles the payment first', async () => {
    // The other tab is done before anything of this page is shown.
    arrive('?payment=card&sess=s-4', () => local.remove(storedKeys.openPayment))
    expect(await screen.findByText('Your order approved')).toBeInTheDocument()
    expect(asked).toEqual(['main?payment=card&sess=s-4'])
  })
  it('a second visit shows the order and says nothing', async () => {
    const first = arrive('?payment=card&sess=s-2')
    await waitFor(() => expect(first.state.location.pathname).toBe('/checkout'))
    await userEvent.click(await screen.findByRole('button', { name: 'Ok' }))
    const second = arrive('?payment=card&sess=s-2')
    await waitFor(() => expect(second.state.location.pathname).toBe('/checkout'))
    expect(screen.queryByText('Your order approved')).not.toBeInTheDocument()
    expect(asked).toHaveLength(1)
  })
  it('a declined payment says so, keeps the cart and leads back to the checkout, where the order still waits', async () => {
    answers = { '': no }
    waits()
    const router = arrive('?payment=card&sess=s-3')
    expect(await screen.findByText('There is a problem with your payment. Please try again')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
    expect(currentCart().items).toHaveLength(1)
    expect(await screen.findByText('The payment of your order A-9 was declined')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', 'https://pay.example/s-5')
    await userEvent.click(screen.getByRole('button', { name: 'Another way to pay' }))
    expect(waitingOrder()).toBeNull()
  })
  it('a payment that nobody can check leaves the customer three ways, in every tab and after a restart', async () => {
    answers = { '': HttpResponse.json({ code: 'upstream_timeout' }, { status: 504 }) }
    waits()
    arrive('?payment=card&sess=s-8')
    await screen.findByRole('button', { name: 'Check again' })
    // A restart: session storage and memory are gone.
    cleanup()
    sessionStorage.clear()
    arrive('')
    await screen.findByRole('button', { name: 'Check again' })
    await userEvent.click(screen.getByRole('button', { name: 'I did not order' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(waitingOrder()?.code).toBe('A-9')
    await userEvent.click(screen.getByRole('button', { name: 'I did not order' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(waitingOrder()).toBeNull())
    expect(storedPayment.get()).toBeNull()
    expect(currentCart().items).toHaveLength(1)
  })
  it("is verified at the order's branch, whichever is chosen now, and empties only that branch's cart", async () => {
    const [, mitte = '', kreuzberg = ''] = world.shops.map(({ url }) => url)
    localStorage.setItem('branchUrl', kreuzberg)
    localStorage.setItem(`cart@${mitte}`, local.read(storedKeys.cart) ?? '')
    startIdentity()
    waits(mitte, 'A-7')
    arrive('?payment=card&sess=s-5')
    expect(await screen.findByText('Your order approved')).toBeInTheDocument()
    expect(asked).toEqual([`${mitte}?payment=card&sess=s-5`])
    expect(currentCart(mitte).items).toEqual([])
    expect(currentCart(kreuzberg).items).toHaveLength(1)
  })
  it('in another browser each branch is asked until one has the payment', async () => {
    const [, mitte = '', kreuzberg = '', prenzlauerberg = ''] = world.shops.map(({ url }) => url)
    answers = { main: no, [mitte]: no }
    arrive('?payment=card&sess=s-6')
    expect(await screen.findByText('Your order approved')).toBeInTheDocument()
    expect(asked.map((one) => one.split('?')[0])).toEqual(['main', mitte, kreuzberg])
    expect(asked.join()).not.toContain(prenzlauerberg)
  })
  it.each([502, 504])(
    'what answers %s could not be checked: nobody is asked to pay again, also after a reload, until it could be',
    async (status) => {
      answers = { '': HttpResponse.json({ code: 'upstream_unreachable' }, { status }) }
      waits()
      const router = arrive('?payment=card&sess=s-7')
      const words = 'Your payment has not been checked yet. Please do not pay again.'
      expect(await screen.findByText(words)).toBeInTheDocument()
      expect(pauses).toEqual([1_000, 3_000])
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
      expect(router.state.location.search).toBe('')
      expect(currentCart().items).toHaveLength(1)
      cleanup()
      arrive('')
      expect(await screen.findByText(words)).toBeInTheDocument()
      answers = {}
      await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
      expect(await screen.findByText('Your order approved')).toBeInTheDocument()
      expect(screen.queryByText(words)).not.toBeInTheDocument()
    },
  )
  it.each<[number, unknown]>([
    [401, { message: 'Unauthenticated.' }],
    [403, { message: 'Forbidden.' }],
    [419, { message: 'CSRF token mismatch.' }],
    [421, { code: 'unknown_branch', message: '' }],
    [400, { code: 'bad_request', message: '' }],
    [404, { code: 'unknown_call', message: '' }],
    [404, '404 page not found'],
  ])('what answers %i %j has said nothing about the payment', async (status, body) => {
    answers = { '': typeof body === 'string' ? new HttpResponse(body, { status }) : HttpResponse.json(body as object, { status }) }
    waits()
    arrive('?payment=card&sess=s-7')
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(waitingOrder()?.state).toBe('waiting')
  })
  it('of two orders that wait, none is called declined where it is not certain which', async () => {
    const [, mitte = ''] = world.shops.map(({ url }) => url)
    answers = { '': no }
    waits(mitte, 'A-7')
    waits()
    arrive('?payment=card&sess=s-3')
    expect(await screen.findByText('There is a problem with your payment. Please try again')).toBeInTheDocument()
    expect(waitingOrders().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  })
  it('another tab does not say that a check has failed which goes on in the tab of the return', async () => {
    waits()
    arrive('')
    local.writeJson(storedKeys.openPayment, { payment: 'card', sess: 's-8' })
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storedKeys.openPayment })))
    expect(await screen.findByText('Your payment has not been checked yet. Please do not pay again.')).toBeInTheDocument()
  })
  it('in another browser it leads home', async () => {
    local.remove(storedKeys.guestOrders)
    const router = arrive('?payment=card&sess=s-4')
    expect(await screen.findByText('Your order approved')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', search: '' }))
  })
  it('an incomplete return is removed from the address and not verified', async () => {
    const router = arrive('?payment=card')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(asked).toEqual([])
  })
})
