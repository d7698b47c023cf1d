import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import styles from './Pagination.module.css'

/** The page numbers to link, always with the current one (docs/specification.md section 9: at most 7 links). */
export function pageLinks(current: number, total: number): number[] {
  const shown = Math.min(total, 7)
  const first = Math.max(1, Math.min(current - Math.floor(shown / 2), total - shown + 1))
  return Array.from({ length: shown }, (_, at) => first + at)
}

interface PaginationProps {
  current: number
  total: number
  onGo: (page: number) => void
  /** The accessible name of the navigation. */
  label: string
  /** The accessible name of a page's link. */
  pageLabel: (page: number) => string
  previousLabel: string
  nextLabel: string
}

/** Links to pages; shows nothing for a single page. */
export function Pagination({ current, total, onGo, label, pageLabel, previousLabel, nextLabel }: PaginationProps) {
  if (total <= 1) return null
  return (
    <nav aria-label={label} className={styles.pages}>
      <button type="button" className={styles.page} aria-label={previousLabel} disabled={current <= 1} onClick={() => onGo(current - 1)}>
        <ChevronLeft aria-hidden="true" data-flips />
      </button>
      <ul className={styles.list}>
        {pageLinks(current, total).map((page) => (
          <li key={page}>
            <button
              type="button"
              className={styles.page}
              aria-label={pageLabel(page)}
              aria-current={page === current ? 'page' : undefined}
              onClick={() => onGo(page)}
            >
              {page}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.page} aria-label={nextLabel} disabled={current >= total} onClick={() => onGo(current + 1)}>
        <ChevronRight aria-hidden="true" data-flips />
      </button>
    </nav>
  )
}
