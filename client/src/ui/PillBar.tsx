import { isPlainClick } from './isPlainClick.ts'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { moveRovingFocus } from './rovingFocus.ts'
import { classes } from './classes.ts'
import { centreCurrent, scrollBehavior } from './motion.ts'
import styles from './PillBar.module.css'

export interface Pill {
  id: string
  label: string
  /** The link's target; a plain anchor, so that it works without JavaScript. */
  href: string
}

/** A row of pills that scrolls horizontally and keeps the active one in view: a toolbar with one tab stop; arrow keys move between the pills. */
export function PillBar({
  label,
  pills,
  active,
  onChoose,
  end,
}: {
  label: string
  pills: readonly Pill[]
  active: string | null
  onChoose: (id: string) => void
  end?: ReactNode
}) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => centreCurrent(row.current, scrollBehavior()), [active])
  return (
    <nav aria-label={label} className={styles.bar}>
      {/* The arrow keys belong to the row as a whole; each pill is a link of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <ul ref={row} role="toolbar" aria-label={label} className={styles.row} onKeyDown={moveRovingFocus}>
        {pills.map((pill, at) => (
          <PillItem
            key={pill.id}
            pill={pill}
            current={pill.id === active}
            tabStop={pill.id === active || (active === null && at === 0)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {end}
    </nav>
  )
}

/** Only the pills that change render again: a menu may have sixty, and the active one changes while the customer scrolls. */
const PillItem = memo(function PillItem({
  pill,
  current,
  tabStop,
  onChoose,
}: {
  pill: Pill
  current: boolean
  tabStop: boolean
  onChoose: (id: string) => void
}) {
  return (
    <li role="none">
      <a
        href={pill.href}
        className={classes(styles.pill, current && styles.active)}
        aria-current={current ? 'true' : undefined}
        tabIndex={tabStop ? 0 : -1}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          onChoose(pill.id)
        }}
      >
        {pill.label}
      </a>
    </li>
  )
})
