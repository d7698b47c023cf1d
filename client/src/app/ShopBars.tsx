import { useQuery, useQueryClient } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CloudOff from 'lucide-react/icons/cloud-off'
import WifiOff from 'lucide-react/icons/wifi-off'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formatTimeOfDay } from '../domain/hours.ts'
import { useStaleCatalogue } from '../features/menu/useStaleCatalogue.ts'
import { useBranchUnknown } from '../shop/session/branch.ts'
import { bootStaleSince } from '../shop/boot.ts'
import { shopConfig } from '../shop/restaurant/config.ts'
import { formattingLocale } from '../shop/restaurant/language.ts'
import { openPayment } from '../shop/cart/openPayment.ts'
import { useOpenOrder } from '../shop/cart/openOrder.ts'
import { Part } from '../shop/parts/Part.tsx'
import { paths } from '../shop/routes/paths.ts'
import { settingsQuery } from '../shop/restaurant/settings.ts'
import { useOnline } from '../shop/browser/useOnline.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { NoticeBar } from '../ui/States.tsx'
import { DifferenceBar } from './DifferenceBar.tsx'
import styles from './ShopBars.module.css'

const PaymentCheck = lazy(async () => ({ default: (await import('../features/checkout/PaymentCheck.tsx')).PaymentCheck }))

/** The bars below the header that report problems. */
export function ShopBars() {
  return (
    <>
      <DifferenceBar />
      <Bars />
    </>
  )
}

/**
 * The bars below the header: no network, stale prices, a shop that could not be loaded, an unconfirmed payment or order (docs/failures.md F1, F20,
 * F24).
 */
function Bars() {
  const { t } = useTranslation()
  const online = useOnline()
  const settings = useQuery(settingsQuery)
  const client = useQueryClient()
  const since = useStaleCatalogue()
  // A single stale response is refetched without a message. Whether the restaurant can't be reached is the BFF's to report, which knows more.
  const stale = since !== null && bootStaleSince() !== null
  const missing = settings.isError && settings.data === undefined
  const unknownBranch = useBranchUnknown()
  const payment = openPayment.use()
  const attempt = useOpenOrder()
  const { pathname } = useLocation()
  const orderOpen = attempt && pathname !== paths.checkout
  if (online && !stale && !missing && !unknownBranch && payment === null && !orderOpen) return null
  return (
    <div className={styles.bars}>
      {payment !== null && (
        <Part>
          <PaymentCheck />
        </Part>
      )}
      {orderOpen && (
        <NoticeBar
          kind="warning"
          icon={<CircleHelp />}
          action={
            <Link to={paths.checkout} className={buttonClass({ size: 's' })}>
              {t('Show the order')}
            </Link>
          }
        >
          {t('We do not know whether your order arrived')}
        </NoticeBar>
      )}
      {!online && (
        <NoticeBar kind="warning" icon={<WifiOff />}>
          {t('You are offline. You can view the menu; ordering works again once you are back online.')}
        </NoticeBar>
      )}
      {online && stale && (
        <NoticeBar kind="warning" icon={<CloudOff />}>
          {t("The restaurant can't be reached right now. Prices from {{time}}.", {
            time: formatTimeOfDay(since, shopConfig().timezone, formattingLocale()),
          })}
        </NoticeBar>
      )}
      {online && unknownBranch && (
        <NoticeBar
          kind="danger"
          action={
            <Link to={paths.selectBranch} className={buttonClass({ size: 's' })}>
              {t('Choose a branch')}
            </Link>
          }
        >
          {t('This branch is no longer available. Please choose another one.')}
        </NoticeBar>
      )}
      {online && missing && !unknownBranch && (
        <NoticeBar
          kind="danger"
          icon={<CloudOff />}
          action={
            <Button size="s" pending={settings.isFetching} onClick={() => void client.invalidateQueries()}>
              {t('Try again')}
            </Button>
          }
        >
          {t("The restaurant can't be reached right now. Please try again in a moment.")} {shopConfig().phone ?? ''}
        </NoticeBar>
      )}
    </div>
  )
}
