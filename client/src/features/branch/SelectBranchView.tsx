import Check from 'lucide-react/icons/check'
import type { ReactNode, Ref } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/States.tsx'
import styles from './SelectBranchPage.module.css'

interface BranchesViewProps {
  labels: { branch: string; go: string; all: string; postcode: string }
  /** The dropdown; in the first paint, whose styles lack those of fields, its space. */
  field?: ReactNode
  postcode?: ReactNode
  ready: boolean
  cards: ReactNode
  onSubmit?: () => void
}

/** The field that tells who delivers where, a card for each branch, and below them the dropdown with Continue. */
export function BranchesView({ labels, field, postcode, ready, cards, onSubmit }: BranchesViewProps) {
  return (
    <>
      <h2 className={styles.all}>{labels.all}</h2>
      <div className={styles.postcode}>{postcode ?? <FieldSpace label={labels.postcode} />}</div>
      <ul className={styles.cards}>{cards}</ul>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        {field ?? <FieldSpace label={labels.branch} />}
        <Button type="submit" disabled={!ready}>
          {labels.go}
        </Button>
      </form>
    </>
  )
}

function FieldSpace({ label }: { label: string }) {
  return (
    <div className={styles.field}>
      {label}
      <Skeleton />
    </div>
  )
}

interface BranchCardViewProps {
  name: string
  /** The branch's address, unique in the list. */
  url: string
  /** The words of the badge of the chosen branch. */
  chosen: string | null
  action: string
  onChoose?: () => void
  /** Its food, open state and address; while they are loading their space is reserved. */
  facts?: ReactNode
  /** Whether it delivers to the postcode, and what of the cart is there. */
  children?: ReactNode
  note?: ReactNode
  ref?: Ref<HTMLElement>
}

export function BranchCardView({ name, url, chosen, action, onChoose, facts, children, note, ref }: BranchCardViewProps) {
  const nameId = `name-${url}`
  return (
    <li>
      <article ref={ref} className={classes(styles.card, chosen !== null && styles.chosen)}>
        <Bar as="header" align="start" between gap={2}>
          <h3 id={nameId}>{name}</h3>
          {chosen !== null && (
            <Badge kind="primary" icon={<Check aria-hidden="true" />}>
              {chosen}
            </Badge>
          )}
        </Bar>
        <Stack gap={2} quiet className={styles.facts}>
          {facts ?? (
            <Stack gap={2} className={styles.waiting}>
              <Skeleton />
              <Skeleton />
              <Skeleton />
            </Stack>
          )}
          {children}
        </Stack>
        <Button
          wide
          id={`choose-${url}`}
          variant={chosen === null ? 'primary' : 'secondary'}
          onClick={onChoose}
          aria-describedby={nameId}
          className={styles.choose}
        >
          {action}
        </Button>
        {note}
      </article>
    </li>
  )
}
