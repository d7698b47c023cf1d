import type { ComponentPropsWithRef } from 'react'
import { Bar, Stack } from './Layout.tsx'
import styles from './Line.module.css'

/** A line of an order: how many of what, if that is known, its choices, its amount. */
export function Line({
  qty,
  name,
  amount,
  children,
  ...rest
}: { qty: number; name: string; amount: string } & Omit<ComponentPropsWithRef<'li'>, 'className'>) {
  return (
    <Bar as="li" align="stretch" gap={3} rows={0} {...rest} className={styles.line}>
      {Number.isFinite(qty) && <span className={styles.qty}>{qty} ×</span>}
      <Stack as="span" className={styles.words}>
        <span className={styles.name}>{name}</span>
        {children}
      </Stack>
      <span className={styles.amount}>{amount}</span>
    </Bar>
  )
}
