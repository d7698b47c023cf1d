import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from './classes.ts'

/** The meaning of a badge's colour; the text always says it as well. */
export type BadgeKind = 'neutral' | 'primary' | 'filled' | 'success' | 'warning' | 'danger'

/** A short text on a coloured background: an order's status, Default, Open. */
export function Badge({ kind = 'neutral', icon, children }: { kind?: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, styles[kind])}>
      {icon}
      {children}
    </span>
  )
}

/** An icon on a tinted circle, before the words that say the same. */
export function Sign({ children }: { children: ReactNode }) {
  return (
    <span className={styles.sign} aria-hidden="true">
      {children}
    </span>
  )
}

/** A number in a corner of another element. `label` says what is counted; without it the other element's name does. */
export function CountBadge({ count, label, className }: { count: number; label?: string; className?: string | undefined }) {
  return (
    <span
      className={classes(styles.count, className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
