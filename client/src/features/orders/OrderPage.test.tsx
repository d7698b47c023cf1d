import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { addLine, EMPTY_CART } from '../../domain/cart.ts'
import { calendarFile } from '../../domain/calendar.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { openMockShop, renderShop, logIn } from '../../test-setup-shop.tsx'
import { OrderPage } from './OrderPage.tsx'
import { OrdersPage } from './OrdersPage.tsx'
import { DeviceOrderPage } from './DeviceOrderPage.tsx'
import { deviceOrders, storeDeviceOrder } from './queries.ts'
import { caller, identity } from '../../session/identity.ts'
import { login } from '../../session/login.ts'

const { server, world } = openMockShop()
const shown = { name: 'Pizza', size: '', parts: [], unit: 850, picture: null, allergens: null }
const line = { type: 'productItem' as const, productId: 1, sizeId: 1, qty: 1, extraIds: [], optionIds: [], categoryId: 1, shown }

beforeEach(async () => {
  await logIn()
  local.write(storedKeys.cart, JSON.stringify(addLine(EMPTY_CART, line)))
})

const show = (path: string) => renderShop({ '/me/my-orders': <OrdersPage />, '/me/my-orders/:orderCode': <OrderPage /> }, path).router

describe('the order page', () => {
  it('?state=new empties the cart once and is removed from the address', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    const router = show(`/me/my-orders/${order?.code ?? ''}?state=new`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(currentCart().items).toEqual([])
    cartActions.add(line)
    await waitFor(() => expect(screen.getByText(order?.code ?? '')).toBeInTheDocument())
    expect(currentCart().items).toHaveLength(1)
  })
  it('a new order that can not be shown is thanked for, with its code', async () => {
    server.use(http.get('/api/me/orders/:code', () => HttpResponse.json({ message: 'Server Error' }, { status: 500 })))
    show('/me/my-orders/A-1042?state=new')
    expect(await screen.findByText("The order can't be shown right now.")).toBeVisible()
    expect(screen.getByText('Order A-1042')).toBeVisible()
    expect(screen.getByText(/^Your order has reached the restaurant/)).toBeVisible()
  })
  it('shows every line with its choices and the sum, and leaves the cart alone', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    show(`/me/my-orders/${order?.code ?? ''}`)
    expect(await screen.findByText(order?.code ?? '')).toBeInTheDocument()
    for (const item of order?.items ?? []) expect(screen.getAllByText(item.product ?? item.menu ?? '').length).toBeGreaterThan(0)
    expect(currentCart().items).toHaveLength(1)
  })
  it.each(['2026/117', '#1042', 'A 7?', '50 %', 'a%2Fb'])('an order with the code %j opens from the list', async (code) => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    const named = { ...order!, code }
    const asked: string[] = []
    server.use(
      http.get('/api/me/orders', () => HttpResponse.json([named])),
      http.get('/api/me/orders/:code', ({ request }) => {
        asked.push(new URL(request.url).pathname)
        return HttpResponse.json(named)
      }),
    )
    const router = show('/me/my-orders')
    await userEvent.click(await screen.findByRole('link', { name: code }))
    expect(router.state.location.pathname).toBe(`/me/my-orders/${encodeURIComponent(code)}`)
    await waitFor(() => expect(asked).toContain(`/api/me/orders/${encodeURIComponent(code)}`))
    expect(await screen.findByText(code)).toBeInTheDocument()
  })
  it("somebody else's order is not shown", async () => {
    show('/me/my-orders/A-99999')
    expect(await screen.findByText('This order was not found among your orders.')).toBeInTheDocument()
  })
  it('order again adds it to what is in the cart', async () => {
    show('/me/my-orders')
    const buttons = await screen.findAllByRole('button', { name: 'Order again' })
    await userEvent.click(buttons[0] as HTMLElement)
    await waitFor(() =>
      expect(
        screen.queryByText('Your order is in the cart again.') ?? screen.queryByRole('dialog', { name: 'What has changed' }),
      ).toBeInTheDocument(),
    )
    const put = screen.queryByRole('button', { name: /to the cart/ })
    if (put) await userEvent.click(put)
    await waitFor(() => expect(currentCart().items.length).toBeGreaterThan(1))
    expect(currentCart().items[0]?.shown.name).toBe('Pizza')
  })
  it('finds the dishes of an order whose names are in another language', async () => {
    const arabic = await call('GET /me/orders', { identity: { ...caller(), language: 'ar' } })
    const item = (await call('GET /me/orders', { identity: caller() })).at(-1)?.items[0]
    expect(item?.options).not.toEqual(arabic.at(-1)?.items[0]?.options)
    server.use(http.get('*/api/me/orders', () => HttpResponse.json(arabic)))
    show('/me/my-orders')
    await userEvent.click((await screen.findAllByRole('button', { name: 'Order again' })).at(-1) as HTMLElement)
    await waitFor(() => expect(currentCart().items).toHaveLength(2))
    const line = currentCart().items[1]
    expect(line?.shown.name).toBe(item?.product)
    expect(line?.shown).toMatchObject({ parts: [{ name: Object.values(item?.options ?? {}).flat()[0] }, { name: item?.extras?.[0] }] })
  })
})

describe('an unusual order', () => {
  it('no tax is an amount; only a delivery is free', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    server.use(
      http.get('*/api/me/orders/:code', () =>
        HttpResponse.json({ ...order, payment: { ...order?.payment, taxItems: [{ name: 'MwSt.', value: 0 }] } }),
      ),
    )
    show(`/me/my-orders/${order?.code ?? ''}`)
    expect((await screen.findByText('MwSt.')).nextElementSibling).toHaveTextContent(/0[.,]00/)
  })
  it('a new one that is not found under its code is among My Orders, and the cart is empty', async () => {
    const router = show('/me/my-orders/4711?state=new')
    await waitFor(() => expect(router.state.location.pathname).toBe('/me/my-orders'))
    expect(await screen.findByText(/has reached the restaurant/)).toBeInTheDocument()
    expect(screen.queryByText('This order was not found among your orders.')).toBeNull()
    expect(currentCart().items).toEqual([])
  })
  it('a rejected one says so and what to do', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    server.use(
      http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, status: 'rejected', statusText: 'Leider abgelehnt' }), {
        once: true,
      }),
    )
    show(`/me/my-orders/${order?.code ?? ''}`)
    expect(await screen.findByText(/The restaurant could not take this order. You have not ordered anything/)).toBeInTheDocument()
    expect(screen.getByText('Leider abgelehnt')).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Status' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Order again' })).toBeEnabled()
  })
  it('a new one that is rejected has no thanks, and can be ordered again', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    let status = 'pending_approval'
    server.use(http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, status })))
    show(`/me/my-orders/${order?.code ?? ''}?state=new`)
    await screen.findByText(/^Your order has reached the restaurant/)
    status = 'rejected'
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(/You have not ordered anything/)).toBeVisible()
    expect(screen.queryByText(/^Your order has reached the restaurant/)).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Thank you for your order' })).toBeNull()
    expect(document.title).not.toContain('Thank you')
    expect(screen.getByRole('button', { name: 'Order again' })).toBeEnabled()
  })
  it('a table’s new one that is rejected, too', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    if (order === undefined) throw new Error('Ada has ordered nothing')
    const { branch } = identity()
    await login((await call('GET /tables/{id}', { path: { id: 'T7-KLEE' }, identity: caller() })).token)
    storeDeviceOrder({ order, deliverType: 'table', table: 'Table 7', cart: EMPTY_CART, branchUrl: branch, settled: true })
    server.use(http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, status: 'rejected' })))
    renderShop(<DeviceOrderPage code={order.code} />, { pathname: '/checkout', state: { placed: true } })
    expect(await screen.findByText(/You have not ordered anything/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Order again' })).toBeEnabled()
  })

  it('order again shows which choices are unavailable, and adds the rest to the cart', async () => {
    // The extras and options of the third dish of each category were removed.
    const categories = await call('GET /products/categories', { identity: caller() })
    const id = categories[0]?.id ?? ''
    const { data } = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id } })
    const third = data[2]
    const extra = third?.extras?.[0]
    const size = third?.sizes[0]
    if (third === undefined || extra === undefined || size === undefined) throw new Error('the third dish has no extras')
    const [order] = await call('GET /me/orders', { identity: caller() })
    server.use(
      http.get('*/api/me/orders/:code', () =>
        HttpResponse.json({
          ...order,
          items: [
            { type: 'productItem', qty: 1, price: size.price, product: third.name, size: size.name, extras: [extra.name], options: {} },
          ],
        }),
      ),
    )
    world.setScenario({ names: ['menu-changed'] })
    queryClient.removeQueries({ queryKey: ['categories'] })
    show(`/me/my-orders/${order?.code ?? ''}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Order again' }))
    const review = await screen.findByRole('dialog', { name: 'What has changed' })
    expect(review).toHaveTextContent(`no longer with ${extra.name}`)
    expect(currentCart().items).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Add it to the cart' }))
    expect(currentCart().items[1]).toMatchObject({ productId: third.id, extraIds: [], shown: { name: third.name, parts: [] } })
  })
})

describe('order again while the menu is partly loaded', () => {
  it('does not call a dish unavailable that could not be loaded', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    server.use(
      http.get('*/api/products/categories/:id/products', () =>
        HttpResponse.json({ code: 'upstream_open' }, { status: 503, headers: { 'Retry-After': '30' } }),
      ),
    )
    show(`/me/my-orders/${order?.code ?? ''}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Order again' }))
    expect(await screen.findByText("The restaurant can't be reached right now. Please try again in a moment.")).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(currentCart().items).toHaveLength(1)
  })
})

describe('what an order says', () => {
  it('calls the delivery fee as the checkout does', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    const payment = { ...order?.payment, deliver: 2.5 }
    server.use(http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, code: 'A-6', payment })))
    show('/me/my-orders/A-6')
    expect((await screen.findByText('Delivery fee')).closest('div')).toHaveTextContent(/2[.,]50/)
  })
  it('has the date for the printed receipt, also on the day itself', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    const at = new Date().toISOString()
    server.use(http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, code: 'A-6', createdAt: at, deliverAt: at })))
    show('/me/my-orders/A-6')
    const month = new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'Europe/Berlin' }).format(Date.now())
    expect((await screen.findByText('Ordered')).closest('div')).toHaveTextContent(month)
    expect(screen.getByText(/^(When|Expected)$/).closest('div')).toHaveTextContent(month)
  })
  it('a pickup shows the restaurant’s address', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    const { ADDRESS } = Object.fromEntries((await call('GET /settings', { identity: caller() })).map(({ key, value }) => [key, value]))
    server.use(http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, code: 'A-6', takeaway: true, address: null })))
    show('/me/my-orders/A-6')
    const fact = (await screen.findByText('Restaurant')).closest('div')
    await waitFor(() => expect(fact).toHaveTextContent(ADDRESS ?? '?'))
  })
  it('a pickup has the route, whichever way its address is written', async () => {
    world.setScenario({ settings: { MAP_URL: 'maps.example/shop' } })
    const [order] = await call('GET /me/orders', { identity: caller() })
    server.use(http.get('*/api/me/orders/:code', () => HttpResponse.json({ ...order, code: 'A-6', takeaway: true, address: null })))
    show('/me/my-orders/A-6')
    expect(await screen.findByRole('link', { name: 'Plan the route' })).toHaveAttribute('href', 'https://maps.example/shop')
  })
})

describe('the calendar file', () => {
  it('has the place of a pickup, with its coordinates', () => {
    const entry = {
      code: 'A-5',
      host: 'mitte.example',
      at: Date.parse('2099-07-01T18:30:00+02:00'),
      minutes: 30,
      title: 'Löffel',
      description: '',
      made: 0,
    }
    const lines = calendarFile({ ...entry, location: 'Mitte, Rosenthaler Straße 40', coordinates: { lat: 52.5251, lng: 13.4021 } })
    expect(lines).toContain('LOCATION:Mitte\\, Rosenthaler Straße 40\r\nGEO:52.5251;13.4021\r\n')
    expect(calendarFile({ ...entry, location: 'Ackerstraße 14' })).not.toContain('GEO')
  })
  it('has the time in UTC, what was ordered, and where', async () => {
    const [order] = await call('GET /me/orders', { identity: caller() })
    server.use(
      http.get('*/api/me/orders/:code', () =>
        HttpResponse.json({
          ...order,
          code: 'A-5',
          deliverAt: '2099-07-01T18:30:00+02:00',
          takeaway: false,
          address: 'Ackerstraße 14; 2. Stock',
        }),
      ),
    )
    const made: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob)
      return 'blob:calendar'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    show('/me/my-orders/A-5')
    await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }))
    expect(made[0]?.type).toBe('text/calendar')
    const lines = ((await made[0]?.text()) ?? '').replace(/\r\n /g, '').split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        `UID:A-5@${new URL(identity().branch ?? '').host}`,
        'DTSTART:20990701T163000Z',
        'DTEND:20990701T170000Z',
        'LOCATION:Ackerstraße 14\\; 2. Stock',
        'END:VCALENDAR',
      ]),
    )
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain(order?.items[0]?.product ?? order?.items[0]?.menu ?? '?')
    expect((click.mock.instances[0] as HTMLAnchorElement | undefined)?.download).toBe('A-5.ics')
    create.mockRestore()
    click.mockRestore()
  })
})

describe('the orders of a device', () => {
  it('whatever is stored can be read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        local.writeJson(storedKeys.guestOrders, value)
        return Array.isArray(deviceOrders())
      }),
    )
  })
})
