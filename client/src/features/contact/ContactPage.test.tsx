import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { startLanguage } from '../../i18n/language.ts'
import { ContactPage } from './ContactPage.tsx'
import { offlineClient, renderShop } from '../../test-setup-shop.tsx'

beforeAll(() => startLanguage({}))

it.each([
  ['https://maps.example/shop', 'https://maps.example/shop'],
  ['http://maps.example/shop', 'https://maps.example/shop'],
  ['maps.example/shop', 'https://maps.example/shop'],
  ['javascript:alert(1)', null],
  ['', null],
])('MAP_URL %j is the route %j', (value, link) => {
  renderShop(<ContactPage />, '/', offlineClient([{ key: 'MAP_URL', value }]))
  expect(screen.queryByRole('link', { name: 'Plan the route' })?.getAttribute('href') ?? null).toBe(link)
})

it('the line above the button leads to the first field that is missing', async () => {
  renderShop(<ContactPage />, '/', offlineClient([]))
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Mary')
  await userEvent.click(screen.getByRole('button', { name: 'Fill in all fields to send the message.' }))
  expect(screen.getByRole('textbox', { name: 'Last name' })).toHaveFocus()
})

it('the line says what is wrong with the e-mail address once all fields are filled in', async () => {
  renderShop(<ContactPage />, '/', offlineClient([]))
  for (const name of ['First name', 'Last name', 'Subject', 'Message', 'E-mail'])
    await userEvent.type(screen.getByRole('textbox', { name }), 'mary')
  for (const box of screen.queryAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Please enter a valid e-mail address.' }))
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus()
})
