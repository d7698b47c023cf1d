import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from './classes.ts'

/** The meaning of a badge's colour; the text always says it as well. */
export type BadgeKind = 'neutral' | 'primary' | 'success' | 'warning' | 'danger'

/** A short text on a coloured background: an order's status, Default, Open. */
export function Badge({ kind = 'neutral', icon, children }: { kind?: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, styles[kind])}>
      {icon}
      {children}
    </span>
  )
}

/** A number in a corner of another element. `label` says what is counted. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className={styles.count} role="img" aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
