import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import ExternalLink from 'lucide-react/icons/external-link'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Store from 'lucide-react/icons/store'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Branch } from '../../../contracts/types.ts'
import { externalLink } from '../domain/redirect.ts'
import { branchesQuery, chooseBranch, sameBranch } from '../shop/session/branch.ts'
import { branchSummaryQuery, linesThere, parkedCart, type BranchSummary } from '../shop/session/branchSummary.ts'
import { useCart } from '../shop/cart/cart.ts'
import { chosenBranch } from '../shop/session/chosenBranch.ts'
import { places } from '../shop/routes/places.ts'
import { Screen } from '../shop/parts/Screen.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Select } from '../ui/Field.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/States.tsx'
import { OpenStateText } from './OpenState.tsx'
import styles from './SelectBranchPage.module.css'

/**
 * /select-branch: the dropdown and Continue of docs/specification.md section 2, and a card for each branch with its open state, its address and which
 * of the cart's lines it has (docs/specification.md section 10). Choosing stores the branch and reloads at /.
 */
export function SelectBranchPage() {
  const { t } = useTranslation()
  const query = useQuery(branchesQuery)
  const branches = Array.isArray(query.data) ? query.data : []
  const current = chosenBranch()
  const [picked, setPicked] = useState<string | null>(null)
  const value = picked ?? branches.find((branch) => sameBranch(branch.url, current))?.url ?? ''
  const summaries = useQueries({ queries: branches.map((branch) => branchSummaryQuery(branch.url)), combine: known })

  return (
    <Screen place={places.selectBranch}>
      {query.isError && query.data === undefined ? (
        <ErrorState
          icon={<Store />}
          title={t('The branches could not be loaded.')}
          action={
            <Button variant="primary" onClick={() => void query.refetch()}>
              {t('Try again')}
            </Button>
          }
        />
      ) : query.data === undefined ? (
        <Skeleton height="10rem" />
      ) : branches.length === 0 ? (
        <EmptyState
          icon={<Store />}
          title={t('There are no branches to choose from.')}
          action={<Button onClick={() => chooseBranch(null)}>{t('Show the menu')}</Button>}
        />
      ) : (
        <>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              if (value !== '') chooseBranch(value)
            }}
          >
            <Select name="branch" label={t('Branch')} value={value} required onChange={(event) => setPicked(event.target.value)}>
              <option value="" disabled>
                {t('Please choose')}
              </option>
              {branches.map((branch) => (
                <option key={branch.url} value={branch.url}>
                  {branch.name}
                </option>
              ))}
            </Select>
            <Button type="submit" variant="primary" disabled={value === ''}>
              {t('Continue')}
            </Button>
          </form>
          <h2 className={styles.all}>{t('All branches')}</h2>
          <ul className={styles.cards}>
            {branches.map((branch, at) => (
              <li key={branch.url}>
                <BranchCard branch={branch} summary={summaries[at]} chosen={sameBranch(branch.url, current)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Screen>
  )
}

function known(results: UseQueryResult<BranchSummary>[]): (BranchSummary | undefined)[] {
  return results.map((result) => result.data)
}

function BranchCard({ branch, summary, chosen }: { branch: Branch; summary: BranchSummary | undefined; chosen: boolean }) {
  const { t } = useTranslation()
  const { lines } = useCart()
  const nameId = useId()
  const map = externalLink(summary?.mapUrl)
  const parked = chosen ? 0 : parkedCart(branch.url)
  const there = lines.length === 0 || chosen || summary?.names === undefined ? null : linesThere(lines, summary.names)
  return (
    <article className={classes(styles.card, chosen && styles.chosen)}>
      <header className={styles.head}>
        <h3 id={nameId} className={styles.name}>
          {branch.name}
        </h3>
        {chosen && (
          <Badge kind="primary" icon={<Check aria-hidden="true" />}>
            {t('Your branch')}
          </Badge>
        )}
      </header>
      <div className={classes(styles.facts, summary === undefined && styles.waiting)}>
        {summary === undefined ? (
          <>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </>
        ) : (
          <>
            {summary.active === false ? (
              <span>{t('Closed at the moment')}</span>
            ) : (
              summary.state !== null && <OpenStateText state={summary.state} />
            )}
            {summary.address !== '' && (
              <span className={styles.where}>
                <bdi>{summary.address}</bdi>
                {map !== null && (
                  <a href={map} target="_blank" rel="noopener noreferrer" className={styles.map}>
                    {t('Show on the map')}
                    <ExternalLink aria-hidden="true" />
                  </a>
                )}
              </span>
            )}
          </>
        )}
        {there !== null && (
          <span className={styles.cart}>
            <ShoppingBag aria-hidden="true" />
            {there.length === lines.length
              ? t('Everything in your cart is there too')
              : there.length === 0
                ? t('Nothing in your cart is there')
                : t('{{some}} of {{all}} lines of your cart are there too', { some: there.length, all: lines.length })}
          </span>
        )}
        {parked > 0 && (
          <span className={styles.cart}>
            <ShoppingBag aria-hidden="true" />
            {t('Your saved cart there: {{count}}', { count: parked })}
          </span>
        )}
      </div>
      <Button wide variant={chosen ? 'secondary' : 'primary'} onClick={() => chooseBranch(branch.url)} aria-describedby={nameId}>
        {chosen ? t('Stay here') : t('Order here')}
      </Button>
      {there !== null && there.length < lines.length && <p className={styles.note}>{t('Your cart here is saved until you come back.')}</p>}
    </article>
  )
}
