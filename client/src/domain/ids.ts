import type { Id } from '../../../contracts/types.ts'

/** An id, or none: what optional id fields of the wire hold. */
export type MaybeId = Id | null | undefined

/**
 * Whether two ids are equal. The upstream sends ids as numbers or strings, so `7` and `"7"` are equal (docs/decisions/contract-ids-and-switches.md). A missing
 * id equals nothing, not even another missing one.
 */
export function sameId(a: MaybeId, b: MaybeId): boolean {
  if (a === null || a === undefined || b === null || b === undefined) return false
  return String(a) === String(b)
}

/** Whether a stored value can be an id. */
export const isId = (value: unknown): value is Id => Number.isFinite(value) || (typeof value === 'string' && value !== '')

/** The id as text: for keys of maps, of React lists and of form controls. */
export function idText(id: Id): string {
  return String(id)
}

export function byId<T extends { id: Id }>(list: readonly T[] | undefined, id: MaybeId): T | undefined {
  return list?.find((each) => sameId(each.id, id))
}
