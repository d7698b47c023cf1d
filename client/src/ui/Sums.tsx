import type { ReactNode } from 'react'
import { Stack } from './Layout.tsx'
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
  /** What the total contains, below it. */
  notes?: readonly Sum[]
  /** The amounts are about to change. */
  outdated?: boolean
}

export function Sums({ rows, total, notes = [], outdated = false }: SumsProps) {
  return (
    <Stack as="dl" gap={1} className={styles.sums} aria-busy={outdated || undefined}>
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
      {notes.map(({ label, amount }) => (
        <div key={label} className={styles.note}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </Stack>
  )
}
