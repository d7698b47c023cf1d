import { useQueryClient } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CloudOff from 'lucide-react/icons/cloud-off'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '../loading/lazyPart.tsx'
import { formatDateTime, formatTimeOfDay, localDay } from '../domain/hours.ts'
import { useBranchUnknown } from '../session/branch.ts'
import { bootStaleSince } from '../boot.ts'
import { now, serverTime } from '../restaurant/clock.ts'
import { shopConfig } from '../restaurant/config.ts'
import { formattingLocale } from '../i18n/language.ts'
import { useOpenAttempt } from '../orderState/orderState.ts'
import { useWaiting } from '../orderState/payment.ts'
import { paths } from '../navigation/paths.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { useStaleSince } from '../restaurant/useStaleSince.ts'
import { pageCachedAt } from '../browser/offline.ts'
import { useOnline } from '../browser/useOnline.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Stack } from '../ui/Layout.tsx'
import { classes } from '../ui/classes.ts'
import { NoticeBar } from '../ui/States.tsx'
import { DifferenceBar } from './DifferenceBar.tsx'
import styles from './ShopBars.module.css'
import { useHeightProperty } from '../ui/useHeightProperty.ts'

const PaymentCheck = lazyPart(async () => (await import('../features/checkout/PaymentCheck.tsx')).PaymentCheck)

/**
 * The bars that report problems, over the lower edge of the page, so that nothing moves when one comes. At the checkout, whose final button is there on
 * phones, they are at the top.
 */
export function ShopBars() {
  const waiting = useWaiting() !== null
  const { pathname } = useLocation()
  const frame = useRef<HTMLDivElement>(null)
  // The end of the page gets padding, so that the bars cover nothing.
  useHeightProperty(frame, '--bars')
  return (
    <>
      {waiting && <PaymentCheck />}
      <Stack
        gap={2}
        ref={frame}
        data-screen
        className={classes(styles.over, pathname === paths.home && styles.atHome, pathname === paths.checkout && styles.atCheckout)}
      >
        <DifferenceBar />
        <Bars />
      </Stack>
    </>
  )
}

/**
 * The bars: no network, stale prices, a shop that could not be loaded, an unconfirmed order (docs/failures.md F1, F20,
 * F24).
 */
function Bars() {
  const { t } = useTranslation()
  const online = useOnline()
  const settings = useShopQuery(settingsQuery)
  const client = useQueryClient()
  const since = useStaleSince()
  const stale = since !== null
  const time = stale ? shortTime(serverTime(since)) : ''
  // Only the BFF knows whether the restaurant can't be reached; a page from the worker's cache tells nothing.
  const outage = bootStaleSince() !== null && pageCachedAt() === null
  const missing = settings.isError && settings.data === undefined
  const unknownBranch = useBranchUnknown()
  const unknown = useOpenAttempt()?.state === 'unknown'
  const { pathname } = useLocation()
  const atCheckout = pathname === paths.checkout
  const orderOpen = unknown && !atCheckout
  // The checkout says it beside its button.
  const offline = !online && !atCheckout
  const shown = offline || (online && (stale || missing || unknownBranch)) || orderOpen
  if (!shown) return null
  return (
    <Stack gap={2}>
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
      {offline && (
        <NoticeBar kind="warning" icon={<WifiOff />}>
          {t('You are offline. You can order again once you are back online.')} {stale && t('Prices from {{time}}.', { time })}
        </NoticeBar>
      )}
      {online && stale && (
        <NoticeBar kind="warning" icon={<CloudOff />}>
          {outage
            ? t("The restaurant can't be reached right now. Prices from {{time}}.", { time })
            : t('Current prices and opening hours could not be loaded. Those shown are from {{time}}.', { time })}
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
    </Stack>
  )
}

/** The time of day, with its date unless it is today. */
function shortTime(at: number): string {
  const { timezone } = shopConfig()
  const today = localDay(at, timezone) === localDay(now().getTime(), timezone)
  return (today ? formatTimeOfDay : formatDateTime)(at, timezone, formattingLocale())
}
