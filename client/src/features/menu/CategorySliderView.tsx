import type { KeyboardEventHandler, MouseEventHandler, ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './CategorySlider.module.css'

interface CategorySliderViewProps {
  label: string
  pictures: boolean
  /** The row is scrolled to its first, to its last slide. */
  start?: boolean
  end?: boolean
  rowRef?: Ref<HTMLUListElement>
  onKeyDown?: KeyboardEventHandler<HTMLUListElement>
  /** The buttons before and after the row. */
  previous?: ReactNode
  next?: ReactNode
  children: ReactNode
}

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
      {/* The arrow keys belong to the row as a whole; each slide is a link of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <ul ref={rowRef} role="toolbar" aria-label={label} className={styles.row} onKeyDown={onKeyDown}>
        {children}
      </ul>
      {next}
    </nav>
  )
}

interface SlideViewProps {
  /** The id of its section. */
  id: string
  name: string
  picture: ReactNode
  tabIndex?: number
  onClick?: MouseEventHandler<HTMLAnchorElement>
}

/** One slide: the combos, or a category. */
export function SlideView({ id, name, picture, tabIndex, onClick }: SlideViewProps) {
  return (
    <li role="none">
      <a href={`#${id}`} className={styles.slide} tabIndex={tabIndex} onClick={onClick}>
        {picture}
        <span className={styles.name}>{name}</span>
      </a>
    </li>
  )
}

export const slidePicture = { className: styles.picture, sizes: '2.25rem', round: true }
