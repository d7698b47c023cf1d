// The checkout in front of a backend that owns the price (docs/wire.md section 8).
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Bill } from '../../../../contracts/types.ts'
import { queryClient } from '../../api/queryClient.ts'
import { orderTotal } from '../../domain/order.ts'
import { session, sessionKeys } from '../../browser/storage.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { openMockShop, fillCart } from '../../test-setup-shop.tsx'
import { CartContents } from '../cart/Cart.tsx'
import { CartSummary } from '../cart/CartSummary.tsx'
import { deviceOrders } from '../orders/queries.ts'
import { sentTo, showCheckout, payButton, fill, fillTakeaway } from '../../test-setup-checkout.tsx'

const shop = openMockShop()
const { server, world } = shop
const quoted = sentTo(shop, '/checkout/quote')
const placed = sentTo(shop, '/checkout/v2')

beforeEach(async () => {
  session.remove(sessionKeys.quotes)
  world.setScenario({ names: ['open', 'engine'] })
  // 34.00, from 30.00 on 10 % less.
  await fillCart(4)
})

const ready = (text: string, name?: string) =>
  waitFor(async () => {
    expect(await payButton(name)).toBeEnabled()
    expect(await payButton(name)).toHaveTextContent(text)
  })

describe('a backend that owns the price', () => {
  it('its total is on the button, in the bill, in the order and in the confirmation', async () => {
    const user = userEvent.setup()
    const { router } = showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    const bill = screen.getByRole('region', { name: 'Your order' })
    expect(bill).toHaveTextContent('Subtotal34,00')
    expect(bill).toHaveTextContent(/10 % .*-3,40/)
    expect(bill).toHaveTextContent(/Total30,60 €incl. 7 % .*2,00/)
    expect(quoted.at(-1)?.body).toMatchObject({ deliverType: 'takeaway', paymentType: 'cash', takeaway: true })
    expect(quoted.at(-1)?.body).not.toHaveProperty('name')
    await user.click(await payButton())
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
    expect(placed[0]?.body.cart).toMatchObject({ price: 34, discount: 3.4, total: 30.6 })
    const [kept] = deviceOrders()
    expect(kept && orderTotal(kept.order, shopCurrency())).toBe(3060)
    expect(kept?.order.payment).toMatchObject({ discounts: [{ value: 3.4 }], taxItems: [{ value: 2, included: true }] })
  })

  it('the cart shows the same total, and asks nothing where the backend has no such call', async () => {
    const cart = (
      <>
        <CartContents />
        <CartSummary />
      </>
    )
    const first = showCheckout(cart)
    expect(await screen.findByRole('button', { name: /^Checkout 30,60/ })).toBeInTheDocument()
    first.unmount()
    world.setScenario({ names: ['open'] })
    queryClient.clear()
    session.remove(sessionKeys.quotes)
    quoted.length = 0
    showCheckout(cart)
    expect(await screen.findByRole('button', { name: /^Checkout 34,00/ })).toBeInTheDocument()
    await waitFor(() => expect(quoted).toHaveLength(1))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    act(() => cartActions.increase(cartActions.keys()[0] ?? ''))
    expect(await screen.findByRole('button', { name: /^Checkout 42,50/ })).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(quoted).toHaveLength(1)
    expect(screen.queryByText('The restaurant confirms the price.')).toBeNull()
  })

  it('a 404 of what stands before the backend does not mean that it has no quotes', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    server.use(http.post('*/api/checkout/quote', () => HttpResponse.json({ message: 'no', code: 'upstream_invalid' }, { status: 404 })))
    act(() => cartActions.increase(cartActions.keys()[0] ?? ''))
    expect(await screen.findByText('The restaurant confirms the price.')).toBeInTheDocument()
  })

  it('Place Order waits for a quote; if it fails, the shop’s own sum stays and says so', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    server.use(
      http.post('*/api/checkout/quote', async () => {
        await held
        return HttpResponse.json({ message: 'no' }, { status: 500 })
      }),
    )
    act(() => cartActions.increase(cartActions.keys()[0] ?? ''))
    await waitFor(async () => expect(await payButton()).toBeDisabled())
    expect((await payButton()).querySelector('[aria-busy]')).not.toBeNull()
    release()
    expect(await screen.findByText('The restaurant confirms the price.')).toBeInTheDocument()
    await ready('42,50')
  })

  it('a quote that does not come is waited for five seconds: the old sum is marked, then the shop’s own stays', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    server.use(http.post('*/api/checkout/quote', () => new Promise<never>(() => undefined)))
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const fiveSeconds = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => (time === 5_000 ? fiveSeconds.signal : timeout(time)))
    act(() => cartActions.increase(cartActions.keys()[0] ?? ''))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your order' }).querySelector('dl[aria-busy=true]')).not.toBeNull())
    expect(await payButton()).toBeDisabled()
    fiveSeconds.abort(new DOMException('', 'TimeoutError'))
    expect(await screen.findByText('The restaurant confirms the price.')).toBeInTheDocument()
    await ready('42,50')
  })

  it('a refused order with its new bill shows both totals, and is ordered with one press', async () => {
    const user = userEvent.setup()
    const { router } = showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    // The first dish of each category costs 1.00 more.
    world.setScenario({ names: ['open', 'engine', 'menu-changed'] })
    await user.click(await payButton())
    const notice = await screen.findByRole('region', { name: 'Validation Error' })
    await waitFor(() => expect(notice).toHaveTextContent(/34,20 €instead of 30,60/))
    await ready('34,20', 'Accept and order')
    await user.click(within(notice).getByRole('button', { name: 'Accept and order' }))
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
    expect(placed.map(({ body }) => body.cart.total)).toEqual([30.6, 34.2])
    expect(currentCart().items).toEqual([])
  })

  it.each(['with', 'without'])(
    'a refusal without a bill, %s a call for one dish: the new price is there at once, and accepting it removes the message',
    async (one) => {
      const user = userEvent.setup()
      world.setScenario({ names: ['open'] })
      if (one === 'without')
        server.use(
          http.get('*/api/products/categories/:category/products/:product', () => HttpResponse.json({ message: 'no' }, { status: 404 })),
        )
      showCheckout()
      await fillTakeaway(user)
      await ready('34,00')
      world.setScenario({ names: ['open', 'menu-changed'] })
      await user.click(await payButton())
      expect(await screen.findByRole('region', { name: 'The menu has changed' })).toBeInTheDocument()
      const notice = screen.getByRole('region', { name: 'Validation Error' })
      await user.click(within(notice).getByRole('button', { name: /Preise/ }))
      expect(screen.getByRole('region', { name: 'The menu has changed' })).toHaveFocus()
      await user.click(screen.getByRole('button', { name: 'Apply changes' }))
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Validation Error' })).toBeNull())
      await ready('38,00')
    },
  )

  it('a coupon: its reason beside the field, its discount in the bill and the order', async () => {
    const user = userEvent.setup()
    const { router } = showCheckout()
    await fillTakeaway(user)
    await fill(user, /^Coupon/, 'nothing')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(screen.getByLabelText(/^Coupon/)).toHaveAccessibleDescription('Dieser Gutschein gilt nicht.'))
    await ready('30,60')
    await user.clear(screen.getByLabelText(/^Coupon/))
    await fill(user, /^Coupon/, 'loeffel5')
    await user.keyboard('{Enter}')
    expect(placed).toHaveLength(0)
    await ready('25,60')
    expect(screen.getByLabelText(/^Coupon/)).toHaveAccessibleDescription('The coupon has been applied.')
    await user.click(await payButton())
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
    expect(placed[0]?.body).toMatchObject({ coupon: 'loeffel5', cart: { total: 25.6 } })
  })

  it('a line that can’t be ordered is marked, and leads to itself', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json({ data: { 'cart.items.0': ['Only 3 are left.'] } }, { status: 422 })))
    await user.click(await payButton())
    const line = (await screen.findAllByText('Only 3 are left.')).find((each) => each.closest('li'))?.closest('li')
    expect(line).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Only 3 are left.' }))
    expect(line).toHaveFocus()
    act(() => cartActions.decrease(cartActions.keys()[0] ?? ''))
    await waitFor(() => expect(screen.queryByText('Only 3 are left.')).toBeNull())
  })

  it('an order that was not placed, by the backend’s own word, can be sent again at once', async () => {
    const user = userEvent.setup()
    const { router } = showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    server.use(
      http.post('*/api/checkout/v2', () => HttpResponse.json({ message: 'ECONNRESET', placed: false }, { status: 500 }), { once: true }),
    )
    await user.click(await payButton())
    expect(await screen.findByText(/^Your order was not placed/)).toBeInTheDocument()
    await ready('30,60')
    await user.click(await payButton())
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
  })

  it.each([
    { status: 'rejected', id: 5 },
    { message: '', data: {} },
  ])('an order that the restaurant declines without a word is not called a mistake of the customer: %j', async (body) => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json(body, { status: 422 })))
    await user.click(await payButton())
    expect(await screen.findByText(/^The restaurant could not take this order\. You have not ordered anything/)).toBeInTheDocument()
    expect(screen.queryByText(/check what you have entered/)).toBeNull()
    expect(screen.getByText(/You can also order by phone/)).toBeInTheDocument()
  })

  it.each([{ total: null }, { lines: [42.5] }])('a quote without a total that can be read has failed: %j', async (bill) => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('30,60')
    server.use(http.post('*/api/checkout/quote', () => HttpResponse.json(bill)))
    act(() => cartActions.increase(cartActions.keys()[0] ?? ''))
    expect(await screen.findByText('The restaurant confirms the price.')).toBeInTheDocument()
    await ready('42,50')
  })

  it.each([
    ['a failure', 500, { message: 'no' }],
    ['a refusal', 400, { message: 'no' }],
    ['a 2xx that says no', 422, { success: false }],
    ['a 2xx without a total', 200, { total: null }],
  ])('the first quote may fail as any other: %s', async (_what, status, body) => {
    server.use(http.post('*/api/checkout/quote', () => HttpResponse.json(body, { status })))
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    expect(await screen.findByText('The restaurant confirms the price.')).toBeInTheDocument()
    await ready('34,00')
  })

  it('a bill of nothing but a total is enough', async () => {
    server.use(http.post('*/api/checkout/quote', () => HttpResponse.json({ total: 29.99 } satisfies Bill)))
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await ready('29,99')
    expect(screen.queryByLabelText(/^Coupon/)).toBeNull()
  })
})
