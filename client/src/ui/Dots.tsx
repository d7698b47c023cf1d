import { Fragment } from 'react'
import styles from './Dots.module.css'

/** Short texts in a row with a dot between two of them; no line begins or ends with a dot. Each text has its own direction. */
export function Dots({ texts }: { texts: readonly string[] }) {
  return (
    <span className={styles.dots}>
      <span className={styles.row}>
        {texts.map((text, at) => (
          // The space separates them for screen readers and in copied text.
          <Fragment key={`${String(at)} ${text}`}>
            <span>
              <bdi>{text}</bdi>
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </span>
  )
}
