import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import styles from './SearchField.module.css'

/** The frame of the menu's search: the field, and the button that clears it. */
export function SearchFieldView({ field, clear }: { field: ReactNode; clear?: ReactNode }) {
  return (
    <div role="search" className={styles.search}>
      <Search aria-hidden="true" className={styles.glass} />
      {field}
      {clear}
    </div>
  )
}

/** Looks like the search field in the first paint. */
export function SearchFieldPlaceholder({ label }: { label: string }) {
  return (
    <span className={styles.input} data-field>
      {label}
    </span>
  )
}
