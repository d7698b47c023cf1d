import styles from './Progress.module.css'

/** How much of `most` is reached; the text beside it says it in words. */
export function Progress({ value, most }: { value: number; most: number }) {
  return (
    <span className={styles.progress} aria-hidden="true">
      <span style={{ inlineSize: `${String(Math.min(100, Math.round((value / Math.max(1, most)) * 100)))}%` }} />
    </span>
  )
}
