import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import card from './MenuCard.module.css'
import styles from './ProductCard.module.css'

interface ProductCardViewProps {
  name: string
  /** The URL of its sheet. */
  href: string
  /** Empty: none. */
  description: string
  /** The formatted price, as `Price`; null if it has none. */
  price: ReactNode
  allergens: string
  /** The allergens' codes; empty: none, or unknown. */
  codes: string
  /** Null: the card is text only. */
  picture: ReactNode
  /** The allergen filter's result. */
  verdict?: ReactNode
  dimmed?: boolean
  /** A field of the product as the backend sends it, a text or a number; empty without it. For a brand's own view (docs/brand.md). */
  field: (name: string) => string
  /** The control in the corner: "+", a stepper, the quantity. */
  action: ReactNode
}

export function ProductCardView({
  name,
  href,
  description,
  price,
  allergens,
  codes,
  picture,
  verdict,
  dimmed = false,
  action,
}: ProductCardViewProps) {
  return (
    <article className={classes(card.card, styles.card, picture === null && styles.plain, dimmed && card.dimmed)} aria-label={name}>
      <div className={styles.words}>
        <h3 className={card.name}>
          <a href={href} data-card className={card.link}>
            {name}
          </a>
        </h3>
        {description !== '' && <p className={card.description}>{description}</p>}
        {verdict}
        <p className={classes(card.end, styles.end)}>
          {price}
          {codes !== '' && (
            <>
              <VisuallyHidden>{allergens}: </VisuallyHidden>
              <span className={styles.codes}>{codes}</span>
            </>
          )}
        </p>
      </div>
      {picture}
      {action}
    </article>
  )
}

/** A decorative plus on the card of a product with choices; the card's link covers it. */
export function PlusHintView() {
  return <span className={classes(styles.action, styles.hint)} aria-hidden="true" />
}

/** The format of the card's image: 7rem on phones, else as wide as the card. */
export const productPicture = { className: styles.picture, sizes: '(width >= 48rem) 18rem, 7rem' }
