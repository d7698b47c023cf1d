import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Price.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface PriceProps {
  children: ReactNode
  /** The previous price, formatted; it is struck through. */
  was?: string
  /** Read by screen readers before the old price: "instead of". Required with `was`. */
  wasLabel?: string
  size?: 'm' | 'l'
  className?: string
}

/** A price in tabular figures; a previous price beside it is struck through. */
export function Price({ children, was, wasLabel, size = 'm', className }: PriceProps) {
  if (was === undefined) return <span className={classes(styles.now, styles.alone, styles[size], className)}>{children}</span>
  return (
    <span className={classes(styles.price, styles[size], className)}>
      <span className={styles.now}>{children}</span>
      <s className={styles.was}>
        <VisuallyHidden>{wasLabel} </VisuallyHidden>
        {was}
      </s>
    </span>
  )
}

/** The base price beside a price, formatted: what a litre costs. Nothing if it is empty. */
export function BasePrice({ children }: { children: ReactNode }) {
  return children !== '' && <span className={styles.base}>{children}</span>
}
