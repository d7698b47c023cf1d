import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'

const { server } = openMockShop()
const place = (id: string) => ({ id, name: `Place ${id}`, address: `Street ${id}`, coordinates: { lat: 1, lng: 2 } })

it('the place that was chosen last is found, in whatever order the answers arrive', async () => {
  let answerA = (): void => undefined
  const answered = vi.fn()
  server.use(
    http.get('*/api/me/addresses/search-fixed', () => HttpResponse.json([place('a'), place('b')])),
    http.get('*/api/me/addresses/search', () => HttpResponse.json([])),
    http.get('*/api/me/addresses/places/a', async () => {
      await new Promise<void>((resolve) => (answerA = resolve))
      answered()
      return HttpResponse.json(place('a'))
    }),
    http.get('*/api/me/addresses/places/b', () => HttpResponse.json(place('b'))),
  )
  const found = vi.fn()
  renderShop(<PlaceSearch onChoose={() => (place) => void found(place.address)} />)
  const user = userEvent.setup()
  const field = screen.getByRole('combobox')
  await user.type(field, 'place')
  await user.click(await screen.findByRole('option', { name: /Place a/ }))
  await user.clear(field)
  await user.type(field, 'place')
  await user.click(await screen.findByRole('option', { name: /Place b/ }))
  await waitFor(() => expect(found).toHaveBeenCalledExactlyOnceWith('Street b'))
  answerA()
  await waitFor(() => expect(answered).toHaveBeenCalled())
  await delay(50)
  expect(found).toHaveBeenCalledTimes(1)
})
