import { type UseQueryResult } from '@tanstack/react-query'
import Sparkles from 'lucide-react/icons/sparkles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Transactions } from '../../../../contracts/types.ts'
import { formatTimeOfDay } from '../../domain/hours.ts'
import { toMinor, type Minor } from '../../domain/money.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { useOnline } from '../../browser/useOnline.ts'
import { serverTime } from '../../restaurant/clock.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { meQuery, useLogin } from '../../session/login.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { classes } from '../../ui/classes.ts'
import { Pagination } from '../../ui/Pagination.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { balanceChart, entriesOf, type Entry } from './balance.ts'
import { transactionsQuery } from './queries.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './TransactionsPage.module.css'
import { ToMenu } from '../../screen/ToMenu.tsx'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** The query parameter of the page number; `page` is taken by the information pages (docs/specification.md section 2). */
const pageParameter = 'p'

/** /me/my-transactions/transaction-history (docs/specification.md section 2): the history of points in pages from 1, with the running balance. */
export function TransactionsPage() {
  return (
    <AccountScreen>
      <History />
    </AccountScreen>
  )
}

function History() {
  const { t } = useTranslation()
  const money = useMoney()
  const { user, checking } = useLogin()
  const points = user === null ? null : toMinor(user.profit ?? 0, money.currency)
  const [search, setSearch] = useSearchParams()
  const requested = Number(search.get(pageParameter) ?? '1')
  const page = Number.isInteger(requested) && requested >= 1 ? requested : 1
  const history = useShopQuery((scope) => transactionsQuery(scope, page))
  const { data, error, isPending, isPlaceholderData, refetch } = history
  const asOf = usePointsAsOf(history)

  // The points stand above the history, which would move.
  if (isPending || checking) return <Waiting />
  if (error !== null && data === undefined)
    return <NotLoaded title={t('Your points could not be loaded.')} error={error} onRetry={refetch} />

  const entries = entriesOf(data.data, money.currency)
  const pagination = (data.meta as Partial<typeof data.meta> | undefined)?.pagination
  if (entries.length === 0 && page === 1)
    return (
      <EmptyState icon={<Sparkles />} title={t('No transactions yet')} action={<ToMenu />}>
        <p>{t('You collect points with your orders. They will be listed here.')}</p>
      </EmptyState>
    )

  return (
    <Stack gap={6} className={classes(styles.history, isPlaceholderData && styles.turning)} aria-busy={isPlaceholderData || undefined}>
      {asOf !== null && (
        <Quiet as={Announced}>{t('As of {{time}}.', { time: formatTimeOfDay(asOf, shopConfig().timezone, formattingLocale()) })}</Quiet>
      )}
      <Card className={styles.top}>
        {points !== null && (
          <Stack as="p" quiet className={styles.now}>
            <span>{t('Your points')}</span>
            <strong>{money.format(points)}</strong>
          </Stack>
        )}
        <Balance entries={entries} />
      </Card>
      <Entries entries={entries} />
      {pagination !== undefined && pagination.total_pages > 1 && (
        <Bar as="footer" between gap={3} quiet className={styles.footer}>
          <p>{t('Page {{page}} of {{pages}}', { page: pagination.current_page, pages: pagination.total_pages })}</p>
          <Pagination
            current={pagination.current_page}
            total={pagination.total_pages}
            onGo={(next) =>
              setSearch((before) => {
                if (next === 1) before.delete(pageParameter)
                else before.set(pageParameter, String(next))
                return before
              })
            }
            label={t('Pages')}
            pageLabel={(number) => t('Page {{page}}', { page: number })}
            previousLabel={t('Previous page')}
            nextLabel={t('Next page')}
          />
        </Bar>
      )}
    </Stack>
  )
}

/** When the shown points were current, in milliseconds, if they could not be fetched anew; null: up to date, or the next page is being loaded. */
function usePointsAsOf(history: UseQueryResult<Transactions>): number | null {
  const online = useOnline()
  const me = useShopQuery(meQuery, { enabled: false })
  if ((online && !history.isError && !me.isError) || history.isPlaceholderData) return null
  return serverTime(Math.min(history.dataUpdatedAt, me.dataUpdatedAt))
}

/** The entries: a table, shown as cards on phones. */
function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation()
  const money = useMoney()
  const dateFormat = useDateFormat()
  const [description, before, amount, after, date] = [t('Description'), t('Old balance'), t('Amount'), t('New balance'), t('Date')]
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{t('Transaction History')}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{date}</th>
          <th scope="col">{description}</th>
          <th scope="col" className={classes(styles.number, styles.before)}>
            {before}
          </th>
          <th scope="col" className={styles.number}>
            {amount}
          </th>
          <th scope="col" className={styles.number}>
            {after}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, at) => (
          <tr key={at}>
            <td className={styles.date}>{entry.at === null ? '' : dateFormat.format(entry.at)}</td>
            <td className={styles.what}>{entry.description}</td>
            <td className={classes(styles.number, styles.before)}>{amountText(entry.before, money.format)}</td>
            <td className={classes(styles.number, styles.amount, (entry.amount ?? 0) > 0 && styles.gain)}>
              {amountText(entry.amount, money.added)}
            </td>
            <td className={classes(styles.number, styles.after)} data-label={after}>
              {amountText(entry.after, money.format)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const width = 600
const height = 120

/** The running balance of the shown entries as a chart; the table below contains the same data. */
function Balance({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation()
  const money = useMoney()
  const dateFormat = useDateFormat()
  const id = useId()
  const chart = balanceChart(entries, width, height)
  if (chart === null) return null
  const { first, last } = chart
  const day = (entry: Entry | undefined): string => (typeof entry?.at === 'number' ? dateFormat.format(entry.at) : '')
  return (
    <Stack as="figure" gap={2} className={styles.figure}>
      <Bar as="figcaption" align="stretch" between gap={4} rows={0} quiet>
        <span id={id}>{t('Balance on this page')}</span>{' '}
        <span id={`${id}-words`}>
          {t('From {{from}} to {{to}}', { from: money.format(first?.before ?? 0), to: money.format(last?.after ?? 0) })}
        </span>
      </Bar>
      <svg
        role="img"
        aria-labelledby={id}
        aria-describedby={`${id}-words`}
        viewBox={`-6 -8 ${width + 12} ${height + 16}`}
        preserveAspectRatio="none"
        className={styles.chart}
      >
        <path d={chart.area} className={styles.area} />
        {chart.zero !== null && <path d={`M0 ${chart.zero}H${width}`} className={styles.zero} />}
        <path d={chart.line} className={styles.line} />
      </svg>
      <Bar as="p" align="stretch" between gap={4} rows={1} className={styles.figureWords}>
        <span>{day(first)}</span>
        <span>{day(last)}</span>
      </Bar>
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack gap={3}>
      <Skeleton height="9rem" />
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height="2.5rem" />
      ))}
    </Stack>
  )
}

function useDateFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(formattingLocale(), { dateStyle: 'medium', timeZone: shopConfig().timezone })
}

function amountText(amount: Minor | null, format: (minor: Minor) => string): string {
  return amount === null ? '' : format(amount)
}
