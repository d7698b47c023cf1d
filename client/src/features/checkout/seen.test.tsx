import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { chooseDelivery, noDeliveryChoice } from '../../cart/deliveryStore.ts'
import { workingHoursQuery } from '../../restaurant/workingHours.ts'
import { publicScope } from '../../session/identity.ts'
import { openMockShop, fillCart } from '../../test-setup-shop.tsx'
import { taxesQuery } from '../../restaurant/taxes.ts'
import { providersQuery } from './queries.ts'
import { sentTo, showCheckout, fillIn } from '../../test-setup-checkout.tsx'

/*
 * What the customer saw is what is sent: a clock that crosses the closing, the opening and the chosen minute between the last field and the press, and a
 * backend that changes taxes and payments meanwhile.
 */

const shop = openMockShop()
const { server } = shop
const placed = sentTo(shop, '/checkout/v2')
const minute = 60_000

/** Six to six, every day, by the week table alone. */
const week = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, [{ start: '06:00', end: '18:00' }]]),
)

beforeEach(() => server.use(http.get('*/api/working-hours', () => HttpResponse.json({ data: week, meta: { isActive: true } }))))
afterEach(() => void vi.useRealTimers())

const pay = () => document.querySelector<HTMLButtonElement>('[data-place-order]') as HTMLButtonElement
const control = (selector: string) => document.querySelector<HTMLInputElement>(selector)

/** The checkout at a time of the restaurant, filled in for takeaway. */
async function filledAt(at: string, deliverDate: string | null = null): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(at) })
  await fillCart()
  await queryClient.query(workingHoursQuery(publicScope()))
  chooseDelivery({ ...noDeliveryChoice, deliverType: 'takeaway', ...(deliverDate !== null && { deliverAt: 'later', deliverDate }) })
  const user = userEvent.setup({ delay: null })
  showCheckout()
  await fillIn(user)
  await waitFor(() => expect(pay()).toBeEnabled())
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const press = (): void => act(() => void fireEvent.click(pay()))

describe('an order that became another one meanwhile', () => {
  it('is not moved to the next day when the shop closes: the choice stays, and a sentence says what to do', async () => {
    await filledAt('2026-11-26T17:58:30+01:00')
    pay().focus()
    await pass(2 * minute)
    expect(control('[name=deliverAt][value=now]')).toBeChecked()
    expect(pay()).toBeDisabled()
    const obstacle = await screen.findByRole('button', { name: /^We are closed\. You can order for later, from/ })
    // The focus was on the button that is disabled now.
    expect(obstacle).toHaveFocus()
    act(() => obstacle.click())
    expect(control('[name=deliverAt][value=later]')).toBeChecked()
    expect(control('[name=deliverDate]')).toHaveValue('2026-11-27T06:00')
    expect(pay()).toBeEnabled()
    press()
    await waitFor(() => expect(placed).toMatchObject([{ body: { deliverAt: 'later', deliverDate: '2026-11-27T06:00:00+01:00' } }]))
  })

  it('a press after the closing, before the page has noticed it, orders nothing', async () => {
    await filledAt('2026-11-26T17:58:30+01:00')
    // A device that slept: the clock has moved, and no timer has run.
    vi.setSystemTime(new Date('2026-11-26T18:01:00+01:00'))
    expect(pay()).toBeEnabled()
    press()
    expect(screen.getByRole('button', { name: /^We are closed/ })).toHaveFocus()
    await pass(minute)
    expect(placed).toEqual([])
  })

  it('a preselected later stays later when the shop opens', async () => {
    await filledAt('2026-11-26T05:58:30+01:00')
    expect(control('[name=deliverDate]')).toHaveValue('2026-11-26T06:30')
    await pass(3 * minute)
    expect(control('[name=deliverAt][value=later]')).toBeChecked()
    press()
    await waitFor(() => expect(placed).toMatchObject([{ body: { deliverAt: 'later', deliverDate: '2026-11-26T06:30:00+01:00' } }]))
  })

  it('who enters while the shop is closed reads so in the section When, with its title', async () => {
    await filledAt('2026-11-26T05:58:30+01:00')
    const notice = screen.getByText(/^Our restaurant is out of working hours right now\. You can only place a future order/)
    expect(notice.closest('[data-notice]')).toHaveTextContent(/^We are closed\. Our restaurant/)
    expect(notice.closest('section')).toContainElement(control('[name=deliverAt]'))
  })

  it('a preselected time can be changed for now or for another time', async () => {
    await filledAt('2026-11-26T05:58:30+01:00')
    fireEvent.change(control('[name=deliverDate]') as HTMLInputElement, { target: { value: '2026-11-26T12:00' } })
    expect(control('[name=deliverDate]')).toHaveValue('2026-11-26T12:00')
    await pass(3 * minute)
    fireEvent.click(control('[name=deliverAt][value=now]') as HTMLInputElement)
    expect(control('[name=deliverAt][value=now]')).toBeChecked()
  })

  it('a chosen time that has passed is not ordered for now', async () => {
    await filledAt('2026-11-26T12:00:30+01:00', '2026-11-26T12:45:00+01:00')
    await pass(46 * minute)
    expect(control('[name=deliverAt][value=later]')).toBeChecked()
    expect(pay()).toBeDisabled()
    expect(screen.getByRole('button', { name: 'This time has passed. Please choose another one.' })).toBeVisible()
    expect(placed).toEqual([])
  })

  it('another total is ordered only once it is accepted', async () => {
    const tax = async (...taxes: object[]): Promise<void> => {
      server.use(http.get('*/api/taxes', () => HttpResponse.json(taxes)))
      await act(() => queryClient.refetchQueries({ queryKey: taxesQuery(publicScope()).queryKey }))
    }
    await tax()
    await filledAt('2026-11-26T12:00:30+01:00')
    const before = pay().textContent
    const changed = { name: /^The total has changed to .+\. Continue with this total\.$/ }
    await tax({ name: 'City tax', value: 10 })
    await screen.findByRole('button', changed)
    expect(pay()).toBeDisabled()
    // It is the one again that the customer has seen.
    await tax()
    await waitFor(() => expect(pay()).toBeEnabled())
    await tax({ name: 'City tax', value: 10 })
    const accept = await screen.findByRole('button', changed)
    expect(pay()).toBeDisabled()
    expect(placed).toEqual([])
    act(() => accept.click())
    expect(pay()).toHaveFocus()
    expect(pay().textContent).not.toBe(before)
    press()
    await waitFor(() => expect(placed).toHaveLength(1))
    expect(placed[0]?.body.cart.tax).toBeGreaterThan(0)
  })

  it('another way to pay is not chosen for the customer', async () => {
    const providers = (names: string[]) =>
      http.get('*/api/checkout/payment-providers', () => HttpResponse.json(names.map((id) => ({ id, name: id, displayOption: 'direct' }))))
    server.use(providers(['cash', 'card']))
    await filledAt('2026-11-26T12:00:30+01:00')
    server.use(providers(['card']))
    await act(() => queryClient.refetchQueries({ queryKey: providersQuery(publicScope()).queryKey }))
    expect(await screen.findByRole('button', { name: 'Choose how to pay.' })).toBeVisible()
    expect(pay()).toBeDisabled()
    expect(placed).toEqual([])
  })
})
