import styles from './Sums.module.css'

interface SumsProps {
  /** One line each; the amounts are formatted. */
  rows: readonly { label: string; amount: string }[]
  total: { label: string; amount: string }
}

/** Amounts and their total. */
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
