import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { PhoneForm } from './PhoneField.fixture.tsx'

beforeAll(() => startLanguage(undefined))

it('keeps what is typed while the number that was left before is still checked', async () => {
  render(<PhoneForm />)
  const phone = screen.getByLabelText('Phone')
  await userEvent.clear(phone)
  await userEvent.type(phone, '12')
  // The check of "12" ends after the next key.
  fireEvent.blur(phone)
  fireEvent.focus(phone)
  fireEvent.change(phone, { target: { value: '030 2312510' } })
  await act(() => Promise.resolve())
  expect(phone).toHaveValue('030 2312510')
})

it('shows the country of a number that begins with +, and reads the next national number in the shop’s own', async () => {
  render(<PhoneForm />)
  const phone = screen.getByLabelText('Phone')
  const country = screen.getByLabelText('Country of the telephone number')
  await userEvent.clear(phone)
  await userEvent.type(phone, '+39 02 12345678')
  await userEvent.tab()
  await waitFor(() => expect(country).toHaveValue('IT'))
  await userEvent.clear(phone)
  await userEvent.type(phone, '0171 2345678')
  expect(country).toHaveValue('DE')
  await userEvent.tab()
  await waitFor(() => expect(phone).toHaveValue('0171 2345678'))
  // A country from the list stays.
  await userEvent.selectOptions(country, 'AT')
  await userEvent.clear(phone)
  await userEvent.type(phone, '+39 02 12345678')
  expect(country).toHaveValue('IT')
  await userEvent.clear(phone)
  await userEvent.type(phone, '01 5811')
  expect(country).toHaveValue('AT')
})

it('says what is not sent with the number', async () => {
  render(<PhoneForm />)
  const phone = screen.getByLabelText('Phone')
  await userEvent.clear(phone)
  await userEvent.type(phone, '030 23125150 ext. 12')
  await userEvent.tab()
  await waitFor(() => expect(phone).toHaveAccessibleDescription('“ext. 12” is not part of the number and is left out.'))
  expect(phone).toHaveValue('030 23125150')
})
