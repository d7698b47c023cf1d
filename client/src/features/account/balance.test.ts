import { describe, expect, it } from 'vitest'
import { currencyOf } from '../../domain/money.ts'
import { balanceChart, entriesOf } from './balance.ts'

const euro = currencyOf('EUR')
const entry = (oldProfit: number, amount: number, newProfit: number, date: string) => ({
  description: date,
  oldProfit,
  amount,
  newProfit,
  date,
})

describe('the running balance', () => {
  const entries = entriesOf(
    [
      entry(12.5, -2.5, 10, '2026-11-20T18:00:00+01:00'),
      entry(5, 7.5, 12.5, '2026-11-19T18:00:00+01:00'),
      entry(0, 5, 5, '2026-11-18T18:00:00+01:00'),
    ],
    euro,
  )

  it('is in minor units', () => {
    expect(entries[0]).toMatchObject({ before: 1250, amount: -250, after: 1000 })
  })

  it('runs from the oldest to the newest and ends at the newest balance', () => {
    const chart = balanceChart(entries, 300, 100)
    expect(chart).toMatchObject({ first: { after: 500 }, last: { after: 1000 }, zero: 100, line: 'M0 100H100V60H200V0H300V20' })
  })

  it('keeps a negative balance inside the box', () => {
    const chart = balanceChart(
      entriesOf([entry(0, 4, 4, '2026-01-02T00:00:00Z'), entry(0, -4, -4, '2026-01-01T00:00:00Z')], euro),
      100,
      100,
    )
    expect(chart).toMatchObject({ zero: 50, line: 'M0 50H50V100H100V0' })
  })

  it('shows small changes of a large balance', () => {
    const chart = balanceChart(
      entriesOf([entry(80, -1, 79, '2026-01-02T00:00:00Z'), entry(78, 2, 80, '2026-01-01T00:00:00Z')], euro),
      100,
      100,
    )
    expect(chart).toMatchObject({ zero: null, line: 'M0 66.45H50V0H100V33.22' })
  })

  it('is null with one entry, and handles zeros and unreadable dates', () => {
    expect(balanceChart(entries.slice(0, 1), 100, 100)).toBeNull()
    const flat = balanceChart(entriesOf([entry(0, 0, 0, 'soon'), entry(0, 0, 0, 'later')], euro), 100, 100)
    expect(flat?.line).not.toContain('NaN')
  })
})
