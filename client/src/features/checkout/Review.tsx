import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { acceptReview, leavesCart, needsReview, type LineReview } from '../../domain/cartReview.ts'
import { cartActions } from '../../shop/cart.ts'
import { useMoney } from '../../shop/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Price } from '../../ui/Price.tsx'
import styles from './Checkout.module.css'

/** What has changed on the menu since the dishes were put into the cart, and one tap to accept it (docs/failures.md F28). */
export function Review({ review }: { review: readonly LineReview[] }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  if (!needsReview(review)) return null
  const loses = review.some(leavesCart)
  return (
    <section className={styles.review} aria-labelledby="checkout-review" data-field="review" tabIndex={-1}>
      <h2 id="checkout-review" className={styles.reviewTitle}>
        <TriangleAlert aria-hidden="true" />
        {t('The menu has changed')}
      </h2>
      <ul className={styles.reviewLines}>
        {review.map((each) => {
          if (each.kind === 'price')
            return (
              <li key={each.key}>
                <span>{each.line.shown.name}</span>
                <Price was={format(each.before)} wasLabel={t('instead of')}>
                  {format(each.now)}
                </Price>
              </li>
            )
          if (each.kind === 'gone' || each.kind === 'choice')
            return (
              <li key={each.key}>
                <span>{each.line.shown.name}</span>
                <span>
                  {each.kind === 'gone'
                    ? t('no longer available')
                    : each.lost.length > 0
                      ? t('no longer with {{choices}}', { choices: each.lost.join(', ') })
                      : t('has to be chosen again')}
                </span>
              </li>
            )
          return null
        })}
      </ul>
      <Button variant="primary" onClick={() => cartActions.change((cart) => acceptReview(cart, review))}>
        {loses ? t('Apply changes and remove the rest') : t('Apply changes')}
      </Button>
    </section>
  )
}
