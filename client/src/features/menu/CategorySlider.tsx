import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { moveRovingFocus } from '../../ui/rovingFocus.ts'
import { Picture } from '../../ui/Picture.tsx'
import styles from './CategorySlider.module.css'
import { CategorySliderView, slidePicture, SlideView } from './CategorySliderView.tsx'
import { firstScreen } from './firstScreen.ts'

/** One slide: the Menus entry, or a category. */
export interface Slide {
  /** The section it leads to. */
  id: string
  name: string
  /** The picture's address; empty: the drawn plate. */
  picture: string
}

/** How many slides one press moves (docs/specification.md section 9). */
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
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
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
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onChoose(slide.id)
          }}
        />
      ))}
    </CategorySliderView>
  )
})

/** Whether the row stands at its first or its last slide: no arrow leads further there. */
function useEnds(row: RefObject<HTMLElement | null>, slides: number): { start: boolean; end: boolean } {
  const [ends, setEnds] = useState({ start: true, end: false })
  useEffect(() => {
    const list = row.current
    if (list === null) return
    const look = (): void => {
      // From right to left the way is counted below zero.
      const way = Math.abs(list.scrollLeft)
      const start = way < 4
      const end = way > list.scrollWidth - list.clientWidth - 4
      setEnds((before) => (before.start === start && before.end === end ? before : { start, end }))
    }
    list.addEventListener('scroll', look, { passive: true })
    // The first look comes with the first measure, when the layout is there anyway.
    const observer = new ResizeObserver(look)
    observer.observe(list)
    return () => {
      list.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [row, slides])
  return ends
}
