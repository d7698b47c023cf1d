import { useMemo } from 'react'
import type { Id } from '../../../../contracts/types.ts'
import { deliverSettings, deliverTypes, type DeliverType } from '../../domain/delivery.ts'
import { firstSlot } from '../../domain/slots.ts'
import { now, useMinute } from '../restaurant/clock.ts'
import { createStored } from '../browser/createStored.ts'
import { useHours } from '../restaurant/hours.ts'
import { useSettings } from '../restaurant/settings.ts'
import { storedKeys } from '../browser/storage.ts'
import { useTable } from '../session/table.ts'

/** Delivery type, address and time, as chosen on the menu or in the checkout. Stored per branch. */
export interface DeliveryChoice {
  /** Null: nothing chosen yet. */
  deliverType: DeliverType | null
  /** The delivery area, when no saved address is chosen. */
  areaId: Id | null
  /** The saved address of a signed-in customer. */
  addressId: Id | null
  deliverAt: 'now' | 'later'
  /** ISO 8601 with an offset; only with `later`. */
  deliverDate: string | null
}

/** Nothing chosen. */
export const noDeliveryChoice: DeliveryChoice = { deliverType: null, areaId: null, addressId: null, deliverAt: 'now', deliverDate: null }

const types = new Set<unknown>(['delivery', 'takeaway', 'curbside', 'table'])
const isId = (value: unknown): value is Id => typeof value === 'number' || (typeof value === 'string' && value !== '')

function read(value: unknown): DeliveryChoice {
  if (typeof value !== 'object' || value === null) return noDeliveryChoice
  const of = value as Record<keyof DeliveryChoice, unknown>
  const date = typeof of.deliverDate === 'string' && !Number.isNaN(Date.parse(of.deliverDate)) ? of.deliverDate : null
  return {
    deliverType: types.has(of.deliverType) ? (of.deliverType as DeliverType) : null,
    areaId: isId(of.areaId) ? of.areaId : null,
    addressId: isId(of.addressId) ? of.addressId : null,
    deliverAt: of.deliverAt === 'later' ? 'later' : 'now',
    deliverDate: of.deliverAt === 'later' ? date : null,
  }
}

const stored = createStored(storedKeys.delivery, read, { perBranch: true })

/** A time that had passed already when it was chosen, such as one that is still being typed: it stays, with its error. */
let chosenPast: string | null = null

/** Changes parts of the choice. */
export function chooseDelivery(changes: Partial<DeliveryChoice>): void {
  if (typeof changes.deliverDate === 'string') chosenPast = Date.parse(changes.deliverDate) <= now().getTime() ? changes.deliverDate : null
  const next = { ...stored.get(), ...changes }
  // The delivery goes to a saved address or to an area: the last choice counts.
  if (isId(changes.areaId) && changes.addressId === undefined) next.addressId = null
  if (isId(changes.addressId) && changes.areaId === undefined) next.areaId = null
  stored.set(read(next))
}

/**
 * While the shop is closed, "now" becomes the first slot; it is "now" again as soon as the shop opens. Null: unchanged. A table orders only for now.
 */
function useMoved(deliverAt: 'now' | 'later', table: boolean): { deliverAt: 'later'; deliverDate: string } | null {
  const { hours, state, zone } = useHours()
  const minute = useMinute().getTime()
  return useMemo(() => {
    if (deliverAt === 'later' || table || hours === undefined || state === null || state.open) return null
    const slot = firstSlot(hours.data, zone, minute, state.opens)
    return slot === null ? null : { deliverAt: 'later', deliverDate: slot.iso }
  }, [deliverAt, table, hours, state, zone, minute])
}

/** The stored choice; a time that has passed since it was chosen is "now" again. */
function useNotPast(choice: DeliveryChoice): DeliveryChoice {
  const minute = useMinute().getTime()
  const { deliverDate } = choice
  const past = deliverDate !== null && deliverDate !== chosenPast && Date.parse(deliverDate) <= minute
  return useMemo(() => (past ? { ...choice, deliverAt: 'now', deliverDate: null } : choice), [choice, past])
}

/**
 * The choice and the offered delivery types, by the settings or the table of the session (docs/specification.md section 4). A chosen type that is no
 * longer offered is null.
 */
export function useDelivery(): {
  choice: DeliveryChoice
  offered: DeliverType[]
  /** The shop is closed: the choice is the first slot instead of now. */ moved: boolean
} {
  const settings = useSettings()
  const table = useTable()
  const chosen = useNotPast(stored.use())
  const moved = useMoved(chosen.deliverAt, table !== null)
  return useMemo(() => {
    const offered = deliverTypes(
      {
        delivery: settings.on(deliverSettings.delivery),
        takeaway: settings.on(deliverSettings.takeaway),
        curbside: settings.on(deliverSettings.curbside),
      },
      table !== null,
    )
    const only = offered.length === 1 ? (offered[0] ?? null) : null
    const deliverType = chosen.deliverType !== null && offered.includes(chosen.deliverType) ? chosen.deliverType : only
    return { choice: { ...chosen, deliverType, ...moved }, offered, moved: moved !== null }
  }, [settings, table, chosen, moved])
}
