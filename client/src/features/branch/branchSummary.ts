import { queryOptions } from '@tanstack/react-query'
import type { WorkingHours } from '../../../../contracts/types.ts'
import { asOf } from '../../api/age.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import type { PublicScope } from '../../api/scope.ts'
import { type CartLine } from '../../domain/cartLine.ts'
import { readHours } from '../../domain/hours.ts'
import { callerIn, publicKey } from '../../session/identity.ts'
import { settingsOf } from '../../restaurant/settings.ts'
import { plainName } from '../../domain/text.ts'
import { categoriesQuery } from '../menu/queries.ts'

/** What the branch selector shows of another branch. */
export interface BranchSummary {
  /** Its hours; undefined if unknown. */
  hours: WorkingHours | undefined
  /** When the hours were current, in milliseconds of this device's clock. */
  asOf: number
  address: string
  mapUrl: string
  /** The names of its first categories: what there is to eat. */
  kinds: string[]
}

/** How many categories' names are shown. */
const mostKinds = 5

/** A summary of another branch: its hours, address and categories, requested from that branch. Parts that fail are left out. */
export const branchSummaryQuery = (scope: PublicScope, url: string) =>
  queryOptions({
    queryKey: publicKey({ ...scope, branch: url }, 'branch-summary'),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, queryKey: [scope] }): Promise<BranchSummary> => {
      const options = { signal, identity: callerIn(scope) }
      const [answer, settings, categories] = await Promise.all([
        call('GET /working-hours', options).catch(() => undefined),
        call('GET /settings', options).catch(() => undefined),
        queryClient.query(categoriesQuery(scope)).catch(() => []),
      ])
      const facts = settingsOf(settings)
      return {
        hours: readHours(answer),
        asOf: asOf({ data: answer, dataUpdatedAt: Date.now() }),
        address: facts.text('ADDRESS'),
        mapUrl: facts.text('MAP_URL'),
        kinds: categories.slice(0, mostKinds).map(({ name }) => name),
      }
    },
  })

/** How many categories of another branch are fetched at most to find the cart's lines. */
const mostCategories = 40

/** Which names of the cart's lines are on another branch's menu, in lower case. Its categories are fetched one at a time until all are found. */
export const namesThereQuery = (scope: PublicScope, url: string, lines: readonly CartLine[]) =>
  queryOptions({
    queryKey: publicKey({ ...scope, branch: url }, 'names-there', [...new Set(lines.map((line) => plainName(line.shown.name)))].sort()),
    staleTime: 5 * 60_000,
    // Each cart is a query of its own.
    gcTime: 5 * 60_000,
    queryFn: async ({ signal, queryKey: [scope, , wanted] }): Promise<string[]> => {
      const options = { signal, identity: callerIn(scope) }
      const missing = new Set(wanted)
      const remove = (items: readonly { name: string }[]): void => {
        for (const { name } of items) missing.delete(plainName(name))
      }
      const [categories, menus] = await Promise.all([queryClient.query(categoriesQuery(scope)), call('GET /products/menus', options)])
      remove(menus)
      for (const { id } of categories.slice(0, mostCategories)) {
        if (missing.size === 0) break
        remove((await call('GET /products/categories/{id}/products', { ...options, path: { id } })).data)
      }
      return wanted.filter((name) => !missing.has(name))
    },
  })
