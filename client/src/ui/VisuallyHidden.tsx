import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for the ear only: screen readers say it, nobody sees it. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.spoken}>{children}</span>
}
