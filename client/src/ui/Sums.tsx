import type { ReactNode } from 'react'
import styles from './Sums.module.css'

/** An amount, formatted; or a placeholder of the same height. */
interface Sum {
  label: string
  amount: ReactNode
}

interface SumsProps {
  /** One line each. */
  rows: readonly Sum[]
  total: Sum
}

export function Sums({ rows, total }: SumsProps) {
  return (
    <dl className={styles.sums}>
      {rows.map(({ label, amount }, at) => (
        <div key={`${String(at)} ${label}`}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{total.label}</dt>
        <dd>{total.amount}</dd>
      </div>
    </dl>
  )
}
