import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from './classes.ts'

/** What a badge says by its colour, always beside words. */
export type BadgeKind = 'neutral' | 'primary' | 'success' | 'warning' | 'danger'

/** A small word on a tinted ground: an order's status, Default, Open. */
export function Badge({ kind = 'neutral', icon, children }: { kind?: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, styles[kind])}>
      {icon}
      {children}
    </span>
  )
}

/** A number on a corner of something. `label` says what is counted. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className={styles.count} role="img" aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
