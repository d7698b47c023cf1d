// "Order again" on the menu: what it costs is what the cart will show.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { Product } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { addLine, EMPTY_CART } from '../../domain/cart.ts'
import { productLine } from '../../domain/known.fixture.ts'
import { initialProductChoice } from '../../domain/pricing.ts'
import { session, sessionKeys } from '../../browser/storage.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { caller, publicScope } from '../../session/identity.ts'
import { openMockShop } from '../../test-setup-shop.ts'
import { OrderStrip } from './OrderStrip.tsx'
import { storeDeviceOrder, wholeMenuQuery } from './queries.ts'

const { world } = openMockShop()

it.each([
  ['the shop computes the price', [], '34,00'],
  ['the backend computes the price', ['engine'], '30,60'],
])('%s', async (_, names, total) => {
  session.remove(sessionKeys.quotes)
  world.setScenario({ names: ['open', ...names] })
  const [category] = await call('GET /products/categories', { identity: caller() })
  const { data } = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id: category?.id ?? '' } })
  const product = data[0] as Product
  const dough = product.variants?.[0]
  const optionIds = [{ variantId: dough?.id ?? '', value: dough?.options[0]?.id ?? '' }]
  const line = productLine(product, { ...initialProductChoice(product), optionIds }, 4, shopCurrency(), category?.id ?? null)
  storeDeviceOrder({
    order: {
      ...{ code: 'A-1', status: 'completed', createdAt: '2025-01-01T12:00:00+01:00', deliverAt: null, takeaway: true, items: [] },
      payment: { price: 34, cartTotal: 34, discount: 0, deliver: 0, tax: 0, tip: 0, method: 'Cash' },
    },
    ...{ deliverType: 'takeaway', table: null, cart: addLine(EMPTY_CART, line), branchUrl: caller().branch, settled: true },
  })
  const menu = await queryClient.query(wholeMenuQuery(publicScope()))
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <OrderStrip menu={menu} place={null} /> }])} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('button', { name: new RegExp(`Again: 4 × Margherita.*${total}`) })).toBeInTheDocument()
})
