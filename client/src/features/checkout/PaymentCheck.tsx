import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { queryClient } from '../../api/queryClient.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { cartActions, currentCart } from '../../shop/cart/cart.ts'
import { currentLogin, personal } from '../../shop/session/login.ts'
import { confirmPurchase } from '../../shop/events/purchase.ts'
import { showAlert } from '../../shop/parts/notices.ts'
import { openPayment } from '../../shop/cart/openPayment.ts'
import { confirmationPath, paths } from '../../shop/routes/paths.ts'
import { removeDraft } from '../../shop/forms/formDraft.ts'
import { Button } from '../../ui/Button.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { settleDeviceOrder } from '../orders/queries.ts'
import { checkoutDraft } from './fields.ts'
import { removePendingPayment, recordCheckedPayment } from './payments.ts'
import { verifyPayment, type Verdict } from './verifyPayment.ts'

/**
 * Verifies the payment from which the customer has returned, and shows the result once. A payment that could not be verified is shown on every
 * screen, with the request not to pay again.
 */
export function PaymentCheck() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const payment = openPayment.use()
  const [checking, setChecking] = useState(true)
  const asked = useRef<PaymentReturn | null>(null)

  const check = useCallback(
    async (open: PaymentReturn): Promise<void> => {
      setChecking(true)
      const verdict = await verifyPayment(open)
      setChecking(false)
      if (verdict.kind === 'unchecked') return
      openPayment.set(null)
      if (verdict.kind === 'failed') {
        await showAlert({ title: t('Error'), text: t('There is a problem with your payment. Please try again'), agree: t('Ok') })
        if (currentCart().items.length > 0) await navigate(paths.checkout)
        return
      }
      const path = await settleApproved(verdict)
      recordCheckedPayment(open, path)
      void showAlert({ title: t('Success'), text: t('Your order approved'), agree: t('Ok') })
      await navigate(path, { replace: true })
    },
    [navigate, t],
  )

  useEffect(() => {
    if (payment === null || asked.current === payment) return
    asked.current = payment
    void check(payment)
  }, [payment, check])

  if (payment === null) return null
  return (
    <NoticeBar
      kind="warning"
      icon={<CircleHelp />}
      action={
        <Button size="s" pending={checking} onClick={() => void check(payment)}>
          {t('Check again')}
        </Button>
      }
    >
      {checking ? t('We are checking your payment …') : t('Your payment could not be checked yet. Please do not pay again.')}
    </NoticeBar>
  )
}

/** Records an approved payment: empties the cart of the order's branch. Returns the path of the order. */
async function settleApproved({ branch, code }: Extract<Verdict, { kind: 'approved' }>): Promise<string> {
  const { loggedIn, isTable } = await currentLogin()
  const own = loggedIn && !isTable
  const device = own ? null : settleDeviceOrder(code ?? null, branch)
  void confirmPurchase(branch, code)
  removePendingPayment(branch, code)
  cartActions.flush(branch)
  removeDraft(checkoutDraft)
  void queryClient.invalidateQueries({ queryKey: personal() })
  return own ? paths.myOrders : device ? confirmationPath(device.order.code) : paths.home
}
