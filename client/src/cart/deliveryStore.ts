import { isRecord } from '../domain/wire.ts'
import { createContext, useContext, useMemo, useState } from 'react'
import type { Id } from '../../../contracts/types.ts'
import { isId } from '../domain/ids.ts'
import { deliverTypes, readDeliverType, type DeliverType } from '../domain/delivery.ts'
import { firstSlot } from '../domain/slots.ts'
import { createStore, useStore } from '../createStore.ts'
import { now, useMinute } from '../restaurant/clock.ts'
import { createStored } from '../browser/createStored.ts'
import { useHours } from '../restaurant/workingHours.ts'
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

export const noDeliveryChoice: DeliveryChoice = { deliverType: null, areaId: null, addressId: null, deliverAt: 'now', deliverDate: null }

function read(of: unknown): DeliveryChoice {
  if (!isRecord(of)) return noDeliveryChoice
  const { deliverType, areaId, addressId, deliverAt, deliverDate } = of
  const date = typeof deliverDate === 'string' && !Number.isNaN(Date.parse(deliverDate)) ? deliverDate : null
  return {
    deliverType: readDeliverType(deliverType),
    areaId: isId(areaId) ? areaId : null,
    addressId: isId(addressId) ? addressId : null,
    deliverAt: deliverAt === 'later' ? 'later' : 'now',
    deliverDate: deliverAt === 'later' ? date : null,
  }
}

const stored = createStored(storedKeys.delivery, read, { perBranch: true })

/** A time that had passed already when it was chosen, such as one that is still being typed: it stays, with its error. */
let chosenPast: string | null = null

/** How often the customer has chosen a time in this page. */
const timeChoices = createStore(0)

/** Changes parts of the choice. A date is one for later. */
export function chooseDelivery(changes: Partial<DeliveryChoice>): void {
  if (typeof changes.deliverDate === 'string') chosenPast = Date.parse(changes.deliverDate) <= now().getTime() ? changes.deliverDate : null
  const next = { ...stored.get(), ...changes }
  if (typeof changes.deliverDate === 'string') next.deliverAt = 'later'
  // The delivery goes to a saved address or to an area: the last choice counts.
  if (isId(changes.areaId) && changes.addressId === undefined) next.addressId = null
  if (isId(changes.addressId) && changes.areaId === undefined) next.areaId = null
  stored.set(read(next))
  if (changes.deliverAt !== undefined || changes.deliverDate !== undefined) timeChoices.set(timeChoices.get() + 1)
}

type OrderTime = Pick<DeliveryChoice, 'deliverAt' | 'deliverDate'>

/**
 * While the shop is closed, "now" becomes the first slot; it is "now" again as soon as the shop opens. Null: unchanged. A table orders only for now.
 */
function useMoved(deliverAt: 'now' | 'later', table: boolean): OrderTime | null {
  const { week, state, zone } = useHours()
  const minute = useMinute().getTime()
  return useMemo(() => {
    if (deliverAt === 'later' || table || week === undefined || state === null || state.open) return null
    const slot = firstSlot(week, zone, minute, state.opens)
    return slot === null ? null : { deliverAt: 'later', deliverDate: slot.iso }
  }, [deliverAt, table, week, state, zone, minute])
}

/** The stored choice; a time that has passed since it was chosen is "now" again. */
function useNotPast(choice: DeliveryChoice): DeliveryChoice {
  const minute = useMinute().getTime()
  const { deliverDate } = choice
  const past = deliverDate !== null && deliverDate !== chosenPast && Date.parse(deliverDate) <= minute
  return useMemo(() => (past ? { ...choice, deliverAt: 'now', deliverDate: null } : choice), [choice, past])
}

/** The time of the open checkout, from `useHeldTime`; null where the time follows the clock. */
export const HeldTime = createContext<OrderTime | null>(null)

/**
 * The time of an order while its checkout is open. It is that of the menu when the checkout opens, and then changes only by the customer's choice: a
 * time that has become impossible is an obstacle (docs/specification.md section 5), not another time.
 */
export function useHeldTime(): OrderTime {
  const chosen = useStore(stored)
  const known = !useHours().waiting
  const opening = useClockTime(useNotPast(chosen), useTable() !== null)
  const choice = `${String(useStore(timeChoices))} ${chosen.deliverAt} ${String(chosen.deliverDate)}`
  const [held, setHeld] = useState({ time: opening, known, choice })
  if (held.choice !== choice) setHeld({ time: chosen, known: true, choice })
  else if (!held.known && known) setHeld({ time: opening, known, choice })
  return held.time
}

/** The choice's time by the clock of this minute. */
function useClockTime(chosen: DeliveryChoice, table: boolean): OrderTime {
  return useMoved(chosen.deliverAt, table) ?? chosen
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
  const chosen = useNotPast(useStore(stored))
  const clockTime = useClockTime(chosen, table !== null)
  const { deliverAt, deliverDate } = useContext(HeldTime) ?? clockTime
  return useMemo(() => {
    const offered = deliverTypes(settings.on, table !== null)
    const only = offered.length === 1 ? (offered[0] ?? null) : null
    // A table's way is not the customer's choice for the time after it.
    const type = table !== null || chosen.deliverType === 'table' ? null : chosen.deliverType
    const deliverType = type === null ? only : offered.includes(type) ? type : null
    return { choice: { ...chosen, deliverType, deliverAt, deliverDate }, offered, moved: clockTime !== chosen }
  }, [settings, table, chosen, clockTime, deliverAt, deliverDate])
}
