import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptReview, leavesCart, type LineReview } from '../domain/cartReview.ts'
import { formatList } from '../domain/text.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { Price } from '../ui/Price.tsx'
import { cartActions } from './cartStore.ts'
import styles from './CartReview.module.css'
import { useMoney } from '../i18n/useMoney.ts'
import { useFormattingLocale } from '../i18n/language.ts'

/** Shows changes of the menu that affect the cart at the checkout: old and new prices, unavailable lines, and one button to accept them (docs/failures.md F28). */
export function CartReview({ review }: { review: readonly LineReview[] }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const title = useId()
  const changed = review.filter((each) => each.kind === 'price' || each.kind === 'gone' || each.kind === 'few' || each.kind === 'choice')
  if (changed.length === 0) return null
  return (
    <Card as="section" gap={3} tone="warning" className={styles.review} aria-labelledby={title} data-field="review" tabIndex={-1}>
      <Bar as="h2" noWrap gap={2} id={title}>
        <RefreshCw aria-hidden="true" />
        {t('The menu has changed')}
      </Bar>
      <Stack as="ul" gap={2}>
        {changed.map((each) => (
          <Bar as="li" align="stretch" between gap={4} rows={1} key={each.key}>
            <strong>{each.line.shown.name}</strong>
            {each.kind === 'price' ? (
              <Price was={format(each.before)} wasLabel={t('instead of')}>
                {format(each.now)}
              </Price>
            ) : (
              <span>
                <BlockedReason of={each} />
              </span>
            )}
          </Bar>
        ))}
      </Stack>
      <AcceptButton review={review} />
    </Card>
  )
}

/** Why a line can't be ordered as it is. */
export function BlockedReason({ of: review }: { of: Extract<LineReview, { kind: 'gone' | 'few' | 'choice' }> }) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  if (review.kind === 'gone') return review.soldOut ? t('sold out') : t('no longer available')
  if (review.kind === 'few') return t('only {{count}} left', { count: review.most })
  return review.lost.length > 0
    ? t('no longer with {{choices}}', { choices: formatList(review.lost, locale) })
    : t('has to be chosen again')
}

export function AcceptButton({ review, size = 'm' }: { review: readonly LineReview[]; size?: 'm' | 'l' }) {
  const { t } = useTranslation()
  return (
    <Button variant="primary" size={size} wide onClick={() => cartActions.change((cart) => acceptReview(cart, review))}>
      {review.some(leavesCart) ? t('Apply changes and remove the rest') : t('Apply changes')}
    </Button>
  )
}
