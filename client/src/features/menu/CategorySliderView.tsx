import type { KeyboardEventHandler, MouseEventHandler, ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './CategorySlider.module.css'

interface CategorySliderViewProps {
  /** "Categories", in the customer's language. */
  label: string
  /** Without pictures the slides are words. */
  pictures: boolean
  /** The row stands at its first, at its last slide. */
  start?: boolean
  end?: boolean
  rowRef?: Ref<HTMLUListElement>
  onKeyDown?: KeyboardEventHandler<HTMLUListElement>
  /** The buttons before and behind the row. */
  previous?: ReactNode
  next?: ReactNode
  /** The slides. */
  children: ReactNode
}

/** The categories in a row that scrolls. */
export function CategorySliderView({
  label,
  pictures,
  start = false,
  end = false,
  rowRef,
  onKeyDown,
  previous,
  next,
  children,
}: CategorySliderViewProps) {
  return (
    <nav
      aria-label={label}
      className={classes(styles.slider, !pictures && styles.words)}
      data-start={start || undefined}
      data-end={end || undefined}
    >
      {previous}
      {/* The arrow keys belong to the row; each slide is a link of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={rowRef} className={styles.row} onKeyDown={onKeyDown}>
        {children}
      </ul>
      {next}
    </nav>
  )
}

interface SlideViewProps {
  /** The section it leads to. */
  id: string
  name: string
  /** Null where the slides are words. */
  picture: ReactNode
  tabIndex?: number
  onClick?: MouseEventHandler<HTMLAnchorElement>
}

/** One slide: the Menus entry, or a category. */
export function SlideView({ id, name, picture, tabIndex, onClick }: SlideViewProps) {
  return (
    <li>
      <a href={`#${id}`} className={styles.slide} tabIndex={tabIndex} onClick={onClick}>
        {picture}
        <span className={styles.name}>{name}</span>
      </a>
    </li>
  )
}

/** How a slide's picture stands. */
export const slidePicture = { className: styles.picture, sizes: '6rem', round: true }
