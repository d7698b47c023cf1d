import type { ReactNode } from 'react'
import styles from './Checkout.module.css'

/** One of the four sections of the checkout: a heading and its fields. */
export function Block({
  id,
  title,
  aside,
  children,
}: {
  id: string
  title: string
  /** Content beside the heading. */ aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.block} aria-labelledby={`checkout-${id}`}>
      <header className={styles.blockHead}>
        <h2 id={`checkout-${id}`} className={styles.blockTitle}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
