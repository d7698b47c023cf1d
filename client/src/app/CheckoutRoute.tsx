import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { lazyCode } from '../loading/lazyPart.tsx'
import { queryClient } from '../api/queryClient.ts'
import { prefetchCartReview } from '../features/cart/queries.ts'
import { CheckoutPage } from '../features/checkout/CheckoutPage.tsx'
import { providersQuery } from '../features/checkout/queries.ts'
import { taxesQuery } from '../restaurant/taxes.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import { publicScope } from '../session/identity.ts'

const DeviceOrderPage = lazyCode(async () => (await import('../features/orders/DeviceOrderPage.tsx')).DeviceOrderPage)

/** /checkout: the checkout; with `?order={code}`, a guest's confirmation of an order placed on this device. */
export function CheckoutRoute() {
  const [search] = useSearchParams()
  const code = search.get('order') ?? ''
  // The form does not wait for the confirmation's script, and the script is loaded before the order is placed.
  useEffect(() => whenIdle(() => void DeviceOrderPage.load()), [])
  return code === '' ? <CheckoutPage /> : <DeviceOrderPage code={code} />
}

/** Requests what the form waits for: payment methods, taxes, and what the cart's lines cost now. */
CheckoutRoute.prefetch = async (): Promise<void> => {
  await Promise.all([queryClient.query(providersQuery(publicScope())), queryClient.query(taxesQuery(publicScope())), prefetchCartReview()])
}
