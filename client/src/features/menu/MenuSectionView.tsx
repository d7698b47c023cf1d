import type { CSSProperties, ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './MenuSection.module.css'

/** How the cards of a section stand. */
export type SectionLayout = 'cards' | 'plain' | 'menus'

interface MenuSectionViewProps {
  id: string
  title: string
  /** Empty: none. */
  description: string
  layout: SectionLayout
  /** The gallery's sides, before and behind the cards; absent: the section has none. */
  sides?: { before: ReactNode; behind: ReactNode } | undefined
  /** Shown in place of the cards: why there are none. */
  failure?: ReactNode
  style?: CSSProperties
  ref?: Ref<HTMLElement>
  /** The cards in their grid. */
  children: ReactNode
}

/** A part of the menu: its heading, its description and its cards, with the gallery beside them where it has one. */
export function MenuSectionView({ id, title, description, layout, sides, failure, style, ref, children }: MenuSectionViewProps) {
  return (
    <section
      ref={ref}
      id={id}
      aria-labelledby={`${id}-title`}
      className={styles.section}
      data-layout={layout}
      data-gallery={sides !== undefined || undefined}
      style={style}
    >
      <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {description !== '' && <p className={styles.description}>{description}</p>}
      {failure ?? (
        <div className={classes(styles.body, sides !== undefined && styles.withGallery)}>
          {sides?.before}
          {children}
          {sides?.behind}
        </div>
      )}
    </section>
  )
}

/** The cards of a section, each in its own list item. `open`: more of them are to come, and their place is kept. */
export function MenuGridView({
  layout,
  open = false,
  busy = false,
  children,
}: {
  layout: SectionLayout
  open?: boolean
  busy?: boolean
  children: ReactNode
}) {
  return (
    <ul className={classes(styles.grid, styles[layout], open && styles.place)} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

/** One side of the gallery; only to look at, every dish in it has its own card. */
export function GallerySideView({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.side} aria-hidden="true">
      {children}
    </div>
  )
}
