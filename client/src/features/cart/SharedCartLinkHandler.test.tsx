import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { initialProductChoice } from '../../domain/pricing.ts'
import { productLine } from '../../domain/known.fixture.ts'
import { addLine, EMPTY_CART } from '../../domain/cart.ts'
import { writeSharedCart } from '../../domain/sharedCart.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { sharedCartHash } from '../../navigation/paths.ts'
import { identity } from '../../session/identity.ts'
import { openMockShop } from '../../test-setup-shop.tsx'
import { categoryProductsQuery } from '../menu/queries.ts'
import { SharedCartLinkHandler } from './SharedCartLinkHandler.tsx'

openMockShop()

beforeEach(() => cartActions.flush())

it('is closed once its dishes are added, however long the link takes to leave the address', async () => {
  const { data } = await queryClient.query(categoryProductsQuery({ ...identity(), language: 'en' }, 7))
  const [product] = data
  if (product === undefined) throw new Error('no dish')
  const line = productLine(product, initialProductChoice(product), 1, shopCurrency(), 7)
  const link = writeSharedCart(addLine(EMPTY_CART, line), identity().branch, 'Grace') ?? ''
  let loads = 0
  let leave = (): void => undefined
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: <SharedCartLinkHandler taken={link} />,
        HydrateFallback: () => null,
        // The guard of the screen, which also runs when the link leaves the address.
        loader: () => (loads++ === 0 ? null : new Promise<null>((resolve) => (leave = () => resolve(null)))),
      },
    ],
    { initialEntries: [`/${sharedCartHash}${link}`] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const add = await screen.findByRole('button', { name: 'Add to my cart' })
  await waitFor(() => expect(add).toBeEnabled())
  expect(router.state.location.hash).not.toBe('')
  await userEvent.click(add)
  expect(currentCart().items).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => {
    leave()
    return Promise.resolve()
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})
