import type { ReactNode } from 'react'
import { Stack } from './Layout.tsx'
import { Fact } from './Card.tsx'
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
        <Fact key={`${String(at)} ${label}`} label={label}>
          {amount}
        </Fact>
      ))}
      <Fact label={total.label} className={styles.total}>
        {total.amount}
      </Fact>
      {notes.map(({ label, amount }) => (
        <Fact key={label} label={label} className={styles.note}>
          {amount}
        </Fact>
      ))}
    </Stack>
  )
}
