import { useMemo, useSyncExternalStore } from 'react'
import type { Id } from '../../../contracts/types.ts'
import { deliverTypes, type DeliverType } from '../domain/delivery.ts'
import { firstSlot } from '../domain/slots.ts'
import { chosenBranch } from './chosenBranch.ts'
import { useMinute } from './clock.ts'
import { useHours } from './hours.ts'
import { useSettings } from './settings.ts'
import { local, onStoredElsewhere, storedKeys } from './storage.ts'
import { useTable } from './table.ts'

/** How, where and when, as chosen on the menu or in the checkout, before anything is ordered. Kept per branch. */
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

const listeners = new Set<() => void>()
let readText: string | null | undefined
let current = noDeliveryChoice

function all(): Record<string, unknown> {
  const value = local.readJson(storedKeys.delivery)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function stored(): DeliveryChoice {
  const text = local.read(storedKeys.delivery)
  if (text !== readText) {
    readText = text
    current = read(all()[chosenBranch() ?? ''])
  }
  return current
}

/** Changes parts of the choice. */
export function chooseDelivery(changes: Partial<DeliveryChoice>): void {
  const next = read({ ...stored(), ...changes })
  local.writeJson(storedKeys.delivery, { ...all(), [chosenBranch() ?? '']: next })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere([storedKeys.delivery], listener)
  return () => {
    stop()
    listeners.delete(listener)
  }
}

/**
 * "Now" while the shop is closed is the first slot there is; it is "now" again as soon as the shop opens. Null: nothing is moved. A table orders
 * for now only.
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

/** The choice and what there is to choose from: by the switches of the settings, or the table of the session (SPEC.md section 4). A type that is not offered any more is null. */
export function useDelivery(): {
  choice: DeliveryChoice
  offered: DeliverType[]
  /** The shop is closed: the choice is the first slot instead of now. */ moved: boolean
} {
  const settings = useSettings()
  const table = useTable()
  const kept = useSyncExternalStore(subscribe, stored)
  const moved = useMoved(kept.deliverAt, table !== null)
  return useMemo(() => {
    const offered = deliverTypes(
      { delivery: settings.on('ALLOW_DELIVERY'), takeaway: settings.on('ALLOW_TAKEAWAY'), curbside: settings.on('ALLOW_CURBSIDE') },
      table !== null,
    )
    const only = offered.length === 1 ? (offered[0] ?? null) : null
    const deliverType = kept.deliverType !== null && offered.includes(kept.deliverType) ? kept.deliverType : only
    return { choice: { ...kept, deliverType, ...moved }, offered, moved: moved !== null }
  }, [settings, table, kept, moved])
}
