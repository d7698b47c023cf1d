import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey, lineTotal, type CartLine } from '../../domain/cartLine.ts'
import { useCart } from '../../shop/cart.ts'
import { useMoney } from '../../shop/money.ts'
import { showPanel } from '../../shop/panels.ts'
import { announce } from '../../ui/announcements.ts'
import { Button } from '../../ui/Button.tsx'
import { Sums } from '../../ui/Sums.tsx'
import styles from './Checkout.module.css'
import type { Amounts } from './useAmounts.ts'
import type { Destination } from './useDestination.ts'

/** The order's lines and sums; collapsed to the total on phones. */
export function Summary({ amounts, destination, wide }: { amounts: Amounts; destination: Destination; wide: boolean }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const cart = useCart()
  const { totals } = amounts
  const total = `${t('Total')}: ${format(totals.total)}`
  const before = useRef(total)
  useEffect(() => {
    if (before.current !== total) announce(total)
    before.current = total
  }, [total])
  const content = (
    <>
      <ul className={styles.lines}>
        {cart.lines.map((line) => (
          <Line key={lineKey(line)} line={line} />
        ))}
      </ul>
      <CheckoutSums amounts={amounts} destination={destination} />
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
            {cart.count} · {format(totals.total)}
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
            {[slot.product, ...slot.parts.map((part) => part.name)].join(', ')}
          </span>
        ))}
      </>
    )
  const words = [line.shown.size, ...line.shown.parts.map((part) => part.name)].filter((word) => word !== '')
  if (words.length === 0) return null
  return (
    <span className={styles.lineChoices}>
      {words.map((word, at) => (
        // bdi: "26 cm" keeps its order in Arabic text.
        <Fragment key={`${String(at)} ${word}`}>
          {at > 0 && ', '}
          <bdi>{word}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

/** The sums of docs/specification.md section 9, one per line. */
function CheckoutSums({
  amounts: { totals, taxes },
  destination: { choice, terms, area, feeUnknown },
}: {
  amounts: Amounts
  destination: Destination
}) {
  const { t } = useTranslation()
  const { format, percent } = useMoney()
  const delivers = choice.deliverType === 'delivery' && (area !== null || feeUnknown)
  const taxLabel =
    taxes.length === 1
      ? `${taxes[0]?.name ?? ''} (${percent(totals.taxPercent)})`
      : t('Tax ({{percent}})', { percent: percent(totals.taxPercent) })
  const rows = [
    { label: t('Subtotal'), amount: format(totals.lines) },
    ...(delivers
      ? [{ label: t('Delivery'), amount: feeUnknown ? t('not known yet') : terms.fee > 0 ? format(terms.fee) : t('free') }]
      : []),
    ...(totals.discount > 0 ? [{ label: t('Points'), amount: format(-totals.discount) }] : []),
    ...(totals.taxPercent > 0 ? [{ label: taxLabel, amount: format(totals.tax) }] : []),
    ...(totals.tip > 0 ? [{ label: t('Tip'), amount: format(totals.tip) }] : []),
  ]
  return <Sums rows={rows} total={{ label: t('Total'), amount: format(totals.total) }} />
}
