import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { isPassing } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import { paymentReturn, type PaymentReturn as Return } from '../../domain/redirect.ts'
import { cartActions, currentCart } from '../../shop/cart.ts'
import { currentLogin, personal } from '../../shop/login.ts'
import { showAlert } from '../../shop/notices.ts'
import { paths } from '../../shop/paths.ts'
import { session, sessionKeys } from '../../shop/storage.ts'
import { settleDeviceOrder } from '../orders/queries.ts'
import { checkPayment } from './queries.ts'
import { confirmationPath } from './usePlacing.ts'

/** Waits before asking about a payment again, in milliseconds; three asks at most (HARDENING.md T31). */
const askAgain = [1_000, 3_000]
/** How many payments a tab remembers. */
const mostSeen = 20

/**
 * The return from the payment page (SPEC.md sections 2 and 4): `payment` and `sess` leave the address bar at once, the
 * payment is verified, and the customer hears the result once. It works in another browser too, since nothing stored is needed.
 */
export function PaymentReturn() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const asked = useRef(new Set<string>())

  useEffect(() => {
    const arrived = paymentReturn(search)
    const stray = search.has('payment') || search.has('sess')
    if (!stray) return
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('payment')
        after.delete('sess')
        return after
      },
      { replace: true },
    )
    if (arrived === null) return
    const mark = `${arrived.payment} ${arrived.sess}`
    if (asked.current.has(mark)) return
    asked.current.add(mark)

    const show = async (): Promise<void> => {
      const before = seenPayment(mark)
      if (before !== null) {
        // A second visit shows the order, and never says "approved" again.
        await navigate(before, { replace: true })
        return
      }
      try {
        const { code } = await verify(arrived)
        const { loggedIn, isTable } = await currentLogin()
        const own = loggedIn && !isTable
        const device = own ? null : settleDeviceOrder(code ?? null)
        const place = own ? paths.myOrders : device ? confirmationPath(device.order.code) : paths.home
        rememberPayment(mark, place)
        cartActions.flush()
        session.remove(sessionKeys.checkoutDraft)
        void queryClient.invalidateQueries({ queryKey: [personal] })
        void showAlert({ title: t('Success'), text: t('Your order approved'), agree: t('Ok') })
        await navigate(place, { replace: true })
      } catch {
        await showAlert({ title: t('Error'), text: t('There is a problem with your payment. Please try again'), agree: t('Ok') })
        if (currentCart().items.length > 0) await navigate(paths.checkout)
      }
    }
    void show()
  }, [search, setSearch, navigate, t])
  return null
}

async function verify(payment: Return): Promise<{ code?: string }> {
  for (const pause of askAgain) {
    try {
      return await checkPayment(payment)
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return checkPayment(payment)
}

function seenPayments(): [string, string][] {
  const kept = session.readJson(sessionKeys.paymentsSeen)
  return Array.isArray(kept)
    ? kept.filter((each): each is [string, string] => Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string')
    : []
}

function seenPayment(mark: string): string | null {
  return seenPayments().find(([seen]) => seen === mark)?.[1] ?? null
}

function rememberPayment(mark: string, place: string): void {
  session.writeJson(sessionKeys.paymentsSeen, [[mark, place], ...seenPayments()].slice(0, mostSeen))
}
