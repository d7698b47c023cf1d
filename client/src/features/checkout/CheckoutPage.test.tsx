import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CheckoutSubmission } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { EMPTY_CART } from '../../domain/cart.ts'
import { lineKey } from '../../domain/cartLine.ts'
import { receiptOf } from '../../domain/receipt.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { chooseDelivery, noDeliveryChoice } from '../../cart/deliveryStore.ts'
import { fallbackConfig, setConfig, shopCurrency } from '../../restaurant/config.ts'
import { readDraft } from '../../forms/formDraft.ts'
import { loadPhones } from '../../forms/phone.ts'
import { forgetLogin, login } from '../../session/login.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { openMockShop, logIn, fillCart, holdBack, renderShop } from '../../test-setup-shop.tsx'
import { OrderPage } from '../orders/OrderPage.tsx'
import { deviceOrders } from '../orders/queries.ts'
import { openAttempt, type Attempt } from '../../orderState/orderState.ts'
import { checkoutDraft } from '../../cart/billChoices.ts'
import { CheckoutPage } from './CheckoutPage.tsx'
import { emptyFields } from './useCheckout.ts'
import { placeOrder } from './queries.ts'
import { caller, identity } from '../../session/identity.ts'
import { remembered } from '../../session/remembered.ts'
import { sentTo, showCheckout, payButton, radio, fill, fillTakeaway } from '../../test-setup-checkout.tsx'

const shop = openMockShop()
const { server, world } = shop
const placed = sentTo(shop, '/checkout/v2')
beforeEach(() => fillCart())

/** Another tab stores a value, or removes it. */
function storedElsewhere(key: string, value: string | null): void {
  if (value === null) local.remove(key)
  else local.write(key, value)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage })))
}

describe('the checkout of a guest', () => {
  it('names the next obstacle until nothing is missing, then places the order once and shows it', async () => {
    const user = userEvent.setup()
    const { router } = showCheckout()
    expect(await payButton()).toBeDisabled()
    expect(await screen.findByText('Choose how you would like to get your order.')).toBeInTheDocument()
    await user.click(await radio('takeaway'))
    expect(await screen.findByText('Enter your name.')).toBeInTheDocument()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.dblClick(await payButton())
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
    expect(placed).toHaveLength(1)
    expect(placed[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(placed[0]?.body).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+493023125042',
      deliverType: 'takeaway',
      deliverAt: 'now',
      takeaway: true,
      paymentType: 'cash',
      terms: true,
    })
    expect(currentCart().items).toEqual([])
    expect(openAttempt()).toBeNull()
    // The draft is removed.
    expect(readDraft(checkoutDraft, emptyFields)).toEqual({})
    expect(deviceOrders()[0]?.order.code).toBe(new URLSearchParams(router.state.location.search).get('order'))
    expect(world.state.orders.filter((order) => order.submission.email === 'gast@example.org')).toHaveLength(1)
  })

  it('the car of a curbside order and the wish for a dish are sent with the notes', async () => {
    world.setScenario({ names: ['all-ways', 'open'] })
    cartActions.setWish(cartActions.keys()[0] ?? '', 'no onions')
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await user.click(await radio('curbside'))
    await fill(user, /^Car and number plate/, 'red Fiat')
    await fill(user, /^Notes/, 'Thank you')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body.notes).toMatch(/^Thank you\nCar: red Fiat\n2 × .+: no onions$/)
    // The form for an account is filled in.
    expect(readDraft('register', { email: '' })).toEqual({ email: 'gast@example.org' })
  })

  it('wishes for more dishes than fit into the notes prevent the order, with where to shorten them; nothing is cut', async () => {
    const [line] = currentCart().items
    if (line?.type !== 'productItem') throw new Error('the cart has a dish')
    cartActions.add(...Array.from({ length: 16 }, (_, at) => ({ ...line, qty: 1, wish: `${at} ${'x'.repeat(57)}` })))
    showCheckout()
    const user = userEvent.setup()
    await fillTakeaway(user)
    expect(await screen.findByText(/^The notes to your dishes are too long\. Please shorten them by \d+ characters\.$/)).toBeInTheDocument()
    expect(await payButton()).toBeDisabled()
    for (const key of cartActions.keys().slice(2)) cartActions.remove(key)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body.notes).toMatch(/^1 × .+: 0 x{57}$/)
  })

  it('pasted notes and a car that are too long prevent the order; nothing is cut', async () => {
    world.setScenario({ names: ['all-ways', 'open'] })
    showCheckout()
    const user = userEvent.setup()
    await fillTakeaway(user)
    await user.click(await radio('curbside'))
    await user.click(await screen.findByLabelText(/^Car and number plate/))
    await user.paste('c'.repeat(95))
    await user.click(screen.getByLabelText(/^Notes/))
    await user.paste('n'.repeat(904))
    expect(await screen.findByText('The notes are too long. Please shorten them by 5 characters.')).toBeInTheDocument()
    expect(await payButton()).toBeDisabled()
    await user.clear(screen.getByLabelText(/^Notes/))
    await user.paste('n'.repeat(899))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body.notes).toBe(`${'n'.repeat(899)}\nCar: ${'c'.repeat(95)}`)
  })

  it('what a guest lets the device remember of the payment is not taken for another one at another branch', async () => {
    const providers = await call('GET /checkout/payment-providers', { identity: caller() })
    const [cash, other] = [providers.find(({ id }) => id === 'cash'), providers.find(({ id }) => id !== 'cash')]
    if (cash === undefined || other === undefined) throw new Error('two ways to pay')
    const contact = { name: 'Gast', email: 'gast@example.org', phone: '+4930901820', address: '' }
    // Another branch has the id of cash for what is another one here.
    remembered.set({ ...contact, payment: { branch: 'https://elsewhere.example', id: 'cash', name: ` ${other.name.toUpperCase()} ` } })
    const { unmount } = showCheckout()
    await waitFor(async () => expect(await radio(String(other.id))).toBeChecked())
    unmount()
    remembered.set({ ...contact, payment: { branch: identity().branch, id: 'cash', name: 'written in another language' } })
    showCheckout()
    await waitFor(async () => expect(await radio('cash')).toBeChecked())
    remembered.set(null)
  })

  it('a tip that is no amount stays, says so and prevents the order; one with a currency is read', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    const words = 'Enter the tip as an amount, or leave it empty.'
    const tip = screen.getByLabelText(/^Custom tip/)
    await fill(user, /^Custom tip/, '2,5,0')
    await user.tab()
    expect(tip).toHaveValue('2,5,0')
    expect(tip).toHaveAccessibleDescription(expect.stringContaining(words) as string)
    expect(await screen.findByRole('button', { name: words })).toBeVisible()
    expect(await payButton()).toBeDisabled()
    await user.clear(tip)
    await fill(user, /^Custom tip/, '2.50 €')
    await user.tab()
    expect(tip).not.toHaveAccessibleDescription(expect.stringContaining(words) as string)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body.cart.tip).toBe(2.5)
  })

  it('a delivery needs area and address, adds the fee and names the minimum order', async () => {
    const user = userEvent.setup()
    showCheckout()
    await user.click(await radio('delivery'))
    expect(await screen.findByText('Choose your delivery area.')).toBeInTheDocument()
    const areas = await screen.findByLabelText('Delivery area')
    await waitFor(() => expect(areas.querySelectorAll('option').length).toBeGreaterThan(1))
    await user.selectOptions(areas, areas.querySelectorAll('option')[1] as HTMLElement)
    expect(await screen.findByText('Enter street and number.')).toBeInTheDocument()
    await fill(user, 'Address', 'Ackerstraße 1')
    expect(await screen.findByText('Enter your name.')).toBeInTheDocument()
  })

  it('shows the first message of each field at it and joined in one notice, and loses nothing', async () => {
    const user = userEvent.setup()
    const data = { name: ['Too short.', 'Odd.'], email: ['Not known.'], phone: ['Too short.'], terms: ['Please agree.'] }
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json({ message: 'no', data }, { status: 422 })))
    showCheckout()
    await fillTakeaway(user, 'ada@example.org')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    const notice = await screen.findByRole('region', { name: 'Validation Error' })
    expect(notice).toHaveTextContent('Validation Error')
    // Equal messages are shown once, and a full stop before a comma is removed.
    expect(notice).toHaveTextContent('Too short, Not known, Please agree.')
    const name = screen.getByLabelText('Name')
    expect(name).toHaveAccessibleDescription(/./)
    expect(name).toHaveValue('Ada Lovelace')
    expect(currentCart().items).toHaveLength(1)
    expect(openAttempt()).toBeNull()
  })

  it('an unknown outcome is shown, disables the button, and is never sent again automatically', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user, 'lost@example.org')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    expect(await screen.findByText('We do not know whether your order arrived')).toBeInTheDocument()
    expect(await payButton()).toBeDisabled()
    // The panel is above the form and receives the focus.
    await waitFor(() => expect(screen.getByRole('region', { name: 'We do not know whether your order arrived' })).toHaveFocus())
    expect(placed).toHaveLength(1)
    expect(openAttempt()?.state).toBe('unknown')
    await user.click(screen.getByText('Check again'))
    await waitFor(() => expect(placed).toHaveLength(2))
    expect(placed[1]).toEqual(placed[0])
  })

  it('an open order is checked only under its own login: under another one it is looked up, never sent', async () => {
    const user = userEvent.setup()
    await logIn('neu@example.org')
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json({ code: 'outcome_unknown' }, { status: 504 }), { once: true }))
    const first = showCheckout()
    await user.click(await radio('takeaway'))
    await user.click(await radio('cash'))
    await user.click(screen.getByLabelText(/accept the terms/))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(await screen.findByText('We are checking whether your order arrived')).toBeInTheDocument()
    first.unmount()

    // The login is over: nothing can be checked, and nothing is sent as a guest.
    forgetLogin()
    const second = showCheckout()
    expect(await screen.findByText(/You were logged in when you sent it/)).toBeInTheDocument()
    expect(await payButton()).toBeDisabled()
    await user.click(screen.getByText('Check again'))
    expect(await screen.findByText('We do not know whether your order arrived')).toBeInTheDocument()
    expect(placed).toHaveLength(1)
    second.unmount()

    // Logged in again with another token: the order is looked up among the customer's.
    const again = await call('POST /login', { identity: caller(), body: { email: 'neu@example.org', password: 'correct-horse' } })
    await login(again.token)
    const attempt = openAttempt()
    server.use(
      http.get('*/api/me/orders', () =>
        HttpResponse.json([
          receiptOf({ ...(attempt as Attempt), code: 'A-77', createdAt: new Date(attempt?.startedAt ?? 0).toISOString() }, shopCurrency()),
        ]),
      ),
    )
    showCheckout()
    const check = screen.queryByText('Check again')
    if (check) await user.click(check)
    // Whichever page finds it, this one or the previous one: it is placed, and nothing was sent.
    await waitFor(() => expect(openAttempt()).toBeNull())
    await waitFor(() => expect(currentCart().items).toEqual([]))
    expect(placed).toHaveLength(1)
  })

  it('a payment page that the gateway rejected is reported, and is neither a paid order nor an empty cart', async () => {
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json({ code: 'A-9', url: null, urlRefused: true })))
    const user = userEvent.setup()
    const { router } = showCheckout()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    expect(await screen.findByText(/its payment page looks wrong/)).toHaveTextContent('A-9')
    expect(router.state.location.search).toBe('')
    expect(currentCart().items).toHaveLength(1)
  })

  it.each(['javascript:alert(1)', 'http://pay.example/1', 'https://evil.example@pay.example/', 'https://pay.elsewhere.example/1'])(
    'a payment page that may not be opened is not: %s',
    async (url) => {
      setConfig({ ...fallbackConfig, paymentHosts: ['pay.example'] })
      server.use(http.post('*/api/checkout/v2', () => HttpResponse.json({ code: 'A-9', url })))
      const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
      const user = userEvent.setup()
      showCheckout()
      await fillTakeaway(user)
      await waitFor(async () => expect(await payButton()).toBeEnabled())
      await user.click(await payButton())
      expect(await screen.findByText(/its payment page looks wrong/)).toHaveTextContent('A-9')
      expect(leave).not.toHaveBeenCalled()
      // The order is placed; another press would order twice.
      expect(currentCart().items).toHaveLength(1)
      leave.mockRestore()
      setConfig(fallbackConfig)
    },
  )

  it('429: the button counts the seconds down, then can be pressed again', async () => {
    server.use(
      http.post('*/api/checkout/v2', () => HttpResponse.json({ code: 'rate_limited' }, { status: 429, headers: { 'Retry-After': '2' } }), {
        once: true,
      }),
    )
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const user = userEvent.setup()
    const { router } = showCheckout()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    const waiting = (await screen.findByText(/^Please wait 2 s/)).closest('button')
    expect(waiting).toBeDisabled()
    expect(screen.getByRole('region', { name: 'Validation Error' })).toHaveTextContent(
      'Too many attempts. Please wait a moment and try again.',
    )
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(waiting).toHaveTextContent(/^Please wait 1 s/)
    expect(waiting).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await payButton()).toBeEnabled()
    await user.click(await payButton())
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
    expect(new Set(placed.map((each) => each.key)).size).toBe(2)
  })

  it('after a reload the same order is checked under the same key', async () => {
    const user = userEvent.setup()
    const first = showCheckout()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    let release: (() => void) | undefined
    server.use(
      http.post(
        '*/api/checkout/v2',
        async () => {
          await new Promise<void>((resolve) => (release = resolve))
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    await waitFor(() => expect(release).toBeDefined())
    first.unmount()
    const { router } = showCheckout()
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=A-/))
    expect(placed.map((each) => each.key)).toEqual([placed[0]?.key, placed[0]?.key])
    expect(placed[1]?.body).toEqual(placed[0]?.body)
    expect(world.state.orders.filter((order) => order.submission.email === 'gast@example.org')).toHaveLength(1)
    // The browser has closed the first page by now: its answer comes after what is proved.
    release?.()
  })

  it('what is typed survives a reload', async () => {
    const user = userEvent.setup()
    const first = showCheckout()
    await fillTakeaway(user)
    first.unmount()
    showCheckout()
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada Lovelace')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
  })

  it('a changed price is shown with the old one and accepted by one press', async () => {
    const user = userEvent.setup()
    const [line] = currentCart().items
    local.write(
      storedKeys.cart,
      JSON.stringify({
        ...currentCart(),
        items: line ? [{ ...line, shown: { ...line.shown, unit: line.shown.unit - 50 } } as typeof line] : [],
      }),
    )
    showCheckout()
    expect(await screen.findByText('The menu has changed')).toBeInTheDocument()
    expect(screen.getByText('The menu has changed. Please review the changes.')).toBeInTheDocument()
    await user.click(screen.getByText('Apply changes'))
    await waitFor(() => expect(screen.queryByText('The menu has changed')).not.toBeInTheDocument())
    expect(currentCart().items[0]?.shown.unit).toBe(line?.shown.unit)
  })

  it('what has changed of the cart is there when the form appears: nothing that can be pressed moves when it is known', async () => {
    const answer = holdBack(shop, '*/api/products/categories/*/products/*')
    showCheckout()
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(document.querySelector('[name=deliverType]')).toBeNull()
    world.setScenario({ names: ['menu-changed'] })
    answer()
    await radio('takeaway')
    expect(screen.getByText('The menu has changed')).toBeInTheDocument()
    world.setScenario({})
  })

  it('prices that change while the checkout is open are shown after the rejection, and can be accepted', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    const before = currentCart().items[0]?.shown.unit ?? 0
    world.setScenario({ names: ['menu-changed'] })
    await user.click(await payButton())
    expect(await screen.findByText('The menu has changed')).toBeInTheDocument()
    await user.click(screen.getByText('Apply changes'))
    await waitFor(() => expect(currentCart().items[0]?.shown.unit).toBe(before + 100))
    world.setScenario({})
  })

  it('while taxes and payment providers cannot be loaded it says so, and continues after a retry', async () => {
    world.setScenario({ names: ['net-prices'] })
    const down = () => HttpResponse.json({ code: 'upstream_open' }, { status: 503, headers: { 'Retry-After': '30' } })
    server.use(http.get('*/api/taxes', down), http.get('*/api/checkout/payment-providers', down))
    const user = userEvent.setup()
    showCheckout()
    expect(await screen.findByText("The restaurant can't be reached right now. Please try again in a moment.")).toBeInTheDocument()
    expect(screen.queryByText(/There is no way to pay/)).toBeNull()
    expect(await payButton()).toBeDisabled()
    server.resetHandlers()
    await user.click(screen.getByText('Try again'))
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    expect(screen.getAllByText(/^MwSt/).length).toBeGreaterThan(0)
    world.setScenario({})
  })

  it.each([
    { of: 'an order', fields: { confirmed: true }, link: '/me/my-orders/A-77' },
    { of: 'an order whose payment is pending', fields: { confirmed: undefined, details: {} }, link: null },
    { of: 'an order of another branch', fields: { branch: 'https://b.example', confirmed: true }, link: null },
  ])('names $of that another tab has placed meanwhile: $link', async ({ fields, link }) => {
    const before = { branch: identity().branch ?? '', code: 'A-76', confirmed: true }
    const ordered = { ...before, code: 'A-77', ...fields }
    local.writeJson(storedKeys.purchases, [before])
    showCheckout()
    await payButton()
    for (const [key, value] of [
      [storedKeys.purchases, JSON.stringify([ordered, before])],
      [storedKeys.cart, JSON.stringify(EMPTY_CART)],
    ] as const) {
      storedElsewhere(key, value)
    }
    expect(await screen.findByRole('link', { name: 'To the menu' })).toBeInTheDocument()
    if (link === null) expect(screen.queryByText('You have ordered in another tab.')).toBeNull()
    else expect(screen.getByRole('link', { name: 'Show the order' })).toHaveAttribute('href', link)
  })

  it('never says that the cart is empty before it names what another tab has ordered, after whichever of its changes', async () => {
    const user = userEvent.setup()
    const first = showCheckout()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    const before = Object.entries(localStorage) as [string, string][]
    const [write, remove] = [vi.spyOn(local, 'write'), vi.spyOn(local, 'remove')]
    await user.click(await payButton())
    await waitFor(() => expect(first.router.state.location.search).toMatch(/^\?order=A-/))
    const changes = [write, remove]
      .flatMap(({ mock }) =>
        (mock.calls as [string, string?][]).map(([key, value = null], at) => ({ key, value, order: mock.invocationCallOrder[at] ?? 0 })),
      )
      .toSorted((one, other) => one.order - other.order)
    write.mockRestore()
    remove.mockRestore()
    first.unmount()
    localStorage.clear()
    for (const [key, value] of before) localStorage.setItem(key, value)
    showCheckout()
    await payButton()
    let sent = false
    for (const { key, value } of changes) {
      storedElsewhere(key, value)
      expect(screen.queryByText('Add a dish, then come back here.'), `${key} = ${String(value)}`).toBeNull()
      sent ||= openAttempt() !== null
      // Its dishes can't be ordered again.
      if (sent) expect(openAttempt() !== null || currentCart().items.length === 0, `${key} = ${String(value)}`).toBe(true)
    }
    expect(sent).toBe(true)
    expect(screen.getByRole('heading', { name: 'You have ordered in another tab.' })).toBeInTheDocument()
  })

  it('an empty cart leads to the menu', async () => {
    local.write(storedKeys.cart, JSON.stringify(EMPTY_CART))
    showCheckout()
    expect(await screen.findByRole('link', { name: 'To the menu' })).toHaveAttribute('href', '/')
  })
})

describe('the checkout of a customer', () => {
  const signIn = async (email: string): Promise<void> => {
    await logIn(email)
  }

  it('preselects the default address 300 ms after the addresses are loaded', async () => {
    await signIn('ada@example.org')
    server.use(http.get('*/api/me/orders', () => HttpResponse.json([])))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const user = userEvent.setup()
    showCheckout()
    await user.click(await radio('delivery'))
    const saved = await radio('1')
    await waitFor(() => expect(saved).toBeChecked())
    expect(timers.mock.calls.some(([, milliseconds]) => milliseconds === 300)).toBe(true)
    timers.mockRestore()
    // Another choice is kept.
    await user.click(await radio('2'))
    await waitFor(async () => expect(await radio('2')).toBeChecked())
    expect(await radio('1')).not.toBeChecked()
  })

  it('the default address yields to an area that was chosen before, and to the address of the last order', async () => {
    await signIn('ada@example.org')
    const [home, other] = await call('GET /me/addresses', { identity: caller() })
    const [order] = await call('GET /me/orders', { identity: caller() })
    if (home?.isDefault !== true || other === undefined) throw new Error('two addresses')
    const user = userEvent.setup()
    const area = (await call('GET /areas', { identity: caller() })).find(({ id }) => id !== home.areaId)
    server.use(
      http.get('*/api/me/orders', () => HttpResponse.json([])),
      http.get('*/api/me/addresses', () => HttpResponse.json([home, { ...other, areaId: area?.id, area }])),
    )
    chooseDelivery({ deliverType: 'delivery', areaId: area?.id ?? null })
    const first = showCheckout()
    await waitFor(async () => expect(await radio(String(other.id))).toBeChecked())
    first.unmount()
    chooseDelivery(noDeliveryChoice)
    queryClient.clear()
    server.use(
      http.get('*/api/me/orders', () => HttpResponse.json([{ ...order, address: `${other.address}, 2nd floor`, takeaway: false }])),
    )
    showCheckout()
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await waitFor(async () => expect(await radio(String(other.id))).toBeChecked())
  })

  it('is filled in from the last order and is a summary, with what may be added to the order, whether or not the orders were loaded before', async () => {
    await signIn('ada@example.org')
    const user = userEvent.setup()
    const first = showCheckout()
    expect(await screen.findByText('Your details')).toBeInTheDocument()
    for (const name of ['tip', 'notes', 'issueInvoice', 'terms']) expect(document.querySelector(`[name=${name}]`)).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(await radio('delivery')).toBeChecked()
    expect(await radio('1')).toBeChecked()
    expect(await radio('cash')).toBeChecked()
    first.unmount()
    chooseDelivery(noDeliveryChoice)
    showCheckout()
    expect(await screen.findByText('Your details')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByText('Ackerstraße 14')).toBeInTheDocument())
    expect(document.querySelector('[name=paymentType]')).toBeNull()
    await user.click(screen.getByLabelText(/accept the terms/))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body).toMatchObject({ deliverType: 'delivery', addressId: 1, paymentType: 'cash', email: 'ada@example.org' })
  })

  it.each([
    ['arrive late', () => undefined, 'Your details'],
    ['fail', () => HttpResponse.json({ message: 'Server error.' }, { status: 500 }), 'How and where'],
  ])('what is shown depends on the customer, not on how fast the orders are: they %s', async (_, late, shown) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await signIn('ada@example.org')
      let answer = (): void => undefined
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      server.use(http.get('*/api/me/orders', () => answered.then(late)))
      showCheckout()
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      expect(document.querySelector('form')).toBeNull()
      expect(document.querySelector('[data-waiting]')).not.toBeNull()
      vi.useRealTimers()
      answer()
      expect(await screen.findByText(shown)).toBeInTheDocument()
    } finally {
      vi.useRealTimers()
    }
  })

  it('a dish that another tab adds while the order is sent stays in the cart', async () => {
    await signIn('ada@example.org')
    const user = userEvent.setup()
    const { router } = renderShop({ '/checkout': <CheckoutPage />, '/me/my-orders/:orderCode': <OrderPage /> }, '/checkout')
    await user.click(await screen.findByLabelText(/accept the terms/))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    const [line] = currentCart().items
    server.use(
      http.post('*/api/checkout/v2', () => {
        cartActions.increase(lineKey(line!))
        return undefined
      }),
    )
    await user.click(await payButton())
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeInTheDocument()
    await waitFor(() => expect(router.state.location).toMatchObject({ search: '', state: null }))
    expect(currentCart().items).toEqual([{ ...line, qty: 1 }])
  })

  it('an unknown fee is not zero: an address without its area waits for the areas', async () => {
    await signIn('ada@example.org')
    const saved = await call('GET /me/addresses', { identity: caller() })
    server.use(
      http.get('*/api/me/addresses', () => HttpResponse.json(saved.map(({ area: _, ...address }) => address))),
      http.get('*/api/areas', () => HttpResponse.json({ code: 'upstream_open' }, { status: 503, headers: { 'Retry-After': '30' } })),
    )
    server.use(http.get('*/api/me/orders', () => HttpResponse.json([])))
    const user = userEvent.setup()
    showCheckout()
    await user.click(await radio('delivery'))
    await user.click(await radio('1'))
    await user.click(await screen.findByLabelText(/accept the terms/))
    // The fee and the total.
    expect(await screen.findAllByText('not known yet')).toHaveLength(2)
    expect(await payButton()).toBeDisabled()
    server.resetHandlers()
    await user.click(await screen.findByText('Try again'))
    await user.click(await radio('cash'))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    expect(screen.queryByText('not known yet')).toBeNull()
  })

  it('an expired login keeps everything typed, and the order is placed once after the next login', async () => {
    await signIn('neu@example.org')
    const user = userEvent.setup()
    const { router } = showCheckout()
    await user.click(await radio('takeaway'))
    await fill(user, /^Notes/, 'Bitte klingeln')
    await user.click(await radio('cash'))
    await user.click(screen.getByLabelText(/accept the terms/))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    world.setScenario({ names: ['session-expired'] })
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json({ message: 'Unauthenticated.' }, { status: 401 }), { once: true }))
    await user.click(await payButton())
    const notice = await screen.findByRole('region', { name: 'Validation Error' })
    expect(notice).toHaveTextContent('Your login has expired. Log in again; everything you typed stays.')
    expect(screen.getAllByRole('link', { name: 'Login' })[0]).toHaveAttribute('href', '/login?return=checkout')
    await waitFor(() => expect(identity().token).toBeNull())
    expect(openAttempt()).toBeNull()

    await router.navigate('/login?return=checkout')
    world.setScenario({ names: [] })
    await signIn('neu@example.org')
    await router.navigate('/checkout')
    expect(await screen.findByLabelText(/^Notes/)).toHaveValue('Bitte klingeln')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/me\/my-orders\/A-/))
    expect(world.state.orders.filter((order) => order.submission.notes === 'Bitte klingeln')).toHaveLength(1)
  })
})

describe('a checkout that a program fills in', () => {
  it('orders what its fields show, the phone and the tip too', async () => {
    const user = userEvent.setup()
    showCheckout()
    await user.click(await radio('takeaway'))
    await user.click(await radio('cash'))
    await user.click(screen.getByLabelText(/accept the terms/))
    const values = { Name: 'Ada Lovelace', 'E-mail': 'gast@example.org', Phone: '030 23125042', 'Custom tip': '2.5' }
    await loadPhones()
    for (const [label, text] of Object.entries(values))
      act(() => {
        const field = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
        field.value = text
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
      })
    expect(screen.getByLabelText('Phone')).toHaveValue('030 23125042')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    await user.click(await payButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body).toMatchObject({ name: 'Ada Lovelace', email: 'gast@example.org', phone: '+493023125042', cart: { tip: 2.5 } })
  })
})

describe('the press that orders', () => {
  it('is the one on the button: not Enter in a field, not a program that submits the form', async () => {
    const user = userEvent.setup()
    showCheckout()
    await fillTakeaway(user)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    const name = screen.getByLabelText('Name')
    await user.click(name)
    await user.keyboard('{Enter}')
    // The key is named "next".
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByLabelText('Phone')).toHaveFocus()
    // The key is named "done": the keyboard closes.
    const tip = screen.getByLabelText(/^Custom tip/)
    await user.type(tip, '2{Enter}')
    expect(tip).not.toHaveFocus()
    const form = document.querySelector('form')
    act(() => form?.requestSubmit())
    expect(openAttempt()).toBeNull()
    expect(placed).toEqual([])
    act(() => document.querySelector<HTMLElement>('[data-place-order]')?.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body.cart.tip).toBe(2)
  })
})

describe('a backend without checkout/v2', () => {
  const calls: string[] = []
  const missing = (status: number) => http.post('*/api/checkout/v2', () => HttpResponse.json({ message: 'Not found.' }, { status }))
  const submission = { name: 'Ada', deliverType: 'takeaway' } as CheckoutSubmission
  const takes = (path: string, answer: () => Response) =>
    http.post(path, ({ request }) => {
      calls.push(`${new URL(request.url).pathname} ${request.headers.get('Idempotency-Key') ?? ''}`)
      return answer()
    })
  beforeEach(() => {
    calls.length = 0
    for (const path of ['*/api/checkout', '*/api/me/orders'])
      server.use(takes(path, () => HttpResponse.json({ code: 'A-9' }, { status: 201 })))
  })

  it.each([
    { status: 404, who: 'a guest', token: null, deliverType: 'takeaway', call: '/api/checkout' },
    { status: 405, who: 'a customer', token: 't', deliverType: 'takeaway', call: '/api/me/orders' },
    { status: 404, who: 'a table', token: 't', deliverType: 'table', call: '/api/checkout' },
  ] as const)(
    'takes the order of $who at $call, under the same key, after a $status',
    async ({ status, token, deliverType, call: expected }) => {
      server.use(missing(status))
      expect(await placeOrder({ ...submission, deliverType }, 'key-12345', { ...caller(), token })).toEqual({ code: 'A-9' })
      expect(calls).toEqual([`${expected} key-12345`])
    },
  )

  it('after any other answer the order is sent to no other call', async () => {
    for (const status of [401, 409, 422, 500, 504]) {
      server.use(missing(status))
      await expect(placeOrder(submission, 'key-12345', caller())).rejects.toMatchObject({ status })
    }
    expect(calls).toEqual([])
    server.use(
      missing(404),
      http.post('*/api/checkout', () => HttpResponse.json({ message: 'no' }, { status: 405 })),
    )
    await expect(placeOrder(submission, 'key-12345', caller())).rejects.toMatchObject({ status: 404 })
  })
})
