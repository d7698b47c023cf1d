import Filter from 'lucide-react/icons/funnel'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './MenuPage.module.css'

interface MenuPageViewProps {
  title: string
  /** Branch and open state. */
  place: ReactNode
  /** The strip with delivery type, area and time. */
  strip: ReactNode
  onClick?: MouseEventHandler<HTMLDivElement>
  /** Rendered before everything: the splash and the restaurant's pictures. */
  before?: ReactNode
  children: ReactNode
}

/** The menu page: its head and content. */
export function MenuPageView({ title, place, strip, onClick, before, children }: MenuPageViewProps) {
  return (
    // One click listener for the links of all cards; each of them is a link of its own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.page} onClick={onClick}>
      {before}
      <div className={styles.head}>
        <div className={styles.who}>
          <h1 className={styles.site}>{title}</h1>
          {place}
        </div>
        {strip}
      </div>
      {children}
    </div>
  )
}

/** The slider, with search and filter below it. */
export function MenuToolsView({
  slider,
  sliderRef,
  search,
  filter,
}: {
  slider: ReactNode
  sliderRef?: Ref<HTMLDivElement>
  search: ReactNode
  filter: ReactNode
}) {
  return (
    <>
      <div ref={sliderRef}>{slider}</div>
      <div className={styles.tools}>
        {search}
        {filter}
      </div>
    </>
  )
}

/** The button that opens the allergen filter. `avoiding` is the text for the chosen allergens; empty: none. */
export function FilterButtonView({ label, avoiding = '', onClick }: { label: string; avoiding?: string; onClick?: () => void }) {
  return (
    <Button
      className={styles.filter}
      icon={<Filter aria-hidden="true" />}
      onClick={onClick}
      aria-haspopup="dialog"
      variant={avoiding === '' ? 'secondary' : 'primary'}
    >
      {avoiding === '' ? <span className={styles.filterName}>{label}</span> : avoiding}
    </Button>
  )
}
