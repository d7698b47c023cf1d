import Filter from 'lucide-react/icons/funnel'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { classes } from '../../ui/classes.ts'
import hidden from '../../ui/VisuallyHidden.module.css'
import styles from './MenuPage.module.css'

interface MenuPageViewProps {
  title: string
  /** Branch and open state. */
  place: ReactNode
  /** The strip with delivery type, area and time. */
  strip: ReactNode
  /** Search and filter; null if there is nothing to search. */
  tools: ReactNode
  /** Search results are shown: the head makes room for them. */
  searching?: boolean
  onClick?: MouseEventHandler<HTMLDivElement>
  /** Rendered before everything: the splash and the restaurant's pictures. */
  before?: ReactNode
  children: ReactNode
}

/** The menu page: its head and content. */
export function MenuPageView({ title, place, strip, tools, searching = false, onClick, before, children }: MenuPageViewProps) {
  return (
    // One click listener for the links of all cards; each of them is a link of its own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.page} onClick={onClick}>
      {before}
      <div className={classes(styles.head, searching && styles.searching)}>
        <Bar between gap={5} rows={0} className={styles.who}>
          <h1 className={hidden.hiddenOnPhones}>{title}</h1>
          {place}
        </Bar>
        <div className={styles.strip}>{strip}</div>
        {tools}
      </div>
      {children}
    </div>
  )
}

export function MenuToolsView({ search, filter }: { search: ReactNode; filter: ReactNode }) {
  return (
    <Bar noWrap align="stretch" gap={2} className={styles.tools}>
      {search}
      {filter}
    </Bar>
  )
}

/** The button that opens the allergen filter. `avoided`: the badge with how many are avoided. */
export function FilterButtonView({
  label,
  avoided,
  onClick,
  ref,
}: {
  label: string
  avoided?: ReactNode
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <Button ref={ref} className={styles.filter} icon={<Filter aria-hidden="true" />} onClick={onClick} aria-haspopup="dialog">
      <span className={hidden.hiddenOnPhones}>{label}</span>
      {avoided}
    </Button>
  )
}
