import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useWaiting } from '../../orderState/payment.ts'
import { leavePaymentReturn } from '../../orderState/paymentReturn.ts'
import { WaitingOrderPanel } from '../../orderState/WaitingOrder.tsx'
import { Screen } from '../../screen/Screen.tsx'
import { paths } from '../../navigation/paths.ts'
import { ToMenu } from '../../screen/ToMenu.tsx'

/** The return from the payment page, from its first paint until the result is known or the customer goes on. */
export function PaymentReturnPage() {
  const { t } = useTranslation()
  const waiting = useWaiting()
  const navigate = useNavigate()
  const { key } = useLocation()
  const gone = waiting === null
  const [arrival] = useState(key)
  useEffect(() => {
    if (key !== arrival || gone) leavePaymentReturn()
  }, [key, arrival, gone])
  return (
    <Screen>
      {waiting?.check === 'unchecked' ? (
        <>
          <WaitingOrderPanel waiting={waiting} onOtherWay={() => void navigate(paths.checkout)} />
          <p>
            <ToMenu variant="quiet" />
          </p>
        </>
      ) : (
        <p>{t('One moment …')}</p>
      )}
    </Screen>
  )
}
