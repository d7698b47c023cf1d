import type { CSSProperties, ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './MenuSection.module.css'

/** The layout of a section's cards. */
export type SectionLayout = 'cards' | 'plain' | 'menus'

interface MenuSectionViewProps {
  id: string
  title: string
  /** Empty: none. */
  description: string
  layout: SectionLayout
  /** The gallery's sides, before and after the cards; absent: no gallery. */
  sides?: { before: ReactNode; after: ReactNode } | undefined
  /** An error shown in place of the cards. */
  failure?: ReactNode
  style?: CSSProperties
  ref?: Ref<HTMLElement>
  /** The cards in their grid. */
  children: ReactNode
}

/** A section of the menu: heading, description and cards, with the gallery beside them if it has one. */
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
          {sides?.after}
        </div>
      )}
    </section>
  )
}

/** The cards of a section, each in a list item. `open`: more will be rendered, and their space is reserved. */
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

/** One side of the gallery; decorative, since every dish in it has a card. */
export function GallerySideView({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.side} aria-hidden="true">
      {children}
    </div>
  )
}
