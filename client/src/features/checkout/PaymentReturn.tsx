import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paymentReturn } from '../../domain/redirect.ts'
import { openPayment } from '../../shop/cart/openPayment.ts'
import { checkedPaymentPath } from './payments.ts'

/**
 * The return from the payment page (docs/specification.md sections 2 and 4): removes `payment` and `sess` from the address and stores them until the
 * payment is verified (PaymentCheck).
 */
export function PaymentReturn() {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()

  useEffect(() => {
    if (!search.has('payment') && !search.has('sess')) return
    const arrived = paymentReturn(search)
    const before = arrived === null ? null : checkedPaymentPath(arrived)
    // Stored before the parameters are removed: a reload in between loses nothing.
    if (arrived !== null && before === null) openPayment.set(arrived)
    setSearch(
      (parameters) => {
        const after = new URLSearchParams(parameters)
        after.delete('payment')
        after.delete('sess')
        return after
      },
      { replace: true },
    )
    // A second visit shows the order without a message.
    if (before !== null) void navigate(before, { replace: true })
  }, [search, setSearch, navigate])
  return null
}
