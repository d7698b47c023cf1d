import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { EMPTY_CART } from '../domain/cart.ts'
import { storeDeviceOrder } from '../features/orders/queries.ts'
import { openMockShop } from '../test-setup-shop.tsx'
import { useDestinations } from './useDestinations.ts'

openMockShop()

it("a guest's first order is among the destinations at once", () => {
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useDestinations().account.map(({ icon }) => icon), { wrapper })
  expect(result.current).not.toContain('orders')
  const payment = { method: '', total: 0, tip: 0, deliveryPrice: 0, taxes: [] }
  const order = { code: 'A-1', status: 'pending', createdAt: '2026-11-19T12:00:00+01:00', items: [], payment }
  act(() =>
    storeDeviceOrder({ order: order as never, deliverType: 'takeaway', table: null, cart: EMPTY_CART, branchUrl: null, settled: true }),
  )
  expect(result.current).toContain('orders')
})
