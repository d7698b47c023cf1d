import ChefHat from 'lucide-react/icons/cooking-pot'
import CreditCard from 'lucide-react/icons/credit-card'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Order, OrderItem } from '../../../../contracts/types.ts'
import { sumOfLines, type StoredCart } from '../../domain/cart.ts'
import { isUnderWay } from '../../domain/following.ts'
import { formatTimeOfDay } from '../../domain/hours.ts'
import { counted, nameOf } from '../../domain/order.ts'
import { itemsOf } from '../../domain/orderItems.ts'
import { reorder, reorderCart, type WholeMenu } from '../../domain/reorder.ts'
import { formatList } from '../../domain/text.ts'
import { taxPercentOf, totalsOf } from '../../domain/totals.ts'
import { local, session, sessionKeys, storedKeys } from '../../browser/storage.ts'
import { currentCart, useCart } from '../../cart/cartStore.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig, shopCurrency } from '../../restaurant/config.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { noQuotedChoices } from '../../cart/billChoices.ts'
import { noDeliveryChoice } from '../../cart/deliveryStore.ts'
import { useQuote } from '../../cart/useQuote.ts'
import { toMinor, type Minor } from '../../domain/money.ts'
import { quoteRequestOf } from '../../domain/submission.ts'
import { taxesQuery } from '../../restaurant/taxes.ts'
import { confirmationPath, deviceOrdersPath, paths } from '../../navigation/paths.ts'
import { useWaiting, type Waiting } from '../../orderState/payment.ts'
import { pageToPay, useTitleOf } from '../../orderState/WaitingOrder.tsx'
import { useBranches } from '../../session/branch.ts'
import { identity, sameBranch } from '../../session/identity.ts'
import { useLogin } from '../../session/login.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Announced } from '../../ui/Announced.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import styles from './OrderStrip.module.css'
import { useStatusText } from './OrderStatus.tsx'
import { useDeviceOrders, isUnnamed, ordersQuery } from './queries.ts'
import { useFollowed } from './useFollowed.ts'
import { useFormattingLocale } from '../../i18n/language.ts'

/** A past or current order, with what the device knows of it. */
interface KnownOrder {
  order: Order
  path: string
  /** The ordered cart, if it was ordered on this device. */
  cart?: StoredCart
  /** Whether the shop knows its current status. */
  live: boolean
}

/**
 * The strip above the categories (docs/specification.md section 10), one line: the order that waits for its payment, else the one that is under way with its
 * time, else the dishes of the branch that was just left, else the last order to order again with its price. Each is a component. If nothing of it is on the
 * menu, the `place` that was reserved for it stays empty; the next visit reserves it, from its first paint on, only if this one has shown a strip.
 */
export function OrderStrip({ menu, place }: { menu: WholeMenu | null; place: ReactNode }) {
  const [at] = useState(() => now().getTime())
  const orders = useKnownOrders(at)
  const left = useLeftCart()
  const waiting = useWaiting()
  // Until it is known whether the payment is complete, there is nothing to offer.
  if (waiting !== null) return waiting.check === 'checking' ? place : <Unpaid waiting={waiting} />
  if (orders === null) return place
  const current = orders.find((known) => isCurrent(known, at))
  const past = orders.find(({ order }) => order.status !== 'rejected')
  if (current !== undefined) return <CurrentOrder known={current} />
  if (left !== null) return <LeftCart items={left.items} branch={left.branch} menu={menu} place={place} />
  return past === undefined ? <NoEntry place={place} /> : <PastOrder known={past} menu={menu} place={place} />
}

/** For how long an order whose status is unknown counts as under way, in milliseconds. */
const recentFor = 2 * 3_600_000

function isCurrent({ order, live }: KnownOrder, at: number): boolean {
  return isUnderWay(order, at) && (live || Date.parse(order.deliverAt ?? order.createdAt) > at - recentFor)
}

function Unpaid({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation()
  const page = pageToPay(waiting)
  return (
    <Entry
      icon={<CreditCard />}
      title={
        <Announced as="span">
          <Link to={paths.checkout}>{useTitleOf(waiting)}</Link>
        </Announced>
      }
      urgent
    >
      {page === null ? (
        <Link to={paths.checkout} className={buttonClass({ size: 's' })} aria-label={t('Show the order')}>
          {t('Show')}
        </Link>
      ) : (
        <a href={page} className={buttonClass({ variant: 'primary', size: 's' })}>
          {t('Pay now')}
        </a>
      )}
    </Entry>
  )
}

function CurrentOrder({ known: { order, path, live } }: { known: KnownOrder }) {
  const { t } = useTranslation()
  const status = useStatusText(order)
  const locale = useFormattingLocale()
  const { timezone } = shopConfig()
  const due =
    order.deliverAt === null || order.deliverAt === undefined ? null : formatTimeOfDay(Date.parse(order.deliverAt), timezone, locale)
  const placed = formatTimeOfDay(Date.parse(order.createdAt), timezone, locale)
  const time = due === null ? t('ordered at {{time}}', { time: placed }) : t('for {{time}}', { time: due })
  return (
    <Entry
      icon={<ChefHat />}
      title={live ? status : t('Your order is under way')}
      // Where it does not fit, the code is cut and not the time.
      detail={`${time}${isUnnamed(order.code) ? '' : ` · ${order.code}`}`}
    >
      <Link to={path} className={buttonClass({ size: 's' })} aria-label={t('Show the order')}>
        {t('Show')}
      </Link>
    </Entry>
  )
}

function PastOrder({ known: { order, cart }, menu, place }: { known: KnownOrder; menu: WholeMenu | null; place: ReactNode }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const locale = useFormattingLocale()
  const { loggedIn } = useLogin()
  const again = useMemo(() => {
    if (menu === null) return null
    return cart === undefined ? reorder(order.items, menu, shopCurrency()) : reorderCart(cart, menu, shopCurrency())
  }, [menu, cart, order])
  const total = useCost(again?.cart ?? null)
  // Nothing of it is on today's menu.
  if (again !== null && again.cart.items.length === 0) return <NoEntry place={place} />
  const names =
    again === null
      ? order.items.map((item) => counted(item.qty, nameOf(item)))
      : again.cart.items.map((line) => counted(line.qty, line.shown.name))
  const price = total === null ? '' : ` · ${format(total)}`
  const dishes = formatList(names, locale)
  return (
    <Entry
      icon={<RotateCcw data-flips />}
      title={<Link to={loggedIn ? paths.myOrders : deviceOrdersPath}>{t('Order again')}</Link>}
      detail={dishes}
      price={price}
    >
      <OrderAgain items={order.items} cart={cart} onward size="s" label={`${t('Again')}: ${dishes}${price}`} />
    </Entry>
  )
}

function LeftCart({
  items,
  branch,
  menu,
  place,
}: {
  items: readonly OrderItem[]
  branch: string
  menu: WholeMenu | null
  place: ReactNode
}) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const there = useMemo(() => (menu === null ? null : reorder(items, menu, shopCurrency()).cart.items), [items, menu])
  if (there === null) return place
  if (there.length === 0) return <NoEntry place={place} />
  const dishes = formatList(
    there.map((line) => counted(line.qty, line.shown.name)),
    locale,
  )
  return (
    <Entry icon={<ShoppingBag />} title={t('From your cart at {{branch}}', { branch })} detail={dishes}>
      <OrderAgain items={items} size="s" text={t('Take along')} label={`${t('Take along')}: ${dishes}`} />
    </Entry>
  )
}

/** The cart of the branch that was just left, as long as this one's is empty; else null. */
function useLeftCart(): { items: readonly OrderItem[]; branch: string } | null {
  const { lines } = useCart()
  const { branches } = useBranches()
  const [url] = useState(() => session.read(sessionKeys.leftBranch))
  const branch = url === null ? undefined : branches.find((each) => sameBranch(each.url, url))?.name
  return useMemo(() => {
    if (branch === undefined || lines.length > 0) return null
    const items = itemsOf(currentCart(url), shopCurrency())
    return items.length === 0 ? null : { items, branch }
  }, [branch, lines.length, url])
}

/** Nothing to show. A guest who signs in later may have ordered elsewhere: then it is not known. */
function NoEntry({ place }: { place: ReactNode }) {
  const { hasAccount } = useLogin()
  useEffect(() => {
    if (hasAccount) local.write(storedKeys.strip, '0')
    else local.remove(storedKeys.strip)
  }, [hasAccount])
  return place
}

function Entry({
  icon,
  title,
  detail,
  price,
  urgent = false,
  children,
}: {
  icon: ReactNode
  /** Without a detail it may have several lines. */
  title: ReactNode
  /** Cut where there is no room for it. */
  detail?: string
  /** Never cut; '' if unknown. */
  price?: string
  urgent?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  useEffect(() => local.write(storedKeys.strip, '1'), [])
  return (
    <Bar as="section" noWrap gap={3} data-screen className={classes(styles.strip, urgent && styles.urgent)} aria-label={t('Your orders')}>
      <Stack as="span" className={styles.icon} aria-hidden="true">
        {icon}
      </Stack>
      <Stack as="p" className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && (
          <Bar as="span" noWrap align="stretch" quiet className={styles.detail}>
            <span className={styles.cut}>{detail}</span>
            {price}
          </Bar>
        )}
      </Stack>
      {children}
    </Bar>
  )
}

/** What a cart would cost: by the backend where it computes prices, else by the shop, with the taxes, as in the cart. Null while it is unknown. */
function useCost(cart: StoredCart | null): Minor | null {
  const { data: taxes } = useShopQuery(taxesQuery)
  const taxPercent = taxPercentOf(taxes)
  const lines = cart === null ? 0 : sumOfLines(cart)
  const own = totalsOf({ lines, delivery: 0, discount: 0, taxPercent: taxPercent ?? 0, tip: 0 })
  const { quoted, known, pending } = useQuote(
    cart === null
      ? null
      : quoteRequestOf(
          { ...noDeliveryChoice, ...noQuotedChoices, table: null, zipcode: '', coordinates: null, paymentType: null },
          cart,
          own,
          shopCurrency(),
        ),
  )
  if (cart === null || pending) return null
  if (known) return toMinor(quoted?.bill?.total, shopCurrency())
  return taxes === undefined || taxPercent === null ? null : own.total
}

/**
 * The orders of the customer with those under way that were placed on this device before the login, or the orders of the guest on this device; newest
 * first. Null while unknown.
 */
function useKnownOrders(at: number): KnownOrder[] | null {
  const { hasAccount: account, checking } = useLogin()
  const followed = useFollowed()
  const { data, isError } = useShopQuery(ordersQuery, { ...followed, enabled: account && followed.enabled })
  const device = useDeviceOrders()
  return useMemo(() => {
    if (checking) return null
    const ofDevice = device
      .filter((each) => each.settled && sameBranch(each.branchUrl, identity().branch))
      .map(({ order, cart }): KnownOrder => ({ order, cart, path: confirmationPath(order.code), live: false }))
    if (!account) return ofDevice
    if (data === undefined && !isError) return null
    const own = (data ?? []).map((order): KnownOrder => ({ order, path: paths.myOrder(order.code), live: true }))
    const placed = ({ order }: KnownOrder): number => Date.parse(order.createdAt)
    return [...own, ...ofDevice.filter((known) => isCurrent(known, at))].toSorted((a, b) => placed(b) - placed(a))
  }, [at, checking, account, data, isError, device])
}
