import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { acceptReview, leavesCart, type LineReview } from '../../domain/cartReview.ts'
import { cartActions } from '../../shop/cart.ts'
import { useMoney } from '../../shop/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Price } from '../../ui/Price.tsx'
import styles from './CartReview.module.css'

/** The menu has changed since: old price and new, lines that are gone, and one tap to go on (docs/failures.md F28). */
export function CartReview({ review }: { review: readonly LineReview[] }) {
  const { t } = useTranslation()
  const money = useMoney()
  const changed = review.filter((one) => one.kind === 'price' || one.kind === 'gone' || one.kind === 'choice')
  if (changed.length === 0) return null
  return (
    <section className={styles.review} aria-label={t('The menu has changed')}>
      <h3 className={styles.title}>
        <RefreshCw aria-hidden="true" />
        {t('The menu has changed')}
      </h3>
      <ul className={styles.list}>
        {changed.map((one) => (
          <li key={one.key}>
            <strong>{one.line.shown.name}</strong>{' '}
            {one.kind === 'price' ? (
              <Price was={money.format(one.before)} wasLabel={t('instead of')}>
                {money.format(one.now)}
              </Price>
            ) : one.kind === 'gone' ? (
              t('is no longer available')
            ) : one.lost.length > 0 ? (
              t('is no longer available with {{choices}}', { choices: one.lost.join(', ') })
            ) : (
              t('has to be chosen again')
            )}
          </li>
        ))}
      </ul>
      <Button wide onClick={() => cartActions.change((cart) => acceptReview(cart, review))}>
        {review.some(leavesCart) ? t('Apply changes and remove the rest') : t('Apply changes')}
      </Button>
    </section>
  )
}
