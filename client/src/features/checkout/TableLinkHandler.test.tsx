import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { TableLinkHandler } from './TableLinkHandler.tsx'

const { server } = openMockShop()

it.each([
  ['the restaurant does not know it', { message: 'No such table.' }, /^This table code is not known/],
  ['a proxy answers in its place', { code: 'upstream_invalid', message: 'Please try again.' }, /^Please try again/],
])('a scanned code that is answered 404: %s', async (_who, body, words) => {
  server.use(http.get('*/api/tables/:code', () => HttpResponse.json(body, { status: 404 })))
  renderShop(<TableLinkHandler onRefused={() => undefined} />, '/?table=T7-KLEE')
  expect(await screen.findByText(words)).toBeVisible()
})
