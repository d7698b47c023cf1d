import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { caller } from '../../session/identity.ts'
import { openMockShop, renderShop, logIn } from '../../test-setup-shop.tsx'
import { OrderPage } from './OrderPage.tsx'
import { OrdersPage } from './OrdersPage.tsx'

const { server } = openMockShop()
const words = { pending_approval: 'Wartet', approved: 'Bestätigt, in der Pfanne', completed: 'Fertig', rejected: 'Abgelehnt' }

let order: Order
let asked = 0
let answer = (): Response => HttpResponse.json(order)

/** The restaurant changes the order's status. */
const decide = (status: Order['status']): void => {
  order = { ...order, status, statusText: words[status] }
}

const pass = async (milliseconds: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))

beforeEach(async () => {
  await logIn()
  const [first] = await call('GET /me/orders', { identity: caller() })
  if (first === undefined) throw new Error('Ada has ordered nothing')
  order = { ...first, code: 'A-77', createdAt: new Date().toISOString(), deliverAt: null, takeaway: true, address: null }
  decide('pending_approval')
  asked = 0
  answer = () => HttpResponse.json(order)
  server.use(
    http.get('*/api/me/orders/A-77', () => {
      asked += 1
      return answer()
    }),
  )
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(search = ''): Promise<void> {
  renderShop({ '/me/my-orders/:orderCode': <OrderPage /> }, `/me/my-orders/A-77${search}`)
  await screen.findByText(words.pending_approval)
}

const look = (state: 'visible' | 'hidden'): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('an order that is under way', () => {
  it('is refetched until it is completed; shows when the kitchen has confirmed', async () => {
    await show()
    expect(screen.getByText(/It is confirmed only when this page says so/)).toBeInTheDocument()
    decide('approved')
    await pass(21_000)
    expect(await screen.findByText(words.approved)).toBeInTheDocument()
    expect(screen.getByText('Your order is confirmed. You collect it at the restaurant.')).toBeInTheDocument()
    decide('completed')
    await pass(21_000)
    expect(await screen.findByText('Your order is completed. Enjoy your meal.')).toBeInTheDocument()
    const before = asked
    await pass(600_000)
    expect(asked).toBe(before)
    expect(screen.queryByRole('button', { name: 'Notify me of changes' })).toBeNull()
  })

  it('shows the expected time once it is confirmed', async () => {
    await show()
    expect(screen.getByText('as soon as possible')).toBeInTheDocument()
    order = { ...order, deliverAt: new Date(Date.now() + 30 * 60_000).toISOString() }
    decide('approved')
    await pass(21_000)
    expect(await screen.findByText('Expected')).toBeInTheDocument()
  })

  it('is not refetched offline, and at once when online', async () => {
    await show()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/^This was the status at/)).toBeInTheDocument()
    const before = asked
    await pass(300_000)
    expect(asked).toBe(before)
    decide('approved')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText(words.approved)).toBeInTheDocument()
    expect(screen.queryByText(/^This was the status at/)).toBeNull()
  })

  it('in the list says when its status was current once it can not be refetched', async () => {
    server.use(http.get('*/api/me/orders', () => HttpResponse.json([order])))
    renderShop({ '/me/my-orders': <OrdersPage /> }, '/me/my-orders')
    await screen.findByText(words.pending_approval)
    expect(screen.queryByText(/^This was the status at/)).toBeNull()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(/^This was the status at \d/)).toBeInTheDocument()
  })

  it('stays on the screen when the login expires, and is not refetched', async () => {
    await show()
    answer = () => HttpResponse.json({}, { status: 401 })
    server.use(http.get('*/api/me', () => HttpResponse.json({}, { status: 401 })))
    await pass(21_000)
    expect(await screen.findByText(/^Your login has expired/)).toBeInTheDocument()
    expect(screen.getByText(words.pending_approval)).toBeInTheDocument()
    expect(screen.getByText(/^This was the status at/)).toBeInTheDocument()
    const before = asked
    await pass(300_000)
    expect(asked).toBe(before)
  })

  it('a failing restaurant is asked with growing intervals', async () => {
    await show()
    answer = () => HttpResponse.json({ code: 'upstream_timeout' }, { status: 504, headers: { 'Retry-After': '300' } })
    await pass(21_000)
    await waitFor(() => expect(screen.getByText(/^This was the status at/)).toBeInTheDocument())
    const before = asked
    await pass(200_000)
    expect(asked).toBe(before)
    answer = () => HttpResponse.json(order)
    await pass(101_000)
    await waitFor(() => expect(asked).toBe(before + 1))
  })
})

describe('a customer in another tab', () => {
  it('sees the change in the page’s title until the page is focused', async () => {
    await show()
    const title = document.title
    look('hidden')
    decide('approved')
    await pass(61_000)
    await waitFor(() => expect(document.title).toBe(`${words.approved} · Order A-77`))
    decide('completed')
    await pass(61_000)
    await waitFor(() => expect(document.title).toBe(`${words.completed} · Order A-77`))
    look('visible')
    expect(document.title).toBe(title)
  })

  it('sees a new order’s rejection in the title, and no thanks once the page is focused', async () => {
    await show('?state=new')
    expect(document.title).toContain('Thank you for your order')
    look('hidden')
    decide('approved')
    await pass(61_000)
    await waitFor(() => expect(document.title).toBe(`${words.approved} · Order A-77`))
    decide('rejected')
    await pass(61_000)
    await waitFor(() => expect(document.title).toBe(`${words.rejected} · Order A-77`))
    look('visible')
    expect(document.title).not.toMatch(/Thank you|A-77/)
  })

  it('is notified only after enabling it', async () => {
    const shown: { title: string; options: NotificationOptions | undefined }[] = []
    class Notice extends EventTarget {
      static permission: NotificationPermission = 'default'
      static readonly requestPermission = vi.fn(() => Promise.resolve((Notice.permission = 'granted')))
      constructor(title: string, options?: NotificationOptions) {
        super()
        shown.push({ title, options })
      }
    }
    vi.stubGlobal('Notification', Notice)
    await show()
    expect(Notice.requestPermission).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Notify me of changes' }))
    expect(await screen.findByText(/^You will be notified as long as/)).toBeInTheDocument()
    look('hidden')
    decide('approved')
    await pass(61_000)
    await waitFor(() => expect(shown).toMatchObject([{ title: 'Order A-77', options: { body: words.approved, tag: 'order A-77' } }]))
    look('visible')
    await userEvent.click(screen.getByRole('button', { name: 'Stop notifications' }))
    look('hidden')
    decide('completed')
    await pass(61_000)
    await waitFor(() => expect(document.title).toContain(words.completed))
    expect(shown).toHaveLength(1)
  })

  it('is told if notifications are blocked, or unsupported', async () => {
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve('denied') })
    await show()
    vi.stubGlobal('Notification', { permission: 'denied' })
    await userEvent.click(screen.getByRole('button', { name: 'Notify me of changes' }))
    expect(await screen.findByText(/^Notifications are blocked/)).toBeInTheDocument()
  })

  it('is told if this browser has none', async () => {
    await show()
    expect(screen.getByText(/^This browser shows no notifications/)).toBeInTheDocument()
  })
})
