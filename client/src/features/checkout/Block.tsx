import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
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
    <Card as="section" gap={4} aria-labelledby={`checkout-${id}`}>
      <Bar as="header" align="baseline" between gap={4} rows={1} className={styles.blockHead}>
        <h2 id={`checkout-${id}`} className={styles.blockTitle}>
          {title}
        </h2>
        {aside}
      </Bar>
      {children}
    </Card>
  )
}
