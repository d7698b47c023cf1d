/** The initial state: accounts, addresses, past orders and the history of points, all before the clock's current time. */
import { ACCOUNTS, ADDRESSES } from '../data/accounts.ts'
import { sizeId } from '../data/dish.ts'
import { LANGUAGES, type Lang } from '../data/texts.ts'
import type { HostName } from '../data/shops.ts'
import { isoWithOffset } from './clock.ts'
import { addUp, reckonLine } from './ordering.ts'
import type { CheckoutSubmission, OrderItem } from '../../contracts/types.ts'
import type { OrderRecord, State, TransactionRecord } from './state.ts'
import type { World } from './group.ts'

const DAY = 24 * 60 * 60 * 1000

type Line = CheckoutSubmission['cart']['items'][number]

const line = (
  dish: number,
  size: number,
  qty: number,
  optionIds: { variantId: number; value?: number; optionId?: number }[] = [],
  extraIds: number[] = [],
): Line => ({
  type: 'productItem',
  productId: dish,
  sizeId: sizeId(dish, size),
  qty,
  price: 0,
  extraIds: extraIds.map((extraId) => ({ extraId, selected: true, name: '' })),
  optionIds,
})

const pizza = (dish: number, size: number, qty: number, extraIds: number[] = []): Line =>
  line(dish, size, qty, [{ variantId: 10, value: 1001 }], extraIds)

const past: {
  account: number
  host: HostName
  daysAgo: number
  lines: Line[]
  rejected?: boolean
  delivery: number
  address: string | null
}[] = [
  {
    account: 1,
    host: 'mitte',
    daysAgo: 2,
    lines: [pizza(101, 1, 1, [1, 6]), pizza(106, 0, 1), line(601, 0, 2), line(702, 1, 2)],
    delivery: 0,
    address: 'Ackerstraße 14',
  },
  {
    account: 1,
    host: 'kreuzberg',
    daysAgo: 9,
    lines: [
      line(1101, 0, 2, [
        { variantId: 19, value: 1901 },
        { variantId: 18, value: 1802 },
        { variantId: 16, value: 1601 },
        { variantId: 17, optionId: 1703 },
      ]),
      line(703, 1, 2),
    ],
    delivery: 0,
    address: 'Oranienstraße 25',
  },
  {
    account: 1,
    host: 'mitte',
    daysAgo: 23,
    lines: [line(502, 1, 1, [{ variantId: 15, value: 1501 }]), line(801, 1, 1)],
    delivery: 250,
    address: 'Ackerstraße 14',
    rejected: true,
  },
  { account: 1, host: 'mitte', daysAgo: 41, lines: [line(202, 0, 1, [{ variantId: 13, value: 1303 }], [21])], delivery: 0, address: null },
  {
    account: 2,
    host: 'prenzlauerberg',
    daysAgo: 5,
    lines: [
      line(
        2101,
        1,
        1,
        [
          { variantId: 23, value: 2301 },
          { variantId: 24, optionId: 2401 },
        ],
        [61],
      ),
      line(2504, 0, 1),
    ],
    delivery: 290,
    address: 'Kastanienallee 12',
  },
]

/** The items of an order in every language, and the sum of its lines in cents. */
const itemsOf = (world: World, host: HostName, lines: readonly Line[]): { items: Record<Lang, OrderItem[]>; sum: number } => {
  const shop = world.shop(host)
  const items = {} as Record<Lang, OrderItem[]>
  let sum = 0
  for (const lang of LANGUAGES) {
    const reckoned = lines.map((entry) => reckonLine(world.catalogue(shop, lang), entry))
    items[lang] = reckoned.map(({ item }) => item)
    sum = reckoned.reduce((total, { price }) => total + price, 0)
  }
  return { items, sum }
}

const history = (accountId: number, count: number, end: number, now: Date): TransactionRecord[] => {
  const rows: TransactionRecord[] = []
  let profit = end
  for (let index = 0; index < count; index += 1) {
    // Computed backwards in time from the current balance, which starts at zero.
    const earned = profit > 0
    const amount = earned ? Math.min(profit, 40 + ((index * 37) % 160)) : -(320 + ((index * 53) % 480))
    const oldProfit = profit - amount
    rows.push({
      accountId,
      description: earned
        ? [`Bestellung A-${990 - index}`, `Order A-${990 - index}`, `Sipariş A-${990 - index}`, `الطلب A-${990 - index}`]
        : [
            `Eingelöst mit A-${990 - index}`,
            `Redeemed with A-${990 - index}`,
            `A-${990 - index} ile kullanıldı`,
            `مستخدمة مع A-${990 - index}`,
          ],
      oldProfit,
      amount,
      newProfit: profit,
      date: isoWithOffset(new Date(now.getTime() - (index + 2) * 3 * DAY)),
    })
    profit = oldProfit
  }
  return rows
}

/** The state of a new instance. */
export const seedState = (world: World): State => {
  const now = world.clock.now()
  const scenario = { ...world.scenario, names: [...world.scenario.names] }
  // Past orders are from the ordinary menu, whatever scenario is active.
  world.setScenario({})
  const orders = past.map((entry, index): OrderRecord => {
    const createdAt = isoWithOffset(new Date(now.getTime() - entry.daysAgo * DAY))
    const { items, sum } = itemsOf(world, entry.host, entry.lines)
    const sums = addUp(world.taxes(world.shop(entry.host)), { lines: sum, delivery: entry.delivery, discount: 0, tip: 0 })
    const account = ACCOUNTS.find(({ id }) => id === entry.account)
    return {
      id: 1000 + index,
      code: `A-${1000 + index}`,
      host: entry.host,
      accountId: entry.account,
      table: null,
      createdAt,
      deliverAt: isoWithOffset(new Date(Date.parse(createdAt) + 45 * 60 * 1000)),
      submission: {
        cart: { items: [...entry.lines], source: 'web', taxPercent: 0, price: 0, total: 0, delivery: 0, discount: 0, tax: 0, tip: 0 },
        name: account?.name ?? '',
        email: account?.email ?? '',
        phone: account?.phone ?? '',
        deliverType: entry.address === null ? 'takeaway' : 'delivery',
        deliverAt: 'now',
        terms: true,
        issueInvoice: false,
        useProfit: false,
        paymentType: 'cash',
        takeaway: entry.address === null,
      },
      items,
      amounts: { lines: sums.lines, delivery: sums.delivery, discount: 0, points: 0, tax: sums.tax, tip: 0, taxItems: sums.taxItems },
      method: world.shop(entry.host).data.providers.find(({ id }) => id === 'cash')?.name ?? ['', '', '', ''],
      address: entry.address,
      payment: 'direct',
      rejected: entry.rejected ?? false,
      earned: 0,
    }
  })
  world.setScenario(scenario)
  return {
    accounts: ACCOUNTS.map((account) => structuredClone(account)),
    sessions: {},
    addresses: ADDRESSES.map((address) => structuredClone(address)),
    orders,
    transactions: [...history(1, 23, 1250, now), ...history(2, 95, 320, now), ...history(4, 4, 8000, now)],
    payments: {},
    answers: {},
    reservations: [],
    messages: [],
    resets: [],
    lastId: { account: 100, address: 100, order: 1041 },
  }
}
