import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Minor } from '../../domain/money.ts'
import type { PriceBreakdown } from '../../domain/pricing.ts'
import { tooMany } from '../../notices/notices.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { announce } from '../../ui/announcements.ts'
import { Button, PricedLabel } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { Fact } from '../../ui/Card.tsx'
import styles from './Sheets.module.css'

export interface SheetFooterProps {
  name: string
  qty: number
  most: number
  onStep: (qty: number) => void
  /** Called with the typed quantity, not yet limited. */
  onType: (qty: number) => void
  /** The total, in minor units; null while it is unknown: nothing can be added. */
  total: Minor | null
  /** A cart line is being edited. */
  edits: boolean
  /** The choices are still unknown: nothing can be added yet. */
  loading?: boolean
  /** The first required group without a choice; null if there is none. */
  missing: { name: string; go: () => void } | null
  onSubmit: () => void
}

/**
 * The footer of a sheet: quantity, and the button with the current total. While a choice is missing the button is disabled, and a link above it jumps
 * there.
 */
export function SheetFooter({ name, qty, most, onStep, onType, total, edits, loading = false, missing, onSubmit }: SheetFooterProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const next = missing === null ? t('Everything is chosen') : t('Please choose: {{name}}', { name: missing.name })
  const sum = total === null ? '' : `${t('Total')}: ${money.format(total)}`
  useNews(next, sum)
  return (
    <Stack gap={3} className={styles.footer}>
      {missing !== null && (
        <Button variant="warning" size="s" icon={<CircleAlert aria-hidden="true" />} onClick={missing.go}>
          {next}
        </Button>
      )}
      <Bar gap={3} className={styles.submit}>
        <Stepper
          value={qty}
          max={most}
          canIncrease={qty < most}
          onIncrease={() => onStep(qty + 1)}
          onDecrease={() => onStep(qty - 1)}
          onType={onType}
          onTooMany={tooMany}
          name="qty"
          label={t('Quantity of {{name}}', { name })}
          increaseLabel={t('One more {{name}}', { name })}
          decreaseLabel={t('One less {{name}}', { name })}
        />
        <Button
          variant="primary"
          size="l"
          className={styles.add}
          disabled={missing !== null || loading || total === null}
          onClick={onSubmit}
        >
          <PricedLabel price={total !== null && money.format(total)}>{edits ? t('Update') : t('Add to Cart')}</PricedLabel>
        </Button>
      </Bar>
    </Stack>
  )
}

/** Announces what a choice has changed: what is missing next, and the total. */
function useNews(next: string, total: string): void {
  const before = useRef([next, total])
  useEffect(() => {
    const [step, sum] = before.current
    before.current = [next, total]
    if (step !== next) announce(total === '' ? next : `${next}. ${total}`)
    else if (sum !== total && total !== '') announce(total)
  })
}

/** Says that a dish or a combo can't be ordered because its price is unknown. */
export function PriceUnknown() {
  const { t } = useTranslation()
  return <NoticeBar kind="warning">{t("The price is not known right now, so it can't be ordered here.")}</NoticeBar>
}

/** Says that a dish or a combo is sold out. */
export function SoldOut() {
  const { t } = useTranslation()
  return <NoticeBar kind="warning">{t('Sold out')}</NoticeBar>
}

/** The components of the price; nothing if it is only the base price. */
export function Breakdown({ price }: { price: PriceBreakdown }) {
  const { t } = useTranslation()
  const money = useMoney()
  const parts = price.parts.filter((part) => part.price !== 0)
  if (parts.length === 0 && price.qty === 1) return null
  return (
    <Stack as="dl" gap={1} quiet className={styles.breakdown} aria-label={t('Price')}>
      <Fact label={t('Base price')}>{money.format(price.base)}</Fact>
      {parts.map((part, at) => (
        <Fact key={`${part.name}-${at}`} label={part.name}>
          {money.format(part.price)}
        </Fact>
      ))}
      {price.qty > 1 && <Fact label={`${price.qty} × ${money.format(price.unit)}`}>{money.format(price.total)}</Fact>}
    </Stack>
  )
}
