import type { CSSProperties, ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import { Quiet } from '../../ui/Layout.tsx'
import styles from './MenuSection.module.css'

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
      {description !== '' && <Quiet>{description}</Quiet>}
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

/**
 * The cards of a section, each a `MenuItemView`. `open`: more will be rendered, and their space is reserved. A list by role, since the groups between
 * list and items may not stand in a `<ul>`.
 */
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
    <div role="list" className={classes(styles.grid, styles[layout], open && styles.place)} aria-busy={busy || undefined}>
      {children}
    </div>
  )
}

/** A card in the grid. */
export function MenuItemView({ children }: { children: ReactNode }) {
  return (
    <div role="listitem" className={styles.item}>
      {children}
    </div>
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
