import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './MenuCard.module.css'

interface MenuCardViewProps {
  name: string
  /** The address of its sheet. */
  href: string
  description: string
  /** Null where no menu has a picture: the card is words. */
  picture: ReactNode
  /** The formatted price in its Price. */
  price: ReactNode
  /** "Parts: 3"; empty where it has one part only. */
  parts: string
  /** A badge on the picture, or in the corner. */
  discount?: ReactNode
  /** What the allergen filter says about it. */
  verdict?: ReactNode
  dimmed?: boolean
  /** How many are in the cart. */
  badge?: ReactNode
}

/** A fixed-price menu on the page: wide, with its picture, what is in it, and its price. */
export function MenuCardView({
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
}: MenuCardViewProps) {
  return (
    <article className={classes(styles.card, picture === null && styles.plain, dimmed && styles.dimmed)}>
      {picture}
      {discount !== undefined && <span className={styles.discount}>{discount}</span>}
      <div className={styles.words}>
        <h3 className={styles.name}>
          <a href={href} data-card className={styles.link}>
            {name}
          </a>
        </h3>
        <p className={styles.description}>{description}</p>
        {verdict}
        <p className={styles.end}>
          {price}
          {parts !== '' && <span className={styles.parts}>{parts}</span>}
          {badge}
        </p>
      </div>
    </article>
  )
}

/** How the card's picture stands: as wide as the card. */
export const menuPicture = {
  className: styles.picture,
  sizes: '(width >= 64rem) 26rem, (width >= 40rem) 50vw, 100vw',
  ratio: '16/9' as const,
}
