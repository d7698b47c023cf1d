import type { ComponentPropsWithRef, ElementType } from 'react'
import { classes } from './classes.ts'
import styles from './Layout.module.css'

/** A step of the grid of 4 px (tokens.css): 3 is 12 px. */
type Space = 1 | 2 | 3 | 4 | 5 | 6

export interface Layout {
  /** The space between the children; none if it is left out. */
  gap?: Space | undefined
  /** Small secondary text. */
  quiet?: boolean | undefined
  className?: string | undefined
}

/** The props of a layout: its own, and those of its element. */
export type Props<T extends ElementType, Own> = Own & { /** The element; a div if it is left out. */ as?: T } & Omit<
    ComponentPropsWithRef<T>,
    'as' | keyof Own
  >

/** One below the other. */
export function Stack<T extends ElementType = 'div'>({
  as,
  gap,
  pair,
  quiet,
  className,
  ...rest
}: Props<T, Layout & { /** Side by side where there is space for two fields. */ pair?: boolean | undefined }>) {
  const Element: ElementType = as ?? 'div'
  return (
    <Element
      {...rest}
      className={classes(styles.stack, pair && styles.pair, gap && styles[`gap${gap}`], quiet && styles.quiet, className)}
    />
  )
}

/** Side by side, centred, in a second row where there is no space for all. */
export function Bar<T extends ElementType = 'div'>({
  as,
  gap,
  rows,
  align,
  between,
  noWrap,
  scrolls,
  fills,
  quiet,
  className,
  ...rest
}: Props<
  T,
  Layout & {
    /** The space between two rows, if it is another one. */
    rows?: 0 | 1 | undefined
    align?: 'start' | 'baseline' | 'stretch' | undefined
    /** The first child at the start, the last at the end. */
    between?: boolean | undefined
    noWrap?: boolean | undefined
    /** In one row that scrolls sideways. */
    scrolls?: boolean | undefined
    /** On phones the children, usually buttons, take the whole width. */
    fills?: boolean | undefined
  }
>) {
  const Element: ElementType = as ?? 'div'
  const own = [gap && styles[`gap${gap}`], rows !== undefined && styles[`rows${rows}`], align && styles[align]]
  return (
    <Element
      {...rest}
      className={classes(
        styles.bar,
        ...own,
        between && styles.between,
        noWrap && styles.noWrap,
        scrolls && styles.scrolls,
        fills && styles.fills,
        quiet && styles.quiet,
        className,
      )}
    />
  )
}

/** Small secondary text. */
export function Quiet<T extends ElementType = 'p'>({ as, className, ...rest }: Props<T, { className?: string | undefined }>) {
  const Element: ElementType = as ?? 'p'
  return <Element {...rest} className={classes(styles.quiet, className)} />
}
