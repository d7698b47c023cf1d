import type { StoredCart } from '../domain/cart.ts'
import { toWire } from '../domain/money.ts'
import type { Totals } from '../domain/totals.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { webLocks } from '../browser/webLocks.ts'
import { shopCurrency } from '../restaurant/config.ts'
import { itemOfLine, notifyOfItems, type EventItem, type ItemEvents } from './events.ts'
import { useStore } from '../createStore.ts'

/** An order of this browser: what its `purchase` event has; once the event has been dispatched, only what identifies it. */
interface Purchase {
  branch: string
  code: string
  /** It does not wait for its payment. */
  confirmed?: true
  details?: ItemEvents['purchase']
  items?: EventItem[]
}

/** The maximum number of stored orders. */
const most = 50

const purchases = createStored<readonly Purchase[]>(storedKeys.purchases, (kept) =>
  Array.isArray(kept) ? kept.filter((each): each is Purchase => typeof (each as Purchase | null)?.code === 'string') : [],
)

/** The code of the newest confirmed order that this browser has placed at a branch (without one the key of its attempt); null if there is none. */
export function useLastOrdered(branchUrl: string | null): string | null {
  return useStore(purchases).find((each) => each.branch === (branchUrl ?? '') && each.confirmed === true)?.code ?? null
}

/** Runs one after the other in all tabs of this browser, where it has Web Locks. Never fails. */
async function alone(run: () => void): Promise<void> {
  let ran = false
  const once = (): void => {
    if (!ran) run()
    ran = true
  }
  await webLocks()
    ?.request(storedKeys.purchases, once)
    .catch(() => undefined)
  once()
}

/** Stores a placed order, whose `purchase` event follows once it is confirmed (`confirmPurchase`). */
export function recordPurchase(branchUrl: string | null, code: string, { items }: StoredCart, totals: Totals): void {
  const branch = branchUrl ?? ''
  const wire = (minor: number): number => toWire(minor, shopCurrency())
  const all = purchases.get()
  if (all.some((each) => each.branch === branch && each.code === code)) return
  const details = { transaction_id: code, tax: wire(totals.tax), shipping: wire(totals.delivery) }
  purchases.set([{ branch, code, details, items: items.map((line) => itemOfLine(line)) }, ...all].slice(0, most))
}

/**
 * Records at once that an order is confirmed, and dispatches its `purchase` event, unless a tab of this browser has done so before. Without a code it
 * is the newest order of the branch. Only the browser that has placed an order knows it.
 */
export async function confirmPurchase(branchUrl: string | null, code?: string): Promise<void> {
  const branch = branchUrl ?? ''
  const confirm = (dispatch: boolean): void => {
    const all = purchases.get()
    const found = all.find((each) => each.branch === branch && (code === undefined ? each.details !== undefined : each.code === code))
    if (found?.details === undefined) return
    const confirmed: Purchase = { ...(dispatch ? { branch, code: found.code } : found), confirmed: true }
    purchases.set(all.map((each) => (each === found ? confirmed : each)))
    if (dispatch) notifyOfItems('purchase', found.items ?? [], found.details)
  }
  confirm(false)
  await alone(() => confirm(true))
}
