// "Order again" on the menu: what it costs is what the cart will show.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { addLine, EMPTY_CART } from '../../domain/cart.ts'
import { local, session, sessionKeys, storedKeys } from '../../browser/storage.ts'
import { caller, publicScope } from '../../session/identity.ts'
import { logIn, openMockShop, renderShop, margherita } from '../../test-setup-shop.tsx'
import { OrderStrip } from './OrderStrip.tsx'
import { storeDeviceOrder, wholeMenuQuery } from './queries.ts'

const { world } = openMockShop()

it.each([
  ['the shop computes the price', [], '34,00'],
  ['the backend computes the price', ['engine'], '30,60'],
])('%s', async (_, names, total) => {
  session.remove(sessionKeys.quotes)
  world.setScenario({ names: ['open', ...names] })
  storeDeviceOrder({
    order: {
      ...{ code: 'A-1', status: 'completed', createdAt: '2025-01-01T12:00:00+01:00', deliverAt: null, takeaway: true, items: [] },
      payment: { price: 34, cartTotal: 34, discount: 0, deliver: 0, tax: 0, tip: 0, method: 'Cash' },
    },
    ...{ deliverType: 'takeaway', table: null, cart: addLine(EMPTY_CART, await margherita(4)), branchUrl: caller().branch, settled: true },
  })
  const menu = await queryClient.query(wholeMenuQuery(publicScope()))
  renderShop(<OrderStrip menu={menu} place={null} />)
  expect(await screen.findByRole('button', { name: new RegExp(`Again: .4.×.Margherita.*${total}`) })).toBeInTheDocument()
})

it('reserves its place at the next visit if it was shown, and not if nothing of it is on the menu', async () => {
  const cart = addLine(EMPTY_CART, await margherita(4))
  storeDeviceOrder({
    order: {
      ...{ code: 'A-1', status: 'completed', createdAt: '2025-01-01T12:00:00+01:00', deliverAt: null, takeaway: true, items: [] },
      payment: { price: 34, cartTotal: 34, discount: 0, deliver: 0, tax: 0, tip: 0, method: 'Cash' },
    },
    ...{ deliverType: 'takeaway', table: null, cart, branchUrl: caller().branch, settled: true },
  })
  const menu = await queryClient.query(wholeMenuQuery(publicScope()))
  const shown = renderShop(<OrderStrip menu={menu} place={<i>reserved</i>} />)
  await screen.findByRole('button', { name: /Again/ })
  expect(local.read(storedKeys.strip)).toBe('1')
  shown.unmount()
  renderShop(<OrderStrip menu={{ products: [], menus: [] }} place={<i>reserved</i>} />)
  await screen.findByText('reserved')
  await waitFor(() => expect(local.read(storedKeys.strip)).toBeNull())
})

it('shows the order of a guest that is under way also once the guest has logged in', async () => {
  storeDeviceOrder({
    order: {
      ...{ code: 'A-1', status: 'pending_approval', createdAt: new Date().toISOString(), deliverAt: null, takeaway: true, items: [] },
      payment: { price: 34, cartTotal: 34, discount: 0, deliver: 0, tax: 0, tip: 0, method: 'Cash' },
    },
    ...{ deliverType: 'takeaway', table: null, cart: EMPTY_CART, branchUrl: caller().branch, settled: true },
  })
  await logIn()
  renderShop(<OrderStrip menu={null} place={null} />)
  expect(await screen.findByRole('link', { name: 'Show the order' })).toHaveAttribute('href', '/checkout?order=A-1')
  expect(screen.getByText('Your order is under way')).toBeVisible()
})
