import { isPlainClick } from '../../ui/isPlainClick.ts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { moveRovingFocus } from '../../ui/rovingFocus.ts'
import { Picture } from '../../ui/Picture.tsx'
import styles from './CategorySlider.module.css'
import { CategorySliderView, slidePicture, SlideView } from './CategorySliderView.tsx'
import { firstScreen } from './firstScreen.ts'
import { scrollBehavior } from '../../ui/motion.ts'

/** One slide: the combos, or a category. */
export interface Slide {
  /** The id of its section. */
  id: string
  name: string
  /** The image's URL; empty: the placeholder. */
  picture: string
  /** How many dishes it has; undefined until they are loaded. */
  count?: number | undefined
}

/** How many slides one press scrolls (docs/specification.md section 9). */
const step = 2

/** The categories as a slider: 7 visible, 5 below 1200 px, 3 below 991 px, 2 below 400 px; the buttons scroll 2 (docs/specification.md section 9). */
export const CategorySlider = memo(function CategorySlider({
  slides,
  pictures,
  onChoose,
}: {
  slides: readonly Slide[]
  pictures: boolean
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation()
  const row = useRef<HTMLUListElement>(null)
  const ends = useEnds(row, slides.length)
  const scroll = (by: number): void => {
    const list = row.current
    const slide = list?.firstElementChild
    if (!list || !slide) return
    const direction = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0
    list.scrollBy({
      left: by * direction * (slide.getBoundingClientRect().width + gap),
      behavior: scrollBehavior(),
    })
  }
  return (
    <CategorySliderView
      label={t('Categories')}
      pictures={pictures}
      start={ends.start}
      end={ends.end}
      rowRef={row}
      onKeyDown={moveRovingFocus}
      previous={
        <IconButton
          label={t('Previous categories')}
          icon={<ChevronLeft data-flips />}
          variant="raised"
          size="s"
          className={styles.previous}
          onClick={() => scroll(-step)}
        />
      }
      next={
        <IconButton
          label={t('Next categories')}
          icon={<ChevronRight data-flips />}
          variant="raised"
          size="s"
          className={styles.next}
          onClick={() => scroll(step)}
        />
      }
    >
      {slides.map((slide, at) => (
        <SlideView
          key={slide.id}
          id={slide.id}
          name={slide.name}
          picture={
            pictures && <Picture src={slide.picture} alt="" name={slide.name} {...slidePicture} eager={at < firstScreen.eagerSlides} />
          }
          tabIndex={at === 0 ? 0 : -1}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            onChoose(slide.id)
          }}
        />
      ))}
    </CategorySliderView>
  )
})

/** Whether the row is scrolled to its first or last slide: the arrow in that direction is hidden. */
function useEnds(row: RefObject<HTMLElement | null>, slides: number): { start: boolean; end: boolean } {
  const [ends, setEnds] = useState({ start: true, end: false })
  useEffect(() => {
    const list = row.current
    if (list === null) return
    const update = (): void => {
      // scrollLeft is negative in right-to-left text.
      const scrolled = Math.abs(list.scrollLeft)
      const start = scrolled < 4
      const end = scrolled > list.scrollWidth - list.clientWidth - 4
      setEnds((before) => (before.start === start && before.end === end ? before : { start, end }))
    }
    list.addEventListener('scroll', update, { passive: true })
    // The first measurement happens with the observer's first call, after layout.
    const observer = new ResizeObserver(update)
    observer.observe(list)
    return () => {
      list.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [row, slides])
  return ends
}
