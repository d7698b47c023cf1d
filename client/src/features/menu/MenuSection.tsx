import { startTransition, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '../../../../contracts/types.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { cardsToRestore } from '../../browser/scrollPosition.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { whenPaused } from '../../ui/whenIdle.ts'
import styles from './MenuSection.module.css'
import { GallerySideView, MenuGridView, MenuGroupView, MenuItemView, MenuSectionView, type SectionLayout } from './MenuSectionView.tsx'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/**
 * How many cards the first section starts with, how many are rendered at once when a section comes near the viewport, and how many per idle period.
 */
const [firstCards, nextCards, idleCards] = [12, 2, 6]
/** How many cards of a large section are laid out and painted at once. */
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
  /** This section is the next to be rendered while the browser is idle; `onDrawn` is called when all its cards are rendered. */
  idleTurn?: boolean
  onDrawn?: () => void
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
  idleTurn = false,
  onDrawn,
  children = none,
  count = children.length,
  pending = false,
  failed = false,
  onRetry,
}: MenuSectionProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  // To restore the scroll position, the section is rendered at once up to that dish.
  const [restoredCards] = useState(() => cardsToRestore(id))
  const [near, setNear] = useState(first || restoredCards !== null)
  // Cards are rendered a few at a time, so that no frame is blocked.
  const [limit, setLimit] = useState(Math.max(first ? firstCards : 0, restoredCards ?? 0))
  const whole = !pending && limit >= children.length
  useEffect(() => {
    if (near && pending) onNear?.()
  }, [near, pending, onNear])
  useEffect(() => {
    const section = frame.current
    if (section === null || near || whole) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        startTransition(() => setNear(true))
      },
      { rootMargin: '900px 0px' },
    )
    observer.observe(section)
    return () => observer.disconnect()
  }, [near, whole])
  useEffect(() => {
    if (pending) return
    if (whole) {
      if (idleTurn) onDrawn?.()
      return
    }
    if (near) return afterNextFrame(() => startTransition(() => setLimit(limit + nextCards)))
    if (idleTurn) return whenPaused(() => startTransition(() => setLimit(limit + idleCards)))
    return undefined
  }, [near, idleTurn, whole, pending, limit, onDrawn])

  const drawn = near || limit > 0
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
          {[0, 1, 2, 3, 4, 5].map((at) => (
            <MenuItemView key={at}>
              <Skeleton height="var(--row)" />
            </MenuItemView>
          ))}
        </MenuGridView>
      ) : drawn ? (
        <MenuGridView layout={layout} open={!whole}>
          {grouped(whole ? children : children.slice(0, limit), children.length)}
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
    <MenuGroupView key={at} count={Math.min(groupCards, count - at * groupCards)}>
      {cards.slice(at * groupCards, (at + 1) * groupCards)}
    </MenuGroupView>
  ))
}

/** Calls back after the next frame; the returned function cancels. */
function afterNextFrame(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Previous updates are painted in the first frame; the second one is short and leaves time.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (timer = setTimeout(go)))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
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
