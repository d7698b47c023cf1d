import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '../../../../contracts/types.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Skeleton } from '../../ui/States.tsx'
import styles from './MenuSection.module.css'
import { GallerySideView, MenuGridView, MenuItemView, MenuSectionView, type SectionLayout } from './MenuSectionView.tsx'
import { useCardLimit } from './useCardLimit.ts'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** How many cards of a large section are laid out and painted at once: on phones a group of them, when it comes near the viewport. */
const groupCards = 4
const largestUngrouped = 2 * groupCards

interface MenuSectionProps {
  id: string
  title: string
  description?: string | undefined
  layout: SectionLayout
  /** The gallery beside the cards: up to 8 images, 4 on each side, on wide screens. */
  gallery?: readonly Image[]
  /** The number of cards, for the space reserved before they are known. */
  count?: number
  /** The first section is rendered at once. */
  first?: boolean
  /** Called when the section comes near the viewport before its cards are loaded. */
  onNear?: () => void
  /** The cards, each in its own list item. */
  children?: readonly ReactNode[]
  pending?: boolean
  failed?: boolean
  onRetry?: () => void
}

/**
 * A section of the menu. Its cards are rendered when it comes near the viewport or while the browser is idle, and stay rendered; until then their
 * space is reserved, so that two thousand products scroll like twenty (docs/bench-client.md).
 */
export function MenuSection({
  id,
  title,
  description,
  layout,
  gallery = [],
  first = false,
  onNear,
  children = none,
  count = children.length,
  pending = false,
  failed = false,
  onRetry,
}: MenuSectionProps) {
  const { t } = useTranslation()
  const { frame, limit } = useCardLimit({ id, count: children.length, pending, first, onNear })
  const drawn = limit !== null
  const shown = gallery.slice(0, 8)
  const half = Math.min(4, Math.ceil(shown.length / 2))
  return (
    <MenuSectionView
      ref={frame}
      id={id}
      title={title}
      description={description ?? ''}
      layout={layout}
      sides={
        shown.length === 0
          ? undefined
          : { before: drawn && <Side images={shown.slice(0, half)} />, after: drawn && <Side images={shown.slice(half)} /> }
      }
      style={{ '--cards': count } as CSSProperties}
      {...(failed && {
        failure: <NotLoaded title={t('This part of the menu could not be loaded.')} variant="secondary" onRetry={onRetry} />,
      })}
    >
      {pending ? (
        <MenuGridView layout={layout} open busy>
          {Array.from({ length: count }, (_, at) => (
            <MenuItemView key={at}>
              <Skeleton height="var(--row)" />
            </MenuItemView>
          ))}
        </MenuGridView>
      ) : drawn ? (
        <MenuGridView layout={layout} open={limit < children.length}>
          {grouped(children.slice(0, limit), children.length)}
        </MenuGridView>
      ) : (
        <div className={styles.place} />
      )}
    </MenuSectionView>
  )
}

const none: readonly ReactNode[] = []

function grouped(cards: readonly ReactNode[], count: number): ReactNode {
  if (count <= largestUngrouped) return cards
  return Array.from({ length: Math.ceil(cards.length / groupCards) }, (_, at) => (
    <div key={at} className={styles.group} style={{ '--cards': Math.min(groupCards, count - at * groupCards) } as CSSProperties}>
      {cards.slice(at * groupCards, (at + 1) * groupCards)}
    </div>
  ))
}

function Side({ images }: { images: readonly Image[] }) {
  return (
    <GallerySideView>
      {images.map((image) => (
        <Picture key={image.url} src={pictureOf(image, 'square', 'url')} alt="" name="" sizes="10rem" className={styles.sidePicture} />
      ))}
    </GallerySideView>
  )
}
