import { useSearchParams } from 'react-router'
import { CheckoutPage } from '../features/checkout/CheckoutPage.tsx'
import { DeviceOrderPage } from '../features/orders/DeviceOrderPage.tsx'

/** /checkout: the checkout; with `?order={code}`, a guest's confirmation of an order placed on this device. */
export function CheckoutRoute() {
  const [search] = useSearchParams()
  const code = search.get('order') ?? ''
  return code === '' ? <CheckoutPage /> : <DeviceOrderPage code={code} />
}
