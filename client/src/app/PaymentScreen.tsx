import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { lazyPart } from '../shop/parts/lazyPart.ts'
import { paymentCheck } from '../shop/cart/openPayment.ts'
import { useWaiting } from '../shop/cart/waitingOrder.ts'
import { Part } from '../shop/parts/Part.tsx'
import { Screen } from '../shop/parts/Screen.tsx'
import { paths } from '../shop/routes/paths.ts'
import { buttonClass } from '../ui/Button.tsx'

const WaitingOrderPanel = lazyPart(async () => ({ default: (await import('../shop/cart/WaitingOrder.tsx')).WaitingOrderPanel }))

/** The return from the payment page, from its first paint until the result is known or the customer goes on. */
export function PaymentScreen() {
  const { t } = useTranslation()
  const waiting = useWaiting()
  const navigate = useNavigate()
  const { key } = useLocation()
  const gone = waiting === null
  const [arrival] = useState(key)
  useEffect(() => {
    if (key !== arrival || gone) paymentCheck.set({ ...paymentCheck.get(), returned: null })
  }, [key, arrival, gone])
  return (
    <Screen>
      {waiting?.check === 'unchecked' ? (
        <Part>
          <WaitingOrderPanel waiting={waiting} onOtherWay={() => void navigate(paths.checkout)} />
          <p>
            <Link to={paths.home} className={buttonClass({ variant: 'quiet' })}>
              {t('To the menu')}
            </Link>
          </p>
        </Part>
      ) : (
        <p>{t('One moment …')}</p>
      )}
    </Screen>
  )
}
