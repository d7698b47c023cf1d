import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react'
import styles from './Card.module.css'
import { classes } from './classes.ts'
import { Stack, type Layout, type Props } from './Layout.tsx'

/** A stack with a frame; with a tone a tinted one. */
export function Card<T extends ElementType = 'div'>({
  tone,
  className,
  ...rest
}: Props<T, Layout & { tone?: 'sunken' | 'success' | 'warning' | 'danger' | undefined }>) {
  return <Stack {...(rest as Props<ElementType, Layout>)} className={classes(styles.card, tone && styles[tone], className)} />
}

/** A list of labels and values: a `div` with `dt` and `dd` each. The values are beside their labels, or below them in `columns`. */
export function Facts({ columns, className, ...rest }: Props<'dl', Layout & { columns?: boolean | undefined }>) {
  return <Stack as="dl" {...rest} className={classes(styles.facts, columns && styles.columns, className)} />
}

export function Fact({ label, children, ...rest }: { label: ReactNode } & ComponentPropsWithRef<'div'>) {
  return (
    <div {...rest}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
