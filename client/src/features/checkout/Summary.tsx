import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey, type CartLine } from '../../domain/cartLine.ts'
import type { KnownBill } from '../../cart/useBill.ts'
import { BillSums } from '../../cart/BillSums.tsx'
import { useCart } from '../../cart/cartStore.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { showPanel } from '../../overlays/panels.ts'
import { announce } from '../../ui/announcements.ts'
import { Button } from '../../ui/Button.tsx'
import { Dots } from '../../ui/Dots.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import type { Minor } from '../../domain/money.ts'
import { Line } from '../../ui/Line.tsx'
import styles from './Checkout.module.css'
import { lineField } from './jump.ts'

/** The order's lines and sums, directly above the final button on phones and beside the form on wide screens. `total` is null while it is unknown. */
export function Summary({
  bill,
  total,
  messages,
}: {
  bill: KnownBill
  total: string | null
  /** What is wrong with lines, by their place in the cart. */
  messages: ReadonlyMap<number, string>
}) {
  const { t } = useTranslation()
  const cart = useCart()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (total === null) return
    if (before.current !== total) announce(`${t('Total')}: ${total}`)
    before.current = total
  }, [total, t])
  return (
    <Card as="section" gap={4} className={styles.summary} aria-labelledby="checkout-summary">
      <Bar as="header" align="baseline" between gap={4} rows={1} className={styles.blockHead}>
        <h2 id="checkout-summary" className={styles.blockTitle}>
          {t('Your order')}
        </h2>
        <Button variant="quiet" size="s" aria-label={t('Change the order')} onClick={() => showPanel('cart')}>
          {t('Change')}
        </Button>
      </Bar>
      <Stack as="ul" gap={3} data-field="cart" tabIndex={-1}>
        {cart.lines.map((line, at) => (
          <CartLineRow key={lineKey(line)} line={line} amount={bill.lines[at] ?? 0} field={lineField(at)} message={messages.get(at)} />
        ))}
      </Stack>
      <BillSums of={bill} />
    </Card>
  )
}

function CartLineRow({ line, amount, field, message }: { line: CartLine; amount: Minor; field: string; message: string | undefined }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  return (
    <Line qty={line.qty} name={line.shown.name} amount={format(amount)} data-field={field} tabIndex={-1}>
      <LineChoices line={line} />
      {line.wish !== undefined && <Quiet as="q">{line.wish}</Quiet>}
      {message !== undefined && <span className={styles.wrong}>{t(message)}</span>}
    </Line>
  )
}

function LineChoices({ line }: { line: CartLine }) {
  if (line.type === 'menuItem')
    return (
      <>
        {line.shown.slots.map((slot, at) => (
          <Quiet as="span" key={`${String(at)} ${slot.slot}`}>
            <Dots texts={[slot.product, ...slot.parts.map((part) => part.name)]} />
          </Quiet>
        ))}
      </>
    )
  const words = [line.shown.size, ...line.shown.parts.map((part) => part.name)].filter((word) => word !== '')
  if (words.length === 0) return null
  return (
    <Quiet as="span">
      <Dots texts={words} />
    </Quiet>
  )
}
