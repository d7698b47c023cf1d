import Bike from 'lucide-react/icons/bike'
import ExternalLink from 'lucide-react/icons/external-link'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Store from 'lucide-react/icons/store'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Branch } from '../../../../contracts/types.ts'
import { shopOpenState, type OpenState } from '../../domain/hours.ts'
import { areaOfPostcode } from '../../domain/postcode.ts'
import { networkLink } from '../../domain/redirect.ts'
import { branchesQuery, chooseBranch, useBranches } from '../../session/branch.ts'
import { areasQuery } from '../../restaurant/areas.ts'
import { pieces } from '../../domain/cart.ts'
import { plainName } from '../../domain/text.ts'
import { currentCart, useCart } from '../../cart/cartStore.ts'
import { serverTime, useMinute } from '../../restaurant/clock.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { identity, sameBranch } from '../../session/identity.ts'
import { Screen } from '../../screen/Screen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select, TextInput } from '../../ui/Field.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { useNear } from '../../ui/useNear.ts'
import { useAreaTerms } from '../../restaurant/useAreaTerms.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { OpenStateText } from '../../restaurant/OpenState.tsx'
import styles from './SelectBranchPage.module.css'
import { branchSummaryQuery, namesThereQuery, type BranchSummary } from './branchSummary.ts'
import { BranchCardView, BranchesView } from './SelectBranchView.tsx'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/**
 * /select-branch: the dropdown and Continue of docs/specification.md section 2, and a card for each branch with its categories, its open state, its address, whether
 * it delivers to the postcode, and which of the cart's lines it has (docs/specification.md section 10). Choosing stores the branch and reloads at /.
 */
export function SelectBranchPage() {
  const { t } = useTranslation()
  const query = useShopQuery(branchesQuery)
  const branches = query.data ?? []
  const current = identity().branch
  const [picked, setPicked] = useState<string | null>(null)
  const [postcode, setPostcode] = useState('')
  const value = picked ?? branches.find((branch) => sameBranch(branch.url, current))?.url ?? ''

  return (
    <Screen>
      {query.isError && query.data === undefined ? (
        <NotLoaded icon={<Store />} title={t('The branches could not be loaded.')} onRetry={query.refetch} />
      ) : query.data === undefined ? (
        <Skeleton height="10rem" />
      ) : branches.length === 0 ? (
        <EmptyState
          icon={<Store />}
          title={t('There are no branches to choose from.')}
          action={<Button onClick={() => chooseBranch(null)}>{t('Show the menu')}</Button>}
        />
      ) : (
        <BranchesView
          labels={{ branch: t('Branch'), go: t('Continue'), all: t('All branches'), postcode: t('Your postcode') }}
          field={
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
          }
          postcode={
            <TextInput
              name="postcode"
              label={t('Your postcode')}
              value={postcode}
              autoComplete="postal-code"
              enterKeyHint="done"
              maxLength={12}
              onChange={(event) => setPostcode(event.target.value)}
            />
          }
          ready={value !== ''}
          cards={branches.map((branch) => (
            <BranchCard key={branch.url} branch={branch} chosen={sameBranch(branch.url, current)} postcode={postcode} />
          ))}
          onSubmit={() => value !== '' && chooseBranch(value)}
        />
      )}
    </Screen>
  )
}

/** A branch; what it shows of the branch is requested when it comes near the window. */
function BranchCard({ branch, chosen, postcode }: { branch: Branch; chosen: boolean; postcode: string }) {
  const { t } = useTranslation()
  const { lines } = useCart()
  const current = useBranches().chosen?.name ?? ''
  const [card, near] = useNear('100%')
  const { data: summary } = useShopQuery((scope) => branchSummaryQuery(scope, branch.url), { enabled: near })
  const elsewhere = lines.length > 0 && !chosen
  const { data: names, isLoadingError } = useShopQuery((scope) => namesThereQuery(scope, branch.url, lines), { enabled: near && elsewhere })
  const { data: areas } = useShopQuery((scope) => areasQuery({ ...scope, branch: branch.url }), {
    enabled: near && postcode.trim().length > 2,
  })
  const area = areas === undefined ? undefined : areaOfPostcode(areas, postcode)
  const terms = useAreaTerms()
  const state = useOpenState(summary)
  const map = networkLink(summary?.mapUrl)
  const parked = chosen ? 0 : pieces(currentCart(branch.url))
  // Ids differ from branch to branch, so the names are compared.
  const there = names === undefined ? null : lines.filter((line) => names.includes(plainName(line.shown.name)))
  return (
    <BranchCardView
      ref={card}
      name={branch.name}
      url={branch.url}
      chosen={chosen ? t('Your branch') : null}
      action={chosen ? t('Stay here') : t('Order here')}
      onChoose={() => chooseBranch(branch.url)}
      facts={
        summary === undefined ? undefined : (
          <>
            {summary.kinds.length > 0 && <span className={styles.kinds}>{summary.kinds.join(' · ')}</span>}
            {summary.hours?.meta.isActive === false ? (
              <span>{t('Closed at the moment')}</span>
            ) : (
              state !== null && <OpenStateText state={state} />
            )}
            {summary.address !== '' && (
              <Stack as="span" className={styles.where}>
                <bdi>{summary.address}</bdi>
                {map !== null && (
                  <a href={map} target="_blank" rel="noopener noreferrer" className={styles.map}>
                    {t('Show on the map')}
                    <ExternalLink aria-hidden="true" />
                  </a>
                )}
              </Stack>
            )}
          </>
        )
      }
      note={elsewhere && current !== '' && <Quiet>{t('Your cart at {{branch}} is saved until you come back.', { branch: current })}</Quiet>}
    >
      {area !== undefined && (
        <Bar as="span" noWrap gap={2} className={styles.cart}>
          <Bike aria-hidden="true" />
          {area === null
            ? t('Does not deliver to {{postcode}}', { postcode: postcode.trim() })
            : `${t('Delivers to {{postcode}}', { postcode: postcode.trim() })} · ${terms(area).join(' · ')}`}
        </Bar>
      )}
      {elsewhere && !isLoadingError && (
        <Bar as="span" noWrap gap={2} className={styles.cart}>
          <ShoppingBag aria-hidden="true" />
          {there === null ? (
            <Skeleton width="70%" />
          ) : there.length === lines.length ? (
            t('Everything in your cart is there too')
          ) : there.length === 0 ? (
            t('Nothing in your cart is there')
          ) : (
            t('{{some}} of {{all}} lines of your cart are there too', { some: there.length, all: lines.length })
          )}
        </Bar>
      )}
      {parked > 0 && (
        <Bar as="span" noWrap gap={2} className={styles.cart}>
          <ShoppingBag aria-hidden="true" />
          {t('Your saved cart there: {{count}}', { count: parked })}
        </Bar>
      )}
    </BranchCardView>
  )
}

/** The open state of a branch at this minute; null if unknown. */
function useOpenState(summary: BranchSummary | undefined): OpenState | null {
  const minute = useMinute().getTime()
  if (summary?.hours === undefined) return null
  return shopOpenState(summary.hours, shopConfig().timezone, minute, Math.max(0, minute - serverTime(summary.asOf)))
}
