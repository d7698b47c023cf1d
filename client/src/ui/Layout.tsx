import type { ComponentPropsWithRef, ElementType } from 'react'
import { classes } from './classes.ts'
import styles from './Layout.module.css'

/** A step of the grid of 4 px (tokens.css): 3 is 12 px. */
type Space = 1 | 2 | 3 | 4 | 5 | 6

interface Text {
  className?: string | undefined
}

export interface Layout extends Text {
  /** The space between the children; none if it is left out. */
  gap?: Space | undefined
  /** Small secondary text. */
  quiet?: boolean | undefined
}

interface StackLayout extends Layout {
  /** Side by side where there is space for two fields. */
  pair?: boolean | undefined
}

interface BarLayout extends Layout {
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

/** The props of a layout: its own, and those of its element. */
export type Props<T extends ElementType, Own> = Own & { /** The element; a div if it is left out. */ as?: T } & Omit<
    ComponentPropsWithRef<T>,
    'as' | keyof Own
  >

/** One below the other. */
export function Stack<T extends ElementType = 'div'>(props: Props<T, StackLayout>) {
  return layout(styles.stack, props)
}

/** Side by side, centred, in a second row where there is no space for all. */
export function Bar<T extends ElementType = 'div'>(props: Props<T, BarLayout>) {
  return layout(styles.bar, props)
}

/** Small secondary text, a paragraph if nothing else is said. */
export function Quiet<T extends ElementType = 'p'>(props: Props<T, Text>) {
  return layout(styles.quiet, { as: 'p', ...props })
}

/** An element with the classes of its layout. */
function layout(
  kind: string | undefined,
  {
    as: Element = 'div',
    gap,
    rows,
    align,
    pair,
    between,
    noWrap,
    scrolls,
    fills,
    quiet,
    className,
    ...rest
  }: Omit<StackLayout & BarLayout, 'as'> & { as?: ElementType },
) {
  const flags = { pair, between, noWrap, scrolls, fills, quiet }
  const names = [`gap${String(gap)}`, `rows${String(rows)}`, String(align), ...Object.entries(flags).map(([name, on]) => (on ? name : ''))]
  return <Element {...rest} className={classes(kind, ...names.map((name) => styles[name]), className)} />
}
