import type { Area, CheckoutSubmission, SettingKey } from '../../../contracts/types.ts'
import { limitToMinor, toMinor, type Currency, type Minor } from './money.ts'

/** How an order reaches the customer (docs/specification.md section 4). */
export type DeliverType = CheckoutSubmission['deliverType']

const deliverKinds = ['delivery', 'takeaway', 'curbside', 'table'] as const satisfies readonly DeliverType[]

/** The deliver type that a stored value names; null if it names none. */
export const readDeliverType = (value: unknown): DeliverType | null => deliverKinds.find((kind) => kind === value) ?? null

/** The settings that offer them, in the order in which they are offered. */
export const deliverSettings = {
  delivery: 'ALLOW_DELIVERY',
  takeaway: 'ALLOW_TAKEAWAY',
  curbside: 'ALLOW_CURBSIDE',
} as const satisfies Partial<Record<DeliverType, SettingKey>>

/** A part of the bill that can't be read: the total is unknown then, and nothing can be ordered. */
export type UnknownPart = 'fee' | 'minimum' | 'tax'

/** What an area's terms mean for a cart; all money in minor units. */
export interface DeliveryTerms {
  /** The fee that is due now: 0 when it is waived, or nothing is delivered; null when it is unknown. */
  fee: Minor | null
  /** The fee without the waiver; null when it is unknown. */
  fullFee: Minor | null
  /** True when the free-delivery threshold is reached. */
  waived: boolean
  /** The sum of lines from which delivery is free; null when it never is. */
  freeFrom: Minor | null
  /** How much is missing to free delivery; null when it never is, 0 when it is reached. */
  missingToFree: Minor | null
  /** The least sum of lines that the area accepts; 0 when there is none; null when it is unknown. */
  minimum: Minor | null
  /** How much is missing to the minimum; 0 when it is reached. */
  missingToMinimum: Minor
  /** The terms that the restaurant sent, but that can't be read. */
  unknown: readonly UnknownPart[]
}

/** The terms when nothing is delivered, or the area is not known yet. */
export const NO_DELIVERY: DeliveryTerms = {
  fee: 0,
  fullFee: 0,
  waived: false,
  freeFrom: null,
  missingToFree: null,
  minimum: 0,
  missingToMinimum: 0,
  unknown: [],
}

/**
 * The deliver types on offer, in the order of docs/specification.md section 4. A table in the session is the only choice there (it sets
 * itself).
 */
export function deliverTypes(isOn: (setting: SettingKey) => boolean, atTable: boolean): DeliverType[] {
  if (atTable) return ['table']
  return (Object.keys(deliverSettings) as (keyof typeof deliverSettings)[]).filter((type) => isOn(deliverSettings[type]))
}

/**
 * Fee, free-delivery threshold and minimum order for a deliver type, an area and the sum of the lines. Both thresholds
 * compare the sum of the lines without the fee, so that the fee can't swing back and forth (docs/architecture.md section 5); the
 * threshold counts only above 0 (docs/specification.md section 4). Takeaway, curbside and table have neither fee nor minimum. A threshold that is
 * unknown makes the fee unknown, since it may be waived.
 */
export function deliveryTerms(
  deliverType: DeliverType | null,
  area: Area | null | undefined,
  lines: Minor,
  currency: Currency,
): DeliveryTerms {
  if (deliverType !== 'delivery' || !area) return NO_DELIVERY
  const threshold = limitToMinor(area.freeDeliveryThreshold, currency)
  const fullFee = atLeastZero(threshold === null ? null : toMinor(area.deliveryPrice, currency))
  const minimum = atLeastZero(limitToMinor(area.minimumOrder, currency))
  const freeFrom = threshold !== null && threshold > 0 ? threshold : null
  const waived = freeFrom !== null && lines >= freeFrom
  const fee = waived ? 0 : fullFee
  return {
    fee,
    fullFee,
    waived,
    freeFrom,
    missingToFree: freeFrom === null ? null : Math.max(0, freeFrom - lines),
    minimum,
    missingToMinimum: minimum === null ? 0 : Math.max(0, minimum - lines),
    unknown: [...(fee === null ? (['fee'] as const) : []), ...(minimum === null ? (['minimum'] as const) : [])],
  }
}

function atLeastZero(minor: Minor | null): Minor | null {
  return minor === null ? null : Math.max(0, minor)
}
