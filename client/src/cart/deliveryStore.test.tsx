import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { fromLocalInput, isoWithOffset } from '../domain/hours.ts'
import { firstSlot } from '../domain/slots.ts'
import { openMockShop, renderShop } from '../test-setup-shop.tsx'
import { now } from '../restaurant/clock.ts'
import { shopConfig } from '../restaurant/config.ts'
import { chooseDelivery, useDelivery, noDeliveryChoice } from './deliveryStore.ts'
import { DeliverAtField } from './DeliveryTime.tsx'
import { workingHoursQuery } from '../restaurant/workingHours.ts'
import { forgetLogin } from '../session/login.ts'
import { publicScope } from '../session/identity.ts'

openMockShop()

function Choice() {
  const { choice } = useDelivery()
  return <output>{JSON.stringify(choice)}</output>
}

const chosen = (): unknown => JSON.parse(screen.getByRole('status').textContent)

describe('where a delivery goes', () => {
  it('is the last that was chosen: an area or a saved address, never both', () => {
    act(() => chooseDelivery({ ...noDeliveryChoice, deliverType: 'delivery' }))
    renderShop(<Choice />)
    // A saved address brings its area.
    act(() => chooseDelivery({ addressId: 7, areaId: 1 }))
    expect(chosen()).toMatchObject({ addressId: 7, areaId: 1 })
    act(() => chooseDelivery({ areaId: 2 }))
    expect(chosen()).toMatchObject({ addressId: null, areaId: 2 })
    act(() => chooseDelivery({ addressId: 7 }))
    expect(chosen()).toMatchObject({ addressId: 7, areaId: null })
  })

  it('is shown no more once a logout has removed it', () => {
    act(() => chooseDelivery({ ...noDeliveryChoice, areaId: 2 }))
    renderShop(<Choice />)
    expect(chosen()).toMatchObject({ areaId: 2 })
    act(() => forgetLogin())
    expect(chosen()).toMatchObject({ areaId: null })
  })
})

describe('a chosen time', () => {
  const inMinutes = (minutes: number): string => isoWithOffset(now().getTime() + minutes * 60_000, shopConfig().timezone)
  afterEach(() => vi.useRealTimers())

  it('is “now” again once it has passed, in an open page and after a week', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-24T18:00:00+01:00') })
    act(() => chooseDelivery({ ...noDeliveryChoice, deliverType: 'takeaway', deliverAt: 'later', deliverDate: inMinutes(30) }))
    const { unmount } = renderShop(<Choice />)
    expect(chosen()).toMatchObject({ deliverAt: 'later', deliverDate: '2026-11-24T18:30:00+01:00' })
    await act(() => vi.advanceTimersByTimeAsync(31 * 60_000))
    expect(chosen()).toMatchObject({ deliverType: 'takeaway', deliverAt: 'now', deliverDate: null })
    unmount()
    vi.setSystemTime(new Date('2026-12-01T18:00:00+01:00'))
    renderShop(<Choice />)
    expect(chosen()).toMatchObject({ deliverType: 'takeaway', deliverAt: 'now', deliverDate: null })
  })

  it('stays while it is being typed, although it is in the past', () => {
    act(() => chooseDelivery({ ...noDeliveryChoice, deliverAt: 'later', deliverDate: inMinutes(-60) }))
    renderShop(<Choice />)
    expect(chosen()).toMatchObject({ deliverAt: 'later' })
  })
})

describe('the picker of a delivery time', () => {
  it('shows a time between two slots as what it is', async () => {
    const zone = shopConfig().timezone
    const { data } = await queryClient.query(workingHoursQuery(publicScope()))
    const slot = firstSlot(data, zone, now().getTime() + 24 * 3_600_000)
    if (slot === null) throw new Error('no slot tomorrow')
    const day = slot.iso.slice(0, 10)
    const at = fromLocalInput(`${day}T${slot.iso.slice(11, 13)}:07`, zone)
    if (at === null) throw new Error('no such time')
    chooseDelivery({ ...noDeliveryChoice, deliverAt: 'later', deliverDate: isoWithOffset(at, zone) })
    renderShop(<DeliverAtField legend="When?" compact />)
    const time = await screen.findByLabelText<HTMLSelectElement>('Time')
    expect(time.selectedOptions[0]).toHaveTextContent(/:07/)
    expect(time).toHaveValue(isoWithOffset(at, zone))
  })

  it('chooses no time by itself: later has a day and a time once the customer has chosen one', async () => {
    act(() => chooseDelivery({ ...noDeliveryChoice, deliverAt: 'now' }))
    await queryClient.query(workingHoursQuery(publicScope()))
    renderShop(
      <>
        <DeliverAtField legend="When?" compact />
        <Choice />
      </>,
    )
    await userEvent.click(screen.getByRole('radio', { name: 'Later' }))
    expect(chosen()).toMatchObject({ deliverAt: 'later', deliverDate: null })
    await userEvent.click(screen.getByRole('radio', { name: 'Tomorrow' }))
    expect(chosen()).toMatchObject({ deliverDate: expect.any(String) as string })
  })

  it('offers later only where there is a time to choose', async () => {
    const week = Object.fromEntries(Object.keys((await queryClient.query(workingHoursQuery(publicScope()))).data).map((day) => [day, []]))
    queryClient.setQueryData(workingHoursQuery(publicScope()).queryKey, (known) => known && { ...known, data: week })
    renderShop(<DeliverAtField legend="When?" exact={{ error: undefined }} />)
    expect(screen.getByRole('radio', { name: 'Later' })).toBeDisabled()
  })
})
