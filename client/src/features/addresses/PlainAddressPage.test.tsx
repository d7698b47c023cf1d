import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { areasQuery } from '../../restaurant/areas.ts'
import { settingsQuery } from '../../restaurant/settings.ts'
import { publicScope, startIdentity } from '../../session/identity.ts'
import { logIn, openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { PlainAddressPage } from './PlainAddressPage.tsx'

const { server, world } = openMockShop()
const sent = vi.fn()

/** Goes to a branch, as a customer who has seen the menu there. */
async function goTo(shop: number): Promise<void> {
  local.write(storedKeys.branchUrl, world.shops[shop]?.url ?? '')
  startIdentity()
  await Promise.all([queryClient.query(settingsQuery(publicScope())), queryClient.query(areasQuery(publicScope()))])
}

beforeEach(async () => {
  world.setScenario({ names: ['old-addresses'] })
  sent.mockClear()
  server.use(
    http.post('*/api/me/addresses', async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ id: 7 })
    }),
  )
  await goTo(1)
  await logIn()
})

const area = () => screen.findByRole('combobox', { name: 'Area' })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the address' }))

it('an area chosen at one branch is not restored at another one, where its id is another area; the rest of the form is', async () => {
  const { unmount } = renderShop(<PlainAddressPage />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Address' }), { target: { value: 'Torstraße 1' } })
  fireEvent.change(await area(), { target: { value: '1' } })
  unmount()
  server.use(
    http.get('*/api/areas', () =>
      HttpResponse.json([{ id: 1, name: 'Elsewhere', minimumOrder: 0, deliveryPrice: 9, freeDeliveryThreshold: 0 }]),
    ),
  )
  await goTo(2)
  renderShop(<PlainAddressPage />)
  expect(await screen.findByRole('option', { name: 'Elsewhere' })).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('Torstraße 1')
  expect(await area()).toHaveValue('')
  expect(await area()).not.toHaveAccessibleDescription()
})

it('an area that the restaurant removes meanwhile is asked for again, not sent', async () => {
  renderShop(<PlainAddressPage />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the address' }), { target: { value: 'Home' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'Torstraße 1' } })
  fireEvent.change(await area(), { target: { value: '2' } })
  act(() => void queryClient.setQueryData(areasQuery(publicScope()).queryKey, (areas) => areas?.filter(({ id }) => id !== 2)))
  await waitFor(() => expect(screen.queryByRole('option', { name: /Wedding/ })).toBeNull())
  save()
  await waitFor(async () => expect(await area()).toHaveAccessibleDescription('Please choose an area.'))
  fireEvent.change(await area(), { target: { value: '3' } })
  save()
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ areaId: 3 })))
  expect(sent).toHaveBeenCalledTimes(1)
})
