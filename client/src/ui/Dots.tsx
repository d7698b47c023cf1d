import { Fragment } from 'react'
import styles from './Dots.module.css'

/** Short texts in a row, a dot between two of them: no line begins or ends with one. Each keeps its own direction. */
export function Dots({ texts }: { texts: readonly string[] }) {
  return (
    <span className={styles.dots}>
      <span className={styles.row}>
        {texts.map((text, at) => (
          // The space between them is for those who listen or copy.
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
