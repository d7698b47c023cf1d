import type { ComponentPropsWithRef, ElementType } from 'react'
import { classes } from './classes.ts'
import styles from './Layout.module.css'

/** A step of the grid of 4 px (tokens.css): 3 is 12 px. */
type Space = 1 | 2 | 3 | 4 | 5 | 6 | 8

interface Layout {
  /** The space between the children; none if it is left out. */
  gap?: Space | undefined
  /** Small secondary text. */
  quiet?: boolean | undefined
  className?: string | undefined
}

type Props<T extends ElementType, Own> = Own & { /** The element; a div if it is left out. */ as?: T } & Omit<
    ComponentPropsWithRef<T>,
    'as' | keyof Own
  >

/** One below the other. */
export function Stack<T extends ElementType = 'div'>({ as, gap, quiet, className, ...rest }: Props<T, Layout>) {
  const Element: ElementType = as ?? 'div'
  return <Element {...rest} className={classes(styles.stack, gap && styles[`gap${gap}`], quiet && styles.quiet, className)} />
}

/** Side by side, centred, in a second row where there is no space for all. */
export function Bar<T extends ElementType = 'div'>({
  as,
  gap,
  rows,
  align,
  between,
  noWrap,
  quiet,
  className,
  ...rest
}: Props<
  T,
  Layout & {
    /** The space between two rows, if it is another one. */
    rows?: 0 | 1 | 2 | 3 | undefined
    align?: 'start' | 'baseline' | 'stretch' | undefined
    /** The first child at the start, the last at the end. */
    between?: boolean | undefined
    noWrap?: boolean | undefined
  }
>) {
  const Element: ElementType = as ?? 'div'
  const own = [gap && styles[`gap${gap}`], rows !== undefined && styles[`rows${rows}`], align && styles[align]]
  return (
    <Element
      {...rest}
      className={classes(styles.bar, ...own, between && styles.between, noWrap && styles.noWrap, quiet && styles.quiet, className)}
    />
  )
}

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

/** Small secondary text. */
export function Quiet<T extends ElementType = 'p'>({ as, className, ...rest }: Props<T, { className?: string | undefined }>) {
  const Element: ElementType = as ?? 'p'
  return <Element {...rest} className={classes(styles.quiet, className)} />
}
