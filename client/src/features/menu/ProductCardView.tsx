import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ProductCard.module.css'

interface ProductCardViewProps {
  name: string
  /** The address of its sheet. */
  href: string
  /** Empty: none. */
  description: string
  /** The formatted price in its Price; null where it has none. */
  price: ReactNode
  /** "Allergens", in the customer's language. */
  allergens: string
  /** Their codes in a line; empty: none, or not known. */
  codes: string
  /** Null: the card is a row of words. */
  picture: ReactNode
  /** What the allergen filter says about it. */
  verdict?: ReactNode
  dimmed?: boolean
  /** What stands in the corner: "+", a stepper, the count. */
  action: ReactNode
}

/** A product on the menu. */
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
    <article className={classes(styles.card, picture === null && styles.plain, dimmed && styles.dimmed)}>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <a href={href} data-card className={styles.link}>
            {name}
          </a>
        </h3>
        {description !== '' && <p className={styles.description}>{description}</p>}
        {verdict}
        <p className={styles.end}>
          {price}
          {codes !== '' && (
            <span className={styles.codes}>
              <VisuallyHidden>{allergens}: </VisuallyHidden>
              {codes}
            </span>
          )}
        </p>
      </div>
      {picture}
      {action}
    </article>
  )
}

/** The drawn plus of a product that opens its sheet: the card's own link lies over it. */
export function PlusHintView() {
  return <span className={classes(styles.action, styles.hint)} aria-hidden="true" />
}

/** How the card's picture stands: 7rem on phones, as wide as the card beyond. */
export const productPicture = { className: styles.picture, sizes: '(width >= 48rem) 18rem, 7rem' }
