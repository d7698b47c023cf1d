import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Quiet } from '../../ui/Layout.tsx'
import card from './MenuCard.module.css'
import styles from './ComboCard.module.css'

interface ComboCardViewProps {
  name: string
  href: string
  description: string
  /** Null if no menu has an image: the card is text only. */
  picture: ReactNode
  /** The formatted price, as `Price`; null if it is unknown. */
  price: ReactNode
  /** The translated "Parts: 3"; empty if it has one part. */
  parts: string
  discount?: ReactNode
  /** The allergen filter's result. */
  verdict?: ReactNode
  dimmed?: boolean
  /** The quantity in the cart. */
  badge?: ReactNode
}

export function ComboCardView({
  name,
  href,
  description,
  picture,
  price,
  parts,
  discount,
  verdict,
  dimmed = false,
  badge,
}: ComboCardViewProps) {
  return (
    <article className={classes(card.card, styles.card, picture === null && styles.plain, dimmed && card.dimmed)} aria-label={name}>
      {picture}
      {/* Hidden from screen readers: the price says the discount, as "… instead of …". */}
      {discount !== undefined && (
        <span className={styles.discount} aria-hidden="true">
          {discount}
        </span>
      )}
      <div className={styles.words}>
        <h3 className={card.name}>
          <a href={href} data-card className={card.link}>
            {name}
          </a>
        </h3>
        <p className={card.description}>{description}</p>
        {verdict}
        <p className={classes(card.end, styles.end)}>
          {price}
          {parts !== '' && <Quiet as="span">{parts}</Quiet>}
          {badge}
        </p>
      </div>
    </article>
  )
}

/** The format of the card's image: as wide as the card. */
export const comboPicture = {
  className: styles.picture,
  sizes: '(width >= 64rem) 26rem, (width >= 40rem) 50vw, 100vw',
  ratio: '16/9' as const,
}
