import { queryOptions } from '@tanstack/react-query'
import type { Category, Menu, WorkingHours } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import type { Caller } from '../../api/identity.ts'
import { pieces } from '../../domain/cart.ts'
import { type CartLine } from '../../domain/cartLine.ts'
import { readHours, shopOpenState, type OpenState } from '../../domain/hours.ts'
import { currentCart } from '../cart/cart.ts'
import { now } from '../restaurant/clock.ts'
import { shopConfig } from '../restaurant/config.ts'
import { callerIn, publicScope } from './identity.ts'
import { settingsOf } from '../restaurant/settings.ts'

/** What the branch selector shows of another branch. */
export interface BranchSummary {
  /** Open or closed with the next change; null if unknown. */
  state: OpenState | null
  /** Whether the branch takes orders at all; undefined if unknown. */
  active: boolean | undefined
  address: string
  mapUrl: string
  /** The names of its products and menus in lower case; undefined if its menu can't be loaded. */
  names: ReadonlySet<string> | undefined
}

const plain = (name: string): string => name.trim().toLocaleLowerCase()

/** How many categories of another branch are fetched at most to find the cart's items. */
const mostCategories = 40

/** A summary of another branch: its hours, address and menu, requested from that branch. Parts that fail are left out. */
export const branchSummaryQuery = (url: string) =>
  queryOptions({
    queryKey: [{ ...publicScope(), branch: url }, 'branch-summary'] as const,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, queryKey: [scope] }): Promise<BranchSummary> => {
      const options = { signal, identity: callerIn(scope) }
      const [answer, settings, names] = await Promise.all([
        call('GET /working-hours', options).catch(() => undefined),
        call('GET /settings', options).catch(() => undefined),
        namesAt(options).catch(() => undefined),
      ])
      const hours = readHours(answer, shopConfig().timezone, now().getTime())
      const facts = settingsOf(settings)
      return { state: stateOf(hours), active: hours?.meta.isActive, address: facts.text('ADDRESS'), mapUrl: facts.text('MAP_URL'), names }
    },
  })

function stateOf(hours: WorkingHours | undefined): OpenState | null {
  return hours === undefined ? null : shopOpenState(hours, shopConfig().timezone, now().getTime(), 0)
}

async function namesAt(options: { signal: AbortSignal; identity: Caller }): Promise<ReadonlySet<string>> {
  const [categories, menus]: [Category[], Menu[]] = await Promise.all([
    call('GET /products/categories', options),
    call('GET /products/menus', options),
  ])
  const lists = await Promise.all(
    categories
      .slice(0, mostCategories)
      .map((category) => call('GET /products/categories/{id}/products', { ...options, path: { id: category.id } })),
  )
  return new Set([...menus.map((menu) => plain(menu.name)), ...lists.flatMap((list) => list.data.map((product) => plain(product.name)))])
}

/** The lines that a branch has as well. Ids differ from branch to branch, so the names are compared. */
export function linesThere(lines: readonly CartLine[], names: ReadonlySet<string>): CartLine[] {
  return lines.filter((line) => names.has(plain(line.shown.name)))
}

/** How many pieces are in the stored cart of a branch. */
export function parkedCart(url: string): number {
  return pieces(currentCart(url))
}
