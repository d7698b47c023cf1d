import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { loadPhones } from '../../forms/phone.ts'
import { settingsQuery } from '../../restaurant/settings.ts'
import { publicScope } from '../../session/identity.ts'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { ReservationSheet } from './ReservationSheet.tsx'

openMockShop()

beforeAll(loadPhones)

it('Back from a sent reservation, and the sheet opened again: the form', async () => {
  await queryClient.query(settingsQuery(publicScope()))
  const { router } = renderShop(<ReservationSheet />)
  const open = () => act(() => router.navigate('/?reservation=1', { state: { overlay: true } }))
  await open()
  fireEvent.click(await screen.findByRole('radio', { name: '2' }))
  fireEvent.change(screen.getByLabelText(/day or time/), { target: { value: '2099-01-01T19:00' } })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  fireEvent.change(screen.getByLabelText(/E-?mail/), { target: { value: 'guest@example.org' } })
  fireEvent.change(screen.getByLabelText(/Phone/), { target: { value: '030 23125150' } })
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ok' }))
  expect(await screen.findByRole('button', { name: 'Add to the calendar' })).toBeVisible()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add to the calendar' })).toBeNull())
  await open()
  expect(await screen.findByRole('button', { name: 'Reserve' })).toBeVisible()
})
