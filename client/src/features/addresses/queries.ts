import { queryOptions } from '@tanstack/react-query'
import type { Address, AddressInput, Id, Place, PlaceHit } from '../../../../contracts/types.ts'
import { noteAbsent, saysAbsent } from '../../api/absentCalls.ts'
import { notOffered } from '../../api/apiError.ts'
import { call } from '../../api/http.ts'
import type { Caller } from '../../api/scope.ts'
import { queryClient } from '../../api/queryClient.ts'
import { caller, personalKey } from '../../session/identity.ts'
import { byId } from '../../domain/ids.ts'

/** The customer's saved addresses (docs/specification.md section 7); removed from the cache at logout like everything under `personal`. */
export const addressesQuery = (scope: Caller) =>
  queryOptions({
    queryKey: personalKey(scope, 'addresses'),
    queryFn: ({ signal, queryKey: [identity] }): Promise<Address[]> => call('GET /me/addresses', { signal, identity }),
    staleTime: 30_000,
  })

/**
 * One address, for its edit form; from the list where the backend has no call for one. Never cached: a form starts with the server's current values. Throws
 * ApiError (404: no such address).
 */
export const addressQuery = (scope: Caller, id: Id) =>
  queryOptions({
    queryKey: personalKey(scope, 'addresses', String(id)),
    queryFn: async ({ signal, queryKey: [identity] }): Promise<Address> => {
      try {
        return await call('GET /me/addresses/{id}/edit', { path: { id }, signal, identity })
      } catch (error) {
        const listed = saysAbsent(error) ? await listedAddress(identity, id) : undefined
        if (listed === undefined) throw error
        return listed
      }
    },
    gcTime: 0,
  })

/** Creates an address if `id` is null, else updates it; refetches the list. Throws ApiError with the messages of each field. */
export async function saveAddress(id: Id | null, address: AddressInput): Promise<Address> {
  const saved = await (id === null
    ? call('POST /me/addresses', { body: address, identity: caller() })
    : ofOne('PUT /me/addresses/{id}', id, () => call('PUT /me/addresses/{id}', { path: { id }, body: address, identity: caller() })))
  await queryClient.invalidateQueries({ queryKey: addressesQuery(caller()).queryKey })
  return saved
}

/** Removes an address and refetches the list, also if the address no longer existed. Throws ApiError. */
export async function removeAddress(id: Id): Promise<void> {
  try {
    await ofOne('DELETE /me/addresses/{id}', id, () => call('DELETE /me/addresses/{id}', { path: { id }, identity: caller() }))
  } finally {
    await queryClient.invalidateQueries({ queryKey: addressesQuery(caller()).queryKey })
  }
}

/** Makes a call of one address. A 404 for an address that the customer still has says that the backend has no such call. */
async function ofOne<T>(name: 'PUT /me/addresses/{id}' | 'DELETE /me/addresses/{id}', id: Id, make: () => Promise<T>): Promise<T> {
  const identity = caller()
  try {
    return await make()
  } catch (error) {
    if (!saysAbsent(error) || (await listedAddress(identity, id)) === undefined) throw error
    noteAbsent(name, identity.branch)
    throw notOffered()
  }
}

/** The address as a fresh list has it; undefined if it has none. */
async function listedAddress(identity: Caller, id: Id): Promise<Address | undefined> {
  const list = await call('GET /me/addresses', { identity }).catch((): Address[] => [])
  return byId(list, id)
}

/**
 * The results of both place searches without duplicates, the restaurant's own places first (docs/specification.md section 7). If one search fails,
 * the other's results are returned; if both fail, the first one's error is thrown.
 */
export const placesQuery = (scope: Caller, q: string) =>
  queryOptions({
    queryKey: personalKey(scope, 'places', q),
    queryFn: async ({ signal, queryKey: [identity] }): Promise<PlaceHit[]> => {
      const [fixed, found] = await Promise.allSettled([
        call('GET /me/addresses/search-fixed', { query: { q }, signal, identity }),
        call('GET /me/addresses/search', { query: { q }, signal, identity }),
      ])
      if (fixed.status === 'rejected' && found.status === 'rejected') throw fixed.reason
      const hits = [...(fixed.status === 'fulfilled' ? fixed.value : []), ...(found.status === 'fulfilled' ? found.value : [])]
      return [...new Map(hits.map((hit) => [String(hit.id), hit])).values()]
    },
    staleTime: 60_000,
    // Each letter is a query of its own.
    gcTime: 60_000,
  })

/** The coordinates of a found place. Throws ApiError. */
export function placeOf(hit: PlaceHit): Promise<Place> {
  return call('GET /me/addresses/places/{id}', { path: { id: hit.id }, identity: caller() })
}
