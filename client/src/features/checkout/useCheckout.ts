import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address, Area, Bill as Quote, Id, PaymentProvider, User } from '../../../../contracts/types.ts'
import type { ApiError } from '../../api/apiError.ts'
import type { BillChoices } from '../../domain/bill.ts'
import type { StoredCart } from '../../domain/cart.ts'
import { acceptReview, hasOnlyPrices, needsReview } from '../../domain/cartReview.ts'
import { byId, idText } from '../../domain/ids.ts'
import { coordinatesOf, type LocatedAddress } from '../../domain/located.ts'
import { toMinor, type Minor } from '../../domain/money.ts'
import { trimmedText } from '../../domain/invisible.ts'
import { addedToNotes, excessOf, notesWith } from '../../domain/notes.ts'
import { nextObstacle, type Obstacle } from '../../domain/obstacle.ts'
import { paymentOf, quotedBill } from '../../domain/quote.ts'
import { timeProblem } from '../../domain/slots.ts'
import { submissionOf } from '../../domain/submission.ts'
import { plainName } from '../../domain/text.ts'
import { isTip } from '../../domain/tip.ts'
import { useOnline } from '../../browser/useOnline.ts'
import { noBillChoices, noQuotedChoices } from '../../cart/billChoices.ts'
import { cartActions, currentCart, useCart } from '../../cart/cartStore.ts'
import { useDelivery, type DeliveryChoice } from '../../cart/deliveryStore.ts'
import { useBill, type KnownBill } from '../../cart/useBill.ts'
import { emailShape } from '../../forms/formFields.ts'
import type { NewAttempt } from '../../orderState/orderState.ts'
import { useMinute } from '../../restaurant/clock.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { useHours } from '../../restaurant/workingHours.ts'
import { identity, sameBranch } from '../../session/identity.ts'
import { useLogin } from '../../session/login.ts'
import type { Remembered } from '../../session/remembered.ts'
import { useTable } from '../../session/table.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { areasQuery } from '../../restaurant/areas.ts'
import { addressesQuery } from '../addresses/queries.ts'
import { useCartReview } from '../cart/queries.ts'
import { providersQuery } from './queries.ts'

/**
 * The values of the checkout form, named after the API fields (docs/wire.md section 7). Delivery type, destination and time are in cart/deliveryStore.ts,
 * since the menu shows and changes them too.
 */
export interface CheckoutFields extends BillChoices {
  name: string
  email: string
  phone: string
  /** The address as free text, for a delivery without a saved address. */
  address: string
  /** The position for which the address was found, if it was filled in from the customer's location. */
  located: LocatedAddress | null
  /** A signed-in customer enters an address that is not saved. */
  elsewhere: boolean
  /** Car and number plate of a curbside order; sent with the notes. */
  car: string
  notes: string
  issueInvoice: boolean
  /** The coupon that was applied; empty for none. */
  coupon: string
  /** The provider's id as text; empty if none is chosen. */
  paymentType: string
  terms: boolean
  /** A guest lets this device fill in the form the next time. */
  remember: boolean
}

export const emptyFields: CheckoutFields = {
  name: '',
  email: '',
  phone: '',
  located: null,
  elsewhere: false,
  car: '',
  notes: '',
  ...noQuotedChoices,
  terms: false,
  remember: false,
}

/** Fields that are not restored at another branch: all but the contact data. */
export const branchFields = [
  'address',
  'located',
  'elsewhere',
  'notes',
  'tip',
  'tipPercent',
  'useProfit',
  'issueInvoice',
  'coupon',
  'paymentType',
  'terms',
] as const satisfies readonly (keyof CheckoutFields)[]

/** API fields that are stored for the whole shop and shown in the checkout. */
export const shopChoices = ['deliverType', 'table', 'addressId', 'areaId', 'deliverAt', 'deliverDate'] as const

/** The contact data of the signed-in customer. */
export function contactOf(user: User | null): Partial<CheckoutFields> {
  return !user || user.is_generated === true ? {} : { name: user.name, email: user.email, phone: user.phone ?? '' }
}

/** What a guest let this device remember, at a branch. */
export function rememberedFields({ payment, ...contact }: Remembered, branch: string | null): Partial<CheckoutFields> {
  const isHere = payment !== null && sameBranch(payment.branch, branch)
  return { ...contact, remember: true, ...(isHere && { paymentType: payment.id }) }
}

/** An order as it was sent: the cart, what its price depends on, and its total. */
export interface Sent {
  cart: string
  about: string
  total: Minor
}

export type Checkout = ReturnType<typeof useCheckout>
export type Destination = ReturnType<typeof useDestination>

/**
 * Derives the state of the checkout from the form's current values, the choices, the settings and the clock. `last`: the payment method of the last order;
 * `sent`: the order as it was sent last, and `refusal`: the error with which it was refused.
 */
export function useCheckout(fields: CheckoutFields, last: string | null, sent: Sent | null, refusal: ApiError | null) {
  const { t } = useTranslation()
  const cart = useCart()
  const settings = useSettings()
  const online = useOnline()
  const login = useLogin()
  const destination = useDestination(fields, login.hasAccount)
  const { choice, address, area, table } = destination
  const time = useOrderTime(choice)
  const payment = usePayment(fields, last)
  const asked = {
    deliverType: choice.deliverType,
    deliverAt: choice.deliverAt,
    deliverDate: choice.deliverDate,
    table: table?.id ?? null,
    addressId: address?.id ?? null,
    areaId: area?.id ?? null,
    address: fields.address,
    zipcode: area?.zipcode ?? '',
    coordinates: address ? (address.coordinates ?? null) : coordinatesOf(fields.address, fields.located),
    issueInvoice: settings.on('ALLOW_ISSUE_INVOICE') && fields.issueInvoice,
    paymentType: payment.provider?.id ?? null,
    coupon: fields.coupon,
  }
  const known = useBill({ choices: fields, area, areaUnknown: destination.feeUnknown, asked })
  const { review, pending: reviewPending } = useCartReview()

  const about = (of: StoredCart): string =>
    JSON.stringify([of.items, choice, ...Object.keys(noQuotedChoices).map((name) => fields[name as keyof typeof noQuotedChoices])])
  const quote = refusal?.status === 422 && sent?.about === about(cart.cart) ? refusal.bill : undefined
  // With the offered bill new prices need no review of their own.
  const offered = quote !== undefined && toMinor(quote.total, shopCurrency()) !== sent?.total
  const offer = offered && hasOnlyPrices(review) ? billWith(quote, known) : null
  const bill = offer ?? known

  const unreachable = known.missing || payment.missing || (destination.feeUnknown && destination.areasFailed)
  const loading = (destination.feeUnknown && destination.areasPending) || known.pending || known.asking || payment.pending || reviewPending
  const priced = [...(Object.keys(noBillChoices) as (keyof BillChoices)[]).map((name) => fields[name]), cart.sum, cart.count, asked]
  const shown = useShownTotal(JSON.stringify(priced), loading || unreachable ? null : known.bill.totals.total)

  const { hours } = time
  const car = fields.car.trim()
  const added = addedToNotes(cart.lines, choice.deliverType === 'curbside' && car !== '' ? `${t('Car')}: ${car}` : '')
  const [wrongLine] = known.lineMessages
  const obstacle = nextObstacle({
    online,
    active: hours.active,
    branchMissing: settings.on('HAS_BRANCH') && identity().branch === null,
    pieces: cart.count,
    reviewPending: needsReview(review) && !(offered && hasOnlyPrices(review)),
    line: wrongLine === undefined ? null : { at: wrongLine[0], message: wrongLine[1] },
    deliverType: choice.deliverType,
    deliverTypes: destination.offered,
    signedIn: destination.addresses.length > 0 && !fields.elsewhere,
    hasAddress: address !== null,
    addressOutOfRange: destination.outOfRange,
    hasArea: address === null && area !== null,
    hasAddressText: fields.address.trim() !== '',
    unknown: known.bill.unknown,
    missingToMinimum: known.bill.terms.missingToMinimum,
    deliverAt: choice.deliverAt,
    openNow: hours.state?.open !== false,
    opens: hours.state?.open === false ? hours.state.opens : null,
    hasDate: choice.deliverDate !== null,
    dateProblem: time.problem,
    contact: login.isTable ? [] : contactProblems(fields, !login.loggedIn),
    notes: excessOf(fields.notes, added),
    tip: !settings.on('ALLOW_TIP') || isTip(fields.tip, shopCurrency()),
    terms: fields.terms,
    hasProvider: payment.provider !== null,
    providers: payment.pending || payment.missing ? 1 : payment.providers.length,
    changedTotal: offered ? null : shown.changed,
  })
  const form = {
    name: fields.name,
    email: fields.email,
    phone: fields.phone,
    notes: notesWith(fields.notes, added),
    terms: fields.terms,
    useProfit: known.bill.useProfit,
    ...asked,
    // A coupon that does not count is not sent.
    coupon: known.coupons && known.couponMessage === null ? fields.coupon : '',
  }

  /** The order to send, with the offered prices accepted; null while something is not chosen. */
  const order = (): { order: Omit<NewAttempt, 'known'>; sent: Sent } | null => {
    const { deliverType, paymentType } = form
    if (deliverType === null || paymentType === null) return null
    if (offer !== null) cartActions.change((now) => acceptReview(now, review))
    const ordered = offer === null ? cart.cart : currentCart()
    const { totals } = bill.bill
    const typed = address === null ? [form.address.trim(), form.zipcode, area?.name] : [address.address, address.zipcode]
    return {
      order: {
        submission: submissionOf({ ...form, deliverType, paymentType }, ordered, totals, shopCurrency()),
        cart: ordered,
        totals,
        payment: paymentOf(bill.bill, payment.provider?.name ?? '', shopCurrency()),
        address: deliverType === 'delivery' ? typed.filter((part) => (part ?? '') !== '').join(', ') : null,
        table: deliverType === 'table' ? (table?.name ?? null) : null,
      },
      sent: { cart: JSON.stringify(ordered.items), about: about(ordered), total: totals.total },
    }
  }

  return {
    cart,
    /** Nobody is signed in, so name, e-mail and phone are required (docs/specification.md section 5). */
    guest: !login.loggedIn,
    isTable: login.isTable,
    destination,
    time,
    payment,
    /** The bill to show: the offered one, unless something other than prices has changed on the menu, which the customer reviews first. */
    bill,
    /** The total that was refused, if another one is offered. */
    was: offer === null ? null : (sent?.total ?? null),
    review,
    /** The cart is another one since it was sent. */
    cartChanged: sent !== null && sent.cart !== JSON.stringify(cart.cart.items),
    /** The next obstacle to placing the order; null if there is none. */
    obstacle,
    /** Taxes, payment providers or delivery terms could not be loaded. `retry` loads them again. */
    unreachable,
    retry: () => {
      for (const part of [known, payment, destination]) part.retry()
    },
    /** Taxes, providers, areas, current prices or the backend's bill are loading. An offered bill needs no other answer of the backend. */
    loading: loading && !(offer !== null && known.asking),
    /** Accepts a total that has changed without the customer. */
    acceptTotal: shown.accept,
    form,
    order,
  }
}

/** The delivery type and destination of the order. `account`: signed in with an account, which has saved addresses. */
function useDestination({ elsewhere }: CheckoutFields, account: boolean) {
  const { choice, offered } = useDelivery()
  const table = useTable()
  const delivers = choice.deliverType === 'delivery'
  const addressesAnswer = useShopQuery(addressesQuery, { enabled: account && delivers })
  const areasAnswer = useShopQuery(areasQuery, { enabled: delivers })

  const addresses: Address[] = (account ? addressesAnswer.data : undefined) ?? none
  const areas: Area[] = areasAnswer.data ?? none
  const address = delivers && !elsewhere ? (byId(addresses, choice.addressId) ?? null) : null
  const area = !delivers ? null : ((address ? (byId(areas, address.areaId) ?? address.area) : byId(areas, choice.areaId)) ?? null)
  return {
    choice,
    offered,
    table,
    addresses,
    addressesPending: account && delivers && addressesAnswer.isPending,
    areas,
    address,
    area,
    /** The chosen saved address is in none of the areas. */
    outOfRange: address !== null && area === null && areasAnswer.isSuccess,
    /** The area is not loaded: a fee that is not loaded is not zero. */
    feeUnknown: delivers && area === null && (address !== null || choice.areaId !== null) && !areasAnswer.isSuccess,
    areasPending: areasAnswer.isPending,
    areasFailed: areasAnswer.isError,
    retry: () => void (areasAnswer.isError && areasAnswer.refetch()),
  }
}

/** The time of the order. `problem` is that of the chosen time; null if there is none, or no time is chosen. */
function useOrderTime({ deliverAt, deliverDate }: DeliveryChoice) {
  const hours = useHours()
  const minute = useMinute()
  const at = deliverAt === 'later' && deliverDate !== null ? Date.parse(deliverDate) : null
  return { hours, problem: at !== null && hours.week ? timeProblem(hours.week, hours.zone, minute.getTime(), at) : null }
}

/**
 * The payment providers and the chosen one. A single one, else that of the last order (`last`, its name), is chosen automatically. Null if the one that was
 * shown as chosen is no longer offered: the customer chooses again.
 */
function usePayment({ paymentType }: CheckoutFields, last: string | null) {
  const answer = useShopQuery(providersQuery)
  const providers: PaymentProvider[] = answer.data ?? none
  const only = providers.length === 1 ? providers[0] : undefined
  const again = providers.find(({ name }) => last !== null && plainName(name) === plainName(last))
  const provider = providers.find((each) => idText(each.id) === paymentType) ?? only ?? again ?? null
  const [shown, setShown] = useState<{ paymentType: string; id: Id } | null>(null)
  const kept = shown?.paymentType === paymentType ? shown : null
  if (kept === null && provider !== null) setShown({ paymentType, id: provider.id })
  return {
    providers,
    provider: kept === null ? provider : (byId(providers, kept.id) ?? null),
    pending: answer.isPending,
    missing: answer.isError && answer.data === undefined,
    retry: () => void (answer.isError && answer.refetch()),
  }
}

/**
 * The total that the customer has seen. `choices`: everything of the customer's that the total depends on, as text; `total`: the current one, null while it
 * is unknown. A total that changes while the choices stay, such as after a tax or a fee has changed, is ordered only once it is accepted.
 */
function useShownTotal(choices: string, total: Minor | null): { changed: Minor | null; accept: () => void } {
  const [seen, setSeen] = useState<{ choices: string; total: Minor } | null>(null)
  const [changed, setChanged] = useState(false)
  if (total !== null) {
    // Another choice does not accept a total that has changed before.
    if (seen === null || (seen.choices !== choices && !changed)) setSeen({ choices, total })
    else if (seen.choices === choices && changed !== (seen.total !== total)) setChanged(!changed)
  }
  return {
    changed: changed ? total : null,
    accept: () => {
      setChanged(false)
      if (total !== null) setSeen({ choices, total })
    },
  }
}

/** The bill with which a refused order would be accepted; null if the backend's can't be read. */
function billWith(quote: Quote, bill: KnownBill): KnownBill | null {
  const offered = quotedBill(bill.bill, quote, shopCurrency())
  if (offered === null) return null
  const lines = bill.lines.map((own, at) => toMinor(quote.lines?.[at], shopCurrency()) ?? own)
  return { ...bill, bill: offered, lines, complete: true, asking: false, outdated: false, unconfirmed: false }
}

/** Missing or invalid contact data. Guests must enter it; signed-in customers may change it (docs/specification.md section 5). */
function contactProblems(fields: CheckoutFields, guest: boolean): ContactProblem[] {
  return (['name', 'email', 'phone'] as const).flatMap((field): ContactProblem[] => {
    const value = trimmedText(fields[field])
    if (value === '') return guest ? [{ field, problem: 'missing' }] : []
    return field === 'email' && !emailShape.test(value) ? [{ field, problem: 'invalid' }] : []
  })
}

type ContactProblem = Omit<Extract<Obstacle, { kind: 'contact' }>, 'kind'>

const none: never[] = []
