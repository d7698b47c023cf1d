import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import type { ProductCartLine } from '../../domain/cartLine.ts'
import { avoidAllergens } from '../../cart/avoidedAllergens.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { chooseDelivery } from '../../cart/deliveryStore.ts'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { CartSuggestions } from './Cart.tsx'
import { CartSummary } from './CartSummary.tsx'

const broken = vi.hoisted(() => ({ now: false }))
vi.mock('../../domain/topUp.ts', async (original) => {
  const { topUpDishes } = await original<typeof import('../../domain/topUp.ts')>()
  return {
    topUpDishes: (...of: Parameters<typeof topUpDishes>) => {
      if (broken.now) throw new Error('an unexpected menu')
      return topUpDishes(...of)
    },
  }
})

const { server } = openMockShop()

const margherita = (qty: number): ProductCartLine => ({
  type: 'productItem',
  productId: 101,
  sizeId: 1,
  qty,
  extraIds: [],
  optionIds: [{ variantId: 10, value: 1001 }],
  categoryId: 1,
  shown: { name: 'Margherita', size: '26 cm', parts: [], unit: 850, picture: null, allergens: ['A', 'G'] },
})

/** The footer and the suggestions of a cart with this quantity at 8,50 € for the first area: minimum order 12 €, free delivery from 30 €. */
function show(pieces: number): void {
  cartActions.add(margherita(pieces))
  chooseDelivery({ deliverType: 'delivery', areaId: 1 })
  const cart = (
    <>
      <CartSummary />
      <CartSuggestions />
    </>
  )
  renderShop(cart)
}

const offers = async (): Promise<HTMLElement[]> => within(await screen.findByRole('list', { name: 'You could add' })).getAllByRole('button')

beforeEach(() => {
  cartActions.flush()
  avoidAllergens([])
})

describe('suggestions', () => {
  it('suggests three dishes below the minimum order, adds one by one press, and undoes it', async () => {
    show(1)
    expect(await screen.findByText(/3,50.*to the minimum order/)).toBeVisible()
    const dishes = await offers()
    expect(dishes).toHaveLength(3)
    const name = dishes[0]?.getAttribute('aria-label') ?? ''
    expect(name).toMatch(/^Add .+, [3-9],\d\d\s€$/)
    await userEvent.click(dishes[0] as HTMLElement)
    expect(currentCart().items).toHaveLength(2)
    expect(await screen.findByText(/to free delivery/)).toBeVisible()
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo).toHaveFocus()
    expect(screen.getByText(/has been added\.$/)).toBeVisible()
    await userEvent.click(undo)
    expect(currentCart().items.map(({ shown }) => shown.name)).toEqual(['Margherita'])
    expect(screen.getByRole('button', { name })).toHaveFocus()
  })

  it('an addition can’t be undone once the cart has changed otherwise', async () => {
    show(1)
    await userEvent.click((await offers())[0] as HTMLElement)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    cartActions.increase(cartActions.keys()[0] ?? '')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('suggests nothing if no area is chosen, nothing is missing, or nothing fits the filter', async () => {
    show(4)
    expect(await screen.findByText('Free delivery')).toBeVisible()
    cartActions.decrease(cartActions.keys()[0] ?? '')
    expect(await offers()).toHaveLength(3)
    avoidAllergens('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'You could add' })).toBeNull())
    avoidAllergens([])
    expect(await offers()).toHaveLength(3)
    chooseDelivery({ deliverType: 'takeaway' })
    await waitFor(() => expect(screen.queryByRole('list', { name: 'You could add' })).toBeNull())
  })

  it('leave the rest of the cart if they fail', async () => {
    broken.now = true
    const told = vi.spyOn(console, 'error').mockReturnValue()
    try {
      show(1)
      expect(await screen.findByText(/to the minimum order/)).toBeVisible()
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      expect(screen.getByText(/to the minimum order/)).toBeVisible()
      expect(told.mock.calls.flat().map(String)).toContain('Error: an unexpected menu')
    } finally {
      broken.now = false
    }
  })

  it('shows nothing if the menu can’t be loaded', async () => {
    server.use(http.get('*/api/products/categories/:id/products', () => HttpResponse.json({}, { status: 500 })))
    show(1)
    expect(await screen.findByText(/to the minimum order/)).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('list', { name: 'You could add' })).toBeNull()
  })
})
