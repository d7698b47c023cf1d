import type { Transaction } from '../../../../contracts/types.ts'
import { toMinor, type Currency, type Minor } from '../../domain/money.ts'

/** One entry of the history of points, in minor units; null: unknown. */
export interface Entry {
  description: string
  before: Minor | null
  amount: Minor | null
  after: Minor | null
  /** Milliseconds; null when the date can't be read. */
  at: number | null
}

/** The entries of a page in the order the server sent them. */
export function entriesOf(transactions: readonly Transaction[], currency: Currency): Entry[] {
  return transactions.map(({ description, oldProfit, amount, newProfit, date }) => {
    const at = Date.parse(date)
    return {
      description,
      before: toMinor(oldProfit, currency),
      amount: toMinor(amount, currency),
      after: toMinor(newProfit, currency),
      at: Number.isNaN(at) ? null : at,
    }
  })
}

/** The running balance as an SVG step chart in a box of the given size. */
export interface BalanceChart {
  line: string
  /** The same, closed to the zero line. */
  area: string
  first: Entry | undefined
  last: Entry | undefined
  /** The y coordinate of zero; null if it is below the chart. */
  zero: number | null
}

/** Computes the chart of the running balance, oldest entry first; null with fewer than two entries, or if an amount is unknown. */
export function balanceChart(entries: readonly Entry[], width: number, height: number): BalanceChart | null {
  if (entries.length < 2) return null
  // The server sends the newest first; equal or unreadable dates keep that order.
  const ordered = entries.map((entry, at) => ({ entry, at })).sort((a, b) => (a.entry.at ?? 0) - (b.entry.at ?? 0) || b.at - a.at)
  const balances = ordered.flatMap(({ entry }, at) => (at === 0 ? [entry.before, entry.after] : [entry.after]))
  if (!balances.every((balance) => balance !== null)) return null
  const most = Math.max(0, ...balances)
  const lowest = Math.min(...balances)
  // Small changes of a large balance would be a flat line: the axis then begins a little below the lowest balance.
  const least = lowest > most / 2 ? Math.max(0, lowest - Math.ceil((most - lowest) / 2) - 1) : Math.min(0, lowest)
  const span = most - least || 1
  const y = (balance: Minor): number => round(height - ((balance - least) / span) * height)
  const step = width / (balances.length - 1)
  const line = balances.map((balance, at) => (at === 0 ? `M0 ${y(balance)}` : `H${round(at * step)}V${y(balance)}`)).join('')
  const zero = least > 0 ? null : y(0)
  return {
    line,
    area: `${line}V${zero ?? height}H0Z`,
    first: ordered[0]?.entry,
    last: ordered.at(-1)?.entry,
    zero,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
