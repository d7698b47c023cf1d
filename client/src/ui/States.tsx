import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { Announced } from './Announced.tsx'
import { classes } from './classes.ts'
import { Bar } from './Layout.tsx'
import styles from './States.module.css'

interface StateProps {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The title is the screen's h1. */
  asPage?: boolean
}

function State({ icon, title, children, action, asPage = false, failed = false }: StateProps & { failed?: boolean }) {
  const Title = asPage ? 'h1' : 'h2'
  return (
    <div className={classes(styles.state, asPage && styles.page)} data-notice={failed ? 'danger' : undefined}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Title className={styles.title}>
        <Announced as="span" live={failed}>
          {title}
        </Announced>
      </Title>
      {children !== undefined && (
        <Announced as="div" live={failed} className={styles.text}>
          {children}
        </Announced>
      )}
      {action !== undefined && (
        <Bar gap={3} className={styles.action}>
          {action}
        </Bar>
      )}
    </div>
  )
}

/** An empty state: what is missing and what to do about it. */
export function EmptyState(props: StateProps) {
  return <State {...props} />
}

/** An error state: what happened and how to try again. It is announced. */
export function ErrorState({ icon = <TriangleAlert />, ...rest }: StateProps) {
  return <State icon={icon} {...rest} failed />
}

/**
 * A placeholder in the shape of the content, of a line's height unless said otherwise; visible only after 200 ms, so that fast responses do not flicker. In
 * the first paint, where the policy allows no style attribute, the style sheet gives the size.
 */
export function Skeleton({ width, height, round = false }: { width?: string; height?: string; round?: boolean }) {
  const sized = width !== undefined || height !== undefined
  return (
    <span
      aria-hidden="true"
      data-waiting
      className={classes(styles.skeleton, round && styles.round)}
      {...(sized && { style: { inlineSize: width, blockSize: height } })}
    />
  )
}

/** A persistent message across the page: closed, offline, stale prices. It is announced when it appears and when it changes. */
export function NoticeBar({
  kind = 'info',
  icon,
  children,
  action,
  live = true,
}: {
  kind?: 'info' | 'warning' | 'danger' | 'success'
  icon?: ReactNode
  children: ReactNode
  action?: ReactNode
  /** False: the owner announces it itself. */
  live?: boolean
}) {
  return (
    <div className={classes(styles.bar, styles[kind], kind === 'danger' && icon === undefined && styles.marked)} data-notice={kind}>
      {icon !== undefined && <span aria-hidden="true">{icon}</span>}
      <Announced as="div" live={live} className={styles.barText}>
        {children}
      </Announced>
      {action}
    </div>
  )
}
