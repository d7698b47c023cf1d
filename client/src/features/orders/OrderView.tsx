import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import Phone from 'lucide-react/icons/phone'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Amount, Order, OrderItem } from '../../../../contracts/types.ts'
import { calendarFile } from '../../domain/calendar.ts'
import type { DeliverType } from '../../domain/delivery.ts'
import { isUnderWay } from '../../domain/following.ts'
import { formatDateTime, formatWhen } from '../../domain/hours.ts'
import { formatList, tieNumbers } from '../../domain/text.ts'
import { toMinor, type Minor } from '../../domain/money.ts'
import { counted, deliverTypeOf, nameOf, orderTotal } from '../../domain/order.ts'
import { networkLink } from '../../domain/redirect.ts'
import { branchHost, useBranches } from '../../session/branch.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { showToast } from '../../notices/notices.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dots } from '../../ui/Dots.tsx'
import { Card, Facts, Fact } from '../../ui/Card.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { Line } from '../../ui/Line.tsx'
import { Sums } from '../../ui/Sums.tsx'
import styles from './Orders.module.css'
import { OrderNotices } from './OrderNotices.tsx'
import { NextStep, StatusAsOf, StatusBadge, StatusSteps } from './OrderStatus.tsx'
import { useStatusChange } from './useStatusChange.ts'
import { useFormattingLocale } from '../../i18n/language.ts'
import { usePhone } from '../../forms/phone.ts'

interface OrderViewProps {
  order: Order
  /** The delivery type as text, if the order itself lacks it. */
  how?: string
  /** The delivery type; null if unknown. */
  way?: DeliverType | null
  /** Content at the top: a thank-you. */
  greeting?: ReactNode
  /** Whether the status can be requested; otherwise none is shown. */
  live: boolean
  /** When the shown status was fetched, in milliseconds, if it could not be refetched; null: up to date. */
  asOf?: number | null
  again: ReactNode
}

/** The details of an order; prints as a receipt (docs/specification.md section 10). */
export function OrderView({ order, how, way = deliverTypeOf(order), greeting, live, asOf = null, again }: OrderViewProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const phone = usePhone()
  const deliveryType = how ?? (order.takeaway === true ? t('Takeaway') : (order.address ?? '') !== '' ? t('Delivery') : '')
  return (
    <Stack as="article" gap={5} className={styles.order}>
      <header className={styles.receiptHead}>
        <strong>{settings.text('SITE_TITLE')}</strong>
        <span>{settings.text('ADDRESS')}</span>
        <span dir="ltr">{phone.national}</span>
      </header>
      <Card
        as="section"
        gap={5}
        className={styles.card}
        aria-label={order.code === '' ? t('Order') : t('Order {{code}}', { code: order.code })}
      >
        <OrderFacts order={order} live={live} deliveryType={deliveryType} />
        <Bar between gap={3} className={styles.head}>
          {order.code !== '' && (
            <div>
              <Quiet>{t('Order')}</Quiet>
              <p className={styles.code}>{order.code}</p>
            </div>
          )}
          {live && <StatusBadge order={order} />}
          <Bar align="stretch" gap={2} data-screen>
            {order.code !== '' && <CopyCode code={order.code} />}
            {phone.href !== '' && (
              <a href={phone.href} className={buttonClass({ size: 's' })} aria-label={t('Call {{phone}}', { phone: phone.national })}>
                <Phone aria-hidden="true" />
                <bdi dir="ltr" className={styles.number}>
                  {phone.national}
                </bdi>
              </a>
            )}
          </Bar>
        </Bar>
        {live && <Status order={order} way={way} asOf={asOf} />}
        {greeting}
      </Card>
      <Card as="section" gap={5} className={styles.card} aria-labelledby="order-items">
        <h2 id="order-items" className={styles.title}>
          {t('What you ordered')}
        </h2>
        <Stack as="ul" gap={3}>
          {order.items.map((item, at) => (
            <Item key={`${String(at)} ${nameOf(item)}`} item={item} />
          ))}
        </Stack>
        <OrderSums order={order} />
      </Card>
      <Bar align="stretch" gap={3} fills data-screen>
        {way === 'curbside' && phone.href !== '' && (
          <a href={phone.href} className={buttonClass({ variant: 'primary' })}>
            <Phone aria-hidden="true" />
            {t('I am here: call')}
          </a>
        )}
        {again}
        <AddToCalendar order={order} deliveryType={deliveryType} />
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </Bar>
    </Stack>
  )
}

/** The restaurant's address for a pickup; empty for a delivery. */
const usePickUp = (order: Order): string => {
  const address = useSettings().text('ADDRESS')
  return (order.address ?? '') === '' ? address : ''
}

/** When an order is due; null: as soon as possible. */
const dueAt = ({ deliverAt }: Order): number | null => {
  const at = Date.parse(deliverAt ?? '')
  return Number.isNaN(at) ? null : at
}

/** How far an order is, and what happens next. */
function Status({ order, way, asOf }: { order: Order; way: DeliverType | null; asOf: number | null }) {
  return (
    <>
      <StatusSteps order={order} />
      <NextStep order={order} way={way} />
      <StatusAsOf asOf={asOf} />
      <StatusChange order={order} />
      {isUnderWay(order, now().getTime()) && <OrderNotices code={order.code} />}
    </>
  )
}

/** When, how, where and by whom, as a list. */
function OrderFacts({ order, live, deliveryType }: { order: Order; live: boolean; deliveryType: string }) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const route = networkLink(useSettings().text('MAP_URL'))
  const pickUp = tieNumbers(usePickUp(order))
  // "Today" is no date on a receipt.
  const when = (at: number): ReactNode => (
    <>
      <span data-screen>{formatWhen(at, shopConfig().timezone, locale, now().getTime())}</span>
      <span className={styles.printed}>{formatDateTime(at, shopConfig().timezone, locale)}</span>
    </>
  )
  const ordered = Date.parse(order.createdAt)
  const due = dueAt(order)
  return (
    <Facts columns gap={4} className={styles.facts}>
      {deliveryType !== '' && <Fact label={t('How')}>{deliveryType}</Fact>}
      {/* Once confirmed, deliverAt is the restaurant's estimate. */}
      <Fact label={live && order.status === 'approved' && due !== null ? t('Expected') : t('When')}>
        {due === null ? t('as soon as possible') : when(due)}
      </Fact>
      {(order.address ?? '') !== '' && (
        <Fact label={t('Address')} className={styles.place}>
          {tieNumbers(order.address ?? '')}
        </Fact>
      )}
      {pickUp !== '' && (
        <Fact label={t('Restaurant')} className={styles.place} data-screen>
          {pickUp}
          {route !== null && (
            <a href={route} target="_blank" rel="noopener noreferrer" className={styles.route}>
              {t('Plan the route')}
            </a>
          )}
        </Fact>
      )}
      {(order.payment.method ?? '') !== '' && <Fact label={t('Payment')}>{order.payment.method}</Fact>}
      {!Number.isNaN(ordered) && <Fact label={t('Ordered')}>{when(ordered)}</Fact>}
      {order.issueInvoice === true && <Fact label={t('Invoice')}>{t('requested')}</Fact>}
    </Facts>
  )
}

/** Saves a calendar entry; nothing for an order that is not due in the future. */
function AddToCalendar({ order, deliveryType }: { order: Order; deliveryType: string }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const branch = useBranches().chosen?.name ?? ''
  const pickUp = usePickUp(order)
  const at = dueAt(order)
  if (at === null || at <= now().getTime()) return null
  const save = (): void =>
    saveFile(
      `${order.code}.ics`,
      'text/calendar',
      calendarFile({
        code: order.code,
        host: branchHost(),
        at,
        minutes: 30,
        title: [settings.text('SITE_TITLE'), deliveryType].filter((part) => part !== '').join(': '),
        description: order.items.map((item) => counted(item.qty, nameOf(item))).join('\n'),
        // A pickup is at the branch; a delivery comes to the customer.
        location: pickUp === '' ? (order.address ?? '') : [branch, pickUp].filter((part) => part !== '').join(', '),
        coordinates: pickUp === '' ? null : settings.coordinates(),
        made: now().getTime(),
      }),
    )
  return (
    <Button icon={<CalendarPlus aria-hidden="true" />} onClick={save}>
      {t('Add to calendar')}
    </Button>
  )
}

/** A component of its own, so that the change to a final status is signalled too. */
function StatusChange({ order }: { order: Order }) {
  useStatusChange(order)
  return null
}

function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code)
      showToast({ kind: 'success', text: t('The order code has been copied.') })
    } catch {
      showToast({ kind: 'error', text: t('The code could not be copied.') })
    }
  }
  return (
    <Button size="s" icon={<Copy aria-hidden="true" />} aria-label={t('Copy the order code')} onClick={() => void copy()}>
      {t('Copy')}
    </Button>
  )
}

/** One line of an order: name, choices and price. */
function Item({ item }: { item: OrderItem }) {
  const { format, currency } = useMoney()
  const price = toMinor(item.price, currency)
  return (
    <Line qty={item.qty} name={nameOf(item)} amount={price === null ? '' : format(price)}>
      <ItemChoices item={item} />
      {item.items?.map((slot, at) => (
        <Stack as="span" key={`${String(at)} ${slot.product ?? ''}`} className={styles.slot}>
          {slot.product}
          <ItemChoices item={{ ...slot, size: null }} />
        </Stack>
      ))}
    </Line>
  )
}

function ItemChoices({ item }: { item: OrderItem }) {
  const locale = useFormattingLocale()
  const options = Object.entries(item.options ?? {}).map(([name, values]) => `${name}: ${formatList(values, locale)}`)
  const words = [item.size ?? '', ...options, ...(item.extras ?? [])].filter((word) => word !== '')
  if (words.length === 0) return null
  return (
    <Quiet as="span">
      <Dots texts={words} />
    </Quiet>
  )
}

function OrderSums({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { format, currency } = useMoney()
  const { payment } = order
  const minor = (amount: Amount): Minor | null => toMinor(amount, currency)
  const money = (amount: Minor | null): string => (amount === null ? t('not known yet') : format(amount))
  const deliver = minor(payment.deliver)
  const discount = minor(payment.discount)
  const tax = minor(payment.tax)
  const tip = minor(payment.tip)
  const delivers = deliver !== 0 || ((order.address ?? '') !== '' && order.takeaway !== true)
  const taxes = (payment.taxItems ?? []).filter(({ included }) => included !== true)
  const included = (payment.taxItems ?? []).filter((each) => each.included === true)
  const discounts = payment.discounts ?? []
  const less = (amount: Minor | null): string => money(amount === null ? null : -amount)
  const rows = [
    { label: t('Subtotal'), amount: money(minor(payment.cartTotal)) },
    ...(delivers ? [{ label: t('Delivery fee'), amount: deliver === 0 ? t('free') : money(deliver) }] : []),
    ...(payment.fees ?? []).map(({ name, value }) => ({ label: name, amount: money(minor(value)) })),
    ...discounts.map(({ name, value }) => ({ label: name, amount: less(minor(value)) })),
    ...(discount === 0 || discounts.length > 0 ? [] : [{ label: t('Points'), amount: less(discount) }]),
    ...taxes.map(({ name, value }) => ({ label: name, amount: money(minor(value)) })),
    ...(taxes.length > 0 || tax === 0 ? [] : [{ label: t('Tax'), amount: money(tax) }]),
    ...(tip === 0 ? [] : [{ label: t('Tip'), amount: money(tip) }]),
  ]
  return (
    <Sums
      rows={rows}
      total={{ label: t('Total'), amount: money(orderTotal(order, currency)) }}
      notes={included.map(({ name, value }) => ({ label: t('incl. {{tax}}', { tax: name }), amount: money(minor(value)) }))}
    />
  )
}
