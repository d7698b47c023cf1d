import { screen } from '@testing-library/react'
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
