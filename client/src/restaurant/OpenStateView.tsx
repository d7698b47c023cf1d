import type { ReactNode } from 'react'
import styles from './OpenState.module.css'

export function OpenStateView({
  open,
  soon = false,
  children,
}: {
  open: boolean
  /** Closing soon. */ soon?: boolean
  children: ReactNode
}) {
  return (
    <span className={styles.state} data-open={open} data-soon={soon || undefined}>
      {children}
    </span>
  )
}
