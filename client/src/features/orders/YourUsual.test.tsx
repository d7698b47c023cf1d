import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderItem } from '../../../../contracts/types.ts'
import { EMPTY_CART } from '../../domain/cart.ts'
import { avoidAllergens } from '../../cart/avoidedAllergens.ts'
import { currentCart } from '../../cart/cartStore.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { openMockShop, renderShop, logIn } from '../../test-setup-shop.tsx'
import { storeDeviceOrder, wholeMenuQuery } from './queries.ts'
import { YourUsual } from './YourUsual.tsx'
import { useShopQuery } from '../../session/useShopQuery.ts'

const { server, world } = openMockShop()
const margherita: OrderItem = {
  type: 'productItem',
  qty: 2,
  price: 17,
  product: 'Margherita',
  size: '26 cm',
  options: { Teig: ['Klassisch dünn'] },
  extras: [],
}

beforeEach(() => {
  avoidAllergens([])
})

/** A guest's order on this device, some days ago. */
function ordered(day: number, items: OrderItem[], branchUrl: string | null = world.shops[1]?.url ?? null): void {
  storeDeviceOrder({
    order: {
      code: `A-${String(day)}`,
      status: 'pending_approval',
      createdAt: `2026-11-${String(day).padStart(2, '0')}T19:00:00+01:00`,
      items,
      payment: { price: 17, cartTotal: 17, discount: 0, deliver: 0, tax: 0, tip: 0 },
    },
    deliverType: 'takeaway',
    table: null,
    cart: EMPTY_CART,
    branchUrl,
    settled: true,
  })
}

function Menu() {
  const menu = useShopQuery(wholeMenuQuery).data
  return menu === undefined ? <p>loading</p> : <YourUsual menu={menu} />
}

async function show(): Promise<() => void> {
  const { unmount } = renderShop(<Menu />)
  await waitFor(() => expect(screen.queryByText('loading')).toBeNull())
  return unmount
}

describe('your usual', () => {
  it('offers what a guest has ordered twice here, and adds one by one press', async () => {
    ordered(1, [margherita, { type: 'productItem', qty: 1, price: 5, product: 'Tiramisù' }])
    ordered(2, [margherita])
    await show()
    const offers = within(await screen.findByRole('region', { name: 'Your usual' })).getAllByRole('button')
    expect(offers).toHaveLength(1)
    expect(offers[0]).toHaveAccessibleName(/^Add Margherita, 26 cm, Klassisch dünn, 8,50/)
    await userEvent.click(offers[0] as HTMLElement)
    expect(currentCart().items).toMatchObject([{ productId: 101, qty: 1, shown: { size: '26 cm', unit: 850 } }])
    expect(await screen.findByText('Product has been added to your cart')).toBeInTheDocument()
  })

  it('of a customer who is new on this device is shown from the next view on: it would push down what is read', async () => {
    const usual = { code: 'A-7', status: 'delivered', createdAt: '2026-11-20T19:00:00+01:00', items: [margherita] }
    server.use(http.get('*/api/me/orders', () => HttpResponse.json([usual, { ...usual, code: 'A-8' }])))
    await logIn()
    const leave = await show()
    await waitFor(() => expect(local.read(storedKeys.usual)).toBe('1'))
    expect(screen.queryByRole('region', { name: 'Your usual' })).toBeNull()
    leave()
    await show()
    expect(await screen.findByRole('button', { name: /^Add Margherita/ })).toBeInTheDocument()
  })

  it('shows the changed price first', async () => {
    const cheap = { ...margherita, price: 14 }
    ordered(1, [cheap])
    ordered(2, [cheap])
    await show()
    await userEvent.click(await screen.findByRole('button', { name: /^Add Margherita/ }))
    expect(currentCart().items).toEqual([])
    const review = await screen.findByRole('dialog', { name: 'What has changed' })
    expect(review).toHaveTextContent(/8,50.*instead of.*7,00/)
    await userEvent.click(within(review).getByRole('button', { name: 'Add it to the cart' }))
    expect(currentCart().items).toMatchObject([{ productId: 101, qty: 1 }])
  })

  it('offers nothing that is not on this branch’s menu, was ordered elsewhere, or does not fit the filter', async () => {
    const gone: OrderItem = { type: 'productItem', qty: 1, price: 9, product: 'Pizza of yesteryear' }
    ordered(1, [gone])
    ordered(2, [gone])
    ordered(3, [margherita], world.shops[2]?.url ?? null)
    ordered(4, [margherita], world.shops[2]?.url ?? null)
    await show()
    expect(screen.queryByRole('region', { name: 'Your usual' })).toBeNull()
    ordered(5, [margherita])
    ordered(4, [margherita])
    avoidAllergens(['G'])
    await show()
    expect(screen.queryByRole('region', { name: 'Your usual' })).toBeNull()
  })
})
