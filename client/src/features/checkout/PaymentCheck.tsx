import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { queryClient } from '../../api/queryClient.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { useWaitingOrder, type WaitingOrder } from '../../orderState/orderState.ts'
import { recordDeclined, settle } from '../../orderState/transitions.ts'
import { storedPayment, usePaymentCheck } from '../../orderState/payment.ts'
import { closePayment, endPaymentCheck, orderOfPayment, recordCheckedPayment, samePayment } from '../../orderState/paymentReturn.ts'
import { confirmPurchase } from '../../events/purchase.ts'
import { removeDraft } from '../../forms/formDraft.ts'
import { showAlert } from '../../notices/notices.ts'
import { confirmationPath, paths } from '../../navigation/paths.ts'
import { currentLogin, useLogin } from '../../session/login.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { ordersQuery, settleDeviceOrder } from '../orders/queries.ts'
import { checkoutDraft } from '../../cart/billChoices.ts'
import { verifyPayment, type Verdict } from './verifyPayment.ts'
import { caller, personalKey } from '../../session/identity.ts'

/** Verifies a payment whose result is unknown, when a page begins and when the customer asks, and shows the result once; `wait` is verifyPayment's. Renders nothing. */
export function PaymentCheck({ wait }: { wait?: (milliseconds: number) => Promise<void> }): null {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { payment, running } = usePaymentCheck()
  const asking = useRef(false)
  useSettledByRestaurant()

  const check = useCallback(
    async (open: PaymentReturn): Promise<void> => {
      const verdict = await verifyPayment(open, wait)
      const ended = !samePayment(open, storedPayment.get())
      // Another tab has shown the result, or the customer has given it up. An approval is said in every tab that returns.
      if (ended && verdict.kind !== 'approved') {
        endPaymentCheck(true)
      } else if (verdict.kind === 'unchecked') {
        endPaymentCheck(false)
        return
      } else if (verdict.kind === 'failed') {
        closePayment(open)
        const declined = orderOfPayment(open)
        if (declined !== null) recordDeclined(declined)
        const back = declined !== null || currentCart().items.length > 0
        const words = 'There is a problem with your payment. Please try again'
        await showAlert(t('Error'), t(words))
        if (back) await navigate(paths.checkout)
      } else {
        const path = await settleApproved(open, verdict)
        recordCheckedPayment(open, path)
        void showAlert(t('Success'), t('Your order approved'))
        await navigate(path, { replace: true })
        closePayment(open)
      }
      endPaymentCheck(true)
    },
    [navigate, t, wait],
  )

  useEffect(() => {
    if (!running || payment === null || asking.current) return
    asking.current = true
    void check(payment).finally(() => (asking.current = false))
  }, [running, payment, check])
  return null
}

/** Records an approved payment: takes what was paid out of the cart of the order's branch. Returns the path of the order. */
async function settleApproved(payment: PaymentReturn, { branch, code }: Extract<Verdict, { kind: 'approved' }>): Promise<string> {
  const { hasAccount: own } = await currentLogin()
  const waiting = orderOfPayment(payment, { branch, code })
  const named = code ?? (waiting === null || waiting.code !== '' ? waiting?.code : waiting.key)
  const device = own ? null : settleDeviceOrder(named ?? null, branch)
  if (waiting !== null) settlePaid(waiting)
  else void confirmPurchase(branch, code)
  return own ? paths.myOrders : device ? confirmationPath(device.order.code) : paths.home
}

function settlePaid(order: WaitingOrder): void {
  void confirmPurchase(order.branchUrl, order.code === '' ? order.key : order.code)
  cartActions.takeOrdered(order.pieces, order.branchUrl)
  removeDraft(checkoutDraft)
  settle(order)
  void queryClient.invalidateQueries({ queryKey: personalKey(caller()) })
}

/** Where the customer's orders can be read, the restaurant may settle a waiting one without a return from the payment page. */
function useSettledByRestaurant(): void {
  const waiting = useWaitingOrder()
  const { hasAccount } = useLogin()
  const readable = waiting !== null && waiting.sender !== '' && hasAccount
  const { data: orders } = useShopQuery(ordersQuery, { enabled: readable, refetchOnWindowFocus: 'always' })
  const status = readable ? orders?.find(({ code }) => code === waiting.code)?.status : undefined
  useEffect(() => {
    if (waiting === null || status === undefined || status === 'pending_approval') return
    if (status === 'rejected') settle(waiting)
    else settlePaid(waiting)
  }, [waiting, status])
}
