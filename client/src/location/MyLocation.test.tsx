import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { useAreas } from '../restaurant/areas.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { Notices } from '../notices/Notices.tsx'
import { showAlert } from '../notices/notices.ts'
import { openMockShop } from '../test-setup-shop.tsx'
import { MyLocation, type Where } from './MyLocation.tsx'

const { server } = openMockShop()

const mitte = { latitude: 52.518512345, longitude: 13.407312345 }

/** The device's response: a position, or an error code. */
function deviceSays(answer: typeof mitte | number): void {
  const getCurrentPosition = (found: PositionCallback, failed: PositionErrorCallback): void => {
    if (typeof answer === 'object') found({ coords: answer } as never)
    else failed({ code: answer, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as never)
  }
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
}

const seen = vi.fn<(where: Where) => void>()

function Form({ start }: { start: Where }) {
  const [where, setWhere] = useState(start)
  seen(where)
  return (
    <>
      <MyLocation areas={useAreas()} where={where} onChange={setWhere} />
      <textarea aria-label="Address" value={where.address} onChange={(event) => setWhere({ ...where, address: event.target.value })} />
      <Notices />
    </>
  )
}

function show(start: Partial<Where> = {}): ReturnType<typeof render> {
  return render(
    <QueryClientProvider client={queryClient}>
      <Form start={{ areaId: null, address: '', located: null, ...start }} />
    </QueryClientProvider>,
  )
}

const press = async (): Promise<void> => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0)) // the areas
  await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }))
}
const current = (): Where | undefined => seen.mock.lastCall?.[0]

beforeEach(() => {
  seen.mockReset()
  setConfig({ ...fallbackConfig, geocoder: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  setConfig(fallbackConfig)
})

describe('"Use my location"', () => {
  it('fills in address and area of a guest, says that it replaced what was typed, and takes it back', async () => {
    deviceSays(mitte)
    show({ address: 'Torstraße 7', areaId: 2 })
    await press()
    expect(await screen.findByText(/Filled in from your location.*What was there before has been replaced/)).toBeVisible()
    expect(current()).toMatchObject({ areaId: 1, located: { coordinates: { lat: 52.51851, lng: 13.40731 } } })
    expect(current()?.address).toMatch(/^Rathausstraße/)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(current()).toEqual({ areaId: 2, address: 'Torstraße 7', located: null })
    expect(screen.getByRole('button', { name: 'Use my location' })).toHaveFocus()
  })

  it('does not replace what was typed while the device was looking', async () => {
    let answer = (): void => undefined
    const getCurrentPosition = (found: PositionCallback): void => void (answer = () => found({ coords: mitte } as never))
    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
    show()
    await press()
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'Torstraße 7')
    answer()
    await waitFor(() => expect(screen.queryByText('Looking for your address …')).toBeNull())
    expect(current()).toEqual({ areaId: null, address: 'Torstraße 7', located: null })
  })

  it.each(['types an address', 'leaves the screen'])('a denial that comes late, after the customer %s, says nothing', async (goesOn) => {
    let deny = (): void => undefined
    const getCurrentPosition = (_: PositionCallback, failed: PositionErrorCallback): void =>
      void (deny = () => failed({ code: 1, PERMISSION_DENIED: 1 } as never))
    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
    const { rerender } = show()
    await press()
    if (goesOn === 'leaves the screen') rerender(<Notices />)
    else await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'Torstraße 7')
    await act(async () => {
      deny()
      await Promise.resolve()
    })
    // Dialogs are shown in the order in which they were asked for.
    act(() => void showAlert('Next', 'The next dialog'))
    expect(await screen.findByText('The next dialog')).toBeInTheDocument()
    expect(screen.queryByText(/open your location services/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }))
    expect(screen.queryByText('Looking for your address …')).toBeNull()
    expect(screen.queryByText(/Your location is unknown/)).toBeNull()
    if (goesOn === 'types an address') expect(screen.getByRole('button', { name: 'Use my location' })).toBeEnabled()
  })

  it('offers no Undo once something was typed after it', async () => {
    deviceSays(mitte)
    show()
    await press()
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
    expect(screen.queryByText(/What was there before/)).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), ' 3rd floor')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('leaves the area to a guest where the postal code does not tell it', async () => {
    deviceSays({ latitude: 52.5022, longitude: 13.3285 })
    show()
    await press()
    expect(await screen.findByText(/We could not determine your delivery area/)).toBeVisible()
    expect(current()).toMatchObject({ areaId: null })
    expect(current()?.address).not.toBe('')
  })

  // Denied, unavailable, late: the specification has one sentence for all.
  it.each([1, 2, 3])('a device that does not say where it is (%i) is told, and nothing is lost', async (code) => {
    deviceSays(code)
    show({ address: 'Torstraße 7' })
    await press()
    expect(await screen.findByText(/open your location services/)).toBeInTheDocument()
    expect(current()).toEqual({ areaId: null, address: 'Torstraße 7', located: null })
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }))
    await waitFor(() => expect(screen.getByText('Use my location').closest('button')).toBeEnabled())
  })

  it('a geocoder that fails leaves the address to the customer, and sends no place with it', async () => {
    server.use(http.get('*/bff/geocode/reverse', () => HttpResponse.json({ code: 'upstream_timeout' }, { status: 504 })))
    deviceSays(mitte)
    show({ address: 'Torstraße 7' })
    await press()
    expect(await screen.findByText('We could not find the address of your location. Please enter it.')).toBeVisible()
    expect(current()).toEqual({ areaId: null, address: 'Torstraße 7', located: null })
  })

  it('is not there without a geocoder', async () => {
    setConfig(fallbackConfig)
    show()
    await screen.findByRole('textbox')
    expect(screen.queryByRole('button', { name: 'Use my location' })).toBeNull()
  })
})
