import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey, lineTotal, type CartLine } from '../../domain/cartLine.ts'
import { useCart } from '../../shop/cart/cart.ts'
import { useMoney } from '../../shop/restaurant/money.ts'
import { showPanel } from '../../shop/parts/panels.ts'
import { announce } from '../../ui/announcements.ts'
import { Button } from '../../ui/Button.tsx'
import { Dots } from '../../ui/Dots.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { Sums } from '../../ui/Sums.tsx'
import styles from './Checkout.module.css'
import type { Amounts } from './useAmounts.ts'
import type { Destination } from './useDestination.ts'

interface SummaryProps {
  amounts: Amounts
  destination: Destination
  /** The total, formatted; null while it is unknown. */
  total: string | null
}

/** The order's lines and sums; collapsed to the total on phones. */
export function Summary({ wide, ...sums }: SummaryProps & { wide: boolean }) {
  const { t } = useTranslation()
  const cart = useCart()
  const { total } = sums
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (total === null) return
    if (before.current !== total) announce(`${t('Total')}: ${total}`)
    before.current = total
  }, [total, t])
  const content = (
    <>
      <ul className={styles.lines}>
        {cart.lines.map((line) => (
          <Line key={lineKey(line)} line={line} />
        ))}
      </ul>
      <CheckoutSums {...sums} />
      <Button variant="quiet" size="s" onClick={() => showPanel('cart')}>
        {t('Change the order')}
      </Button>
    </>
  )
  if (!wide)
    return (
      <details className={styles.collapsed}>
        <summary>
          <span>{t('Your order')}</span>
          <span className={styles.amount}>
            {cart.count}
            {total !== null && ` · ${total}`}
          </span>
        </summary>
        {content}
      </details>
    )
  return (
    <section className={styles.summary} aria-labelledby="checkout-summary">
      <h2 id="checkout-summary" className={styles.blockTitle}>
        {t('Your order')}
      </h2>
      {content}
    </section>
  )
}

function Line({ line }: { line: CartLine }) {
  const { format } = useMoney()
  return (
    <li className={styles.line}>
      <span className={styles.lineQty}>{line.qty} ×</span>
      <span className={styles.lineWords}>
        <span className={styles.lineName}>{line.shown.name}</span>
        <LineChoices line={line} />
      </span>
      <span className={styles.amount}>{format(lineTotal(line))}</span>
    </li>
  )
}

/** The choices of a line. */
function LineChoices({ line }: { line: CartLine }) {
  if (line.type === 'menuItem')
    return (
      <>
        {line.shown.slots.map((slot, at) => (
          <span key={`${String(at)} ${slot.slot}`} className={styles.lineChoices}>
            <Dots texts={[slot.product, ...slot.parts.map((part) => part.name)]} />
          </span>
        ))}
      </>
    )
  const words = [line.shown.size, ...line.shown.parts.map((part) => part.name)].filter((word) => word !== '')
  if (words.length === 0) return null
  return (
    <span className={styles.lineChoices}>
      <Dots texts={words} />
    </span>
  )
}

/** The sums of docs/specification.md section 9, one per line. */
function CheckoutSums({
  amounts: { totals, taxes, pending, missing },
  destination: { choice, terms, area, feeUnknown },
  total,
}: SummaryProps) {
  const { t } = useTranslation()
  const { format, percent } = useMoney()
  const delivers = choice.deliverType === 'delivery' && (area !== null || feeUnknown)
  const taxLabel =
    taxes.length === 1
      ? `${taxes[0]?.name ?? ''} (${percent(totals.taxPercent)})`
      : t('Tax ({{percent}})', { percent: percent(totals.taxPercent) })
  const unknown = pending ? <Skeleton width="4em" /> : t('not known yet')
  const rows = [
    { label: t('Subtotal'), amount: format(totals.lines) },
    ...(delivers
      ? [{ label: t('Delivery'), amount: feeUnknown ? t('not known yet') : terms.fee > 0 ? format(terms.fee) : t('free') }]
      : []),
    ...(totals.discount > 0 ? [{ label: t('Points'), amount: format(-totals.discount) }] : []),
    // While the taxes are loading their line is there, so that the total stays where it is when they arrive.
    ...(pending || missing
      ? [{ label: t('Tax'), amount: unknown }]
      : totals.taxPercent > 0
        ? [{ label: taxLabel, amount: format(totals.tax) }]
        : []),
    ...(totals.tip > 0 ? [{ label: t('Tip'), amount: format(totals.tip) }] : []),
  ]
  return <Sums rows={rows} total={{ label: t('Total'), amount: total ?? unknown }} />
}
