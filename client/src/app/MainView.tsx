import type { ReactNode } from 'react'
import styles from './Shell.module.css'

/** The page's main part, between header and footer. */
export function MainView({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      {children}
    </main>
  )
}
