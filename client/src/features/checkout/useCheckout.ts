import { useTranslation } from 'react-i18next'
import type { BillChoices } from '../../domain/bill.ts'
import { needsReview, type LineReview } from '../../domain/cartReview.ts'
import { coordinatesOf } from '../../domain/located.ts'
import { addedToNotes, excessOf, notesWith } from '../../domain/notes.ts'
import { nextObstacle, type Obstacle } from '../../domain/obstacle.ts'
import type { CheckoutForm } from '../../domain/submission.ts'
import { isTip } from '../../domain/tip.ts'
import { shopCurrency } from '../../shop/restaurant/config.ts'
import { useBill, type KnownBill } from '../../shop/cart/bill.ts'
import { noBillChoices } from '../../shop/cart/billChoices.ts'
import { useCart, type CartView } from '../../shop/cart/cart.ts'
import { identity } from '../../shop/session/identity.ts'
import { useSettings } from '../../shop/restaurant/settings.ts'
import { useCartReview } from '../cart/queries.ts'
import type { CheckoutFields } from './fields.ts'
import { useCustomer, type Customer } from './useCustomer.ts'
import { useDestination, type Destination } from './useDestination.ts'
import { useOnline } from '../../shop/browser/useOnline.ts'
import { useOrderTime, type OrderTime } from './useOrderTime.ts'
import { usePayment, type Payment } from './usePayment.ts'
import { useShownTotal } from './useShownTotal.ts'

/** The state of the checkout, derived from choices, settings and the clock. */
export interface Checkout {
  cart: CartView
  customer: Customer
  destination: Destination
  time: OrderTime
  payment: Payment
  bill: KnownBill
  review: LineReview[]
  /** The next obstacle to placing the order; null if there is none. */
  obstacle: Obstacle | null
  /** Taxes, payment providers or delivery terms could not be loaded. `retry` loads them again. */
  unreachable: boolean
  retry: () => void
  /** Taxes, providers, areas or current prices are loading. */
  loading: boolean
  /** Accepts a total that has changed without the customer. */
  acceptTotal: () => void
  /** The form as it would be sent. */
  form: CheckoutForm
}

/** The refetch interval of prices after a rejected order, in milliseconds. */
const whileRefused = 5_000

/**
 * Derives the state of the checkout. `fields`: the form's current values; `last`: the payment method of the last order; `refused`: the server has rejected
 * the order.
 */
export function useCheckout(fields: CheckoutFields, last: string | null, refused: boolean): Checkout {
  const { t } = useTranslation()
  const cart = useCart()
  const settings = useSettings()
  const online = useOnline()
  const customer = useCustomer(fields)
  const destination = useDestination(fields, customer.account)
  const { choice, address, area, table } = destination
  const time = useOrderTime(choice)
  const payment = usePayment(fields, last)
  const known = useBill(fields, { area, unknown: destination.feeUnknown })
  const { bill } = known
  // The BFF's cache may be older than the rejection.
  const { review, pending: reviewPending } = useCartReview(refused ? whileRefused : false)

  const unreachable = known.missing || payment.missing || (destination.feeUnknown && destination.areasFailed)
  const loading = (destination.feeUnknown && destination.areasPending) || known.pending || payment.pending || reviewPending
  const choices = [
    ...(Object.keys(noBillChoices) as (keyof BillChoices)[]).map((name) => fields[name]),
    ...[cart.sum, cart.count, choice.deliverType, address?.id, area?.id, payment.provider?.id],
  ]
  const shown = useShownTotal(JSON.stringify(choices), loading || unreachable ? null : bill.totals.total)

  const { hours } = time
  const car = fields.car.trim()
  const added = addedToNotes(cart.lines, choice.deliverType === 'curbside' && car !== '' ? `${t('Car')}: ${car}` : '')
  const obstacle = nextObstacle({
    online,
    active: hours.active,
    branchMissing: settings.on('HAS_BRANCH') && identity().branch === null,
    pieces: cart.count,
    reviewPending: needsReview(review),
    deliverType: choice.deliverType,
    deliverTypes: destination.offered,
    signedIn: destination.addresses.length > 0 && !fields.elsewhere,
    hasAddress: address !== null,
    addressOutOfRange: destination.outOfRange,
    hasArea: address === null && area !== null,
    hasAddressText: fields.address.trim() !== '',
    unknown: bill.unknown,
    missingToMinimum: bill.terms.missingToMinimum,
    deliverAt: choice.deliverAt,
    openNow: hours.state?.open !== false,
    opens: hours.state?.open === false ? hours.state.opens : null,
    hasDate: choice.deliverDate !== null,
    dateProblem: time.problem,
    contact: customer.problems,
    notes: excessOf(fields.notes, added),
    tip: !settings.on('ALLOW_TIP') || isTip(fields.tip, shopCurrency()),
    terms: fields.terms,
    hasProvider: payment.provider !== null,
    providers: payment.pending || payment.missing ? 1 : payment.providers.length,
    changedTotal: shown.changed,
  })

  return {
    cart,
    customer,
    destination,
    time,
    payment,
    bill: known,
    review,
    obstacle,
    unreachable,
    retry: () => {
      for (const part of [known, payment, destination]) part.retry()
    },
    loading,
    acceptTotal: shown.accept,
    form: {
      name: fields.name,
      email: fields.email,
      phone: fields.phone,
      deliverType: choice.deliverType,
      deliverAt: choice.deliverAt,
      deliverDate: choice.deliverDate,
      notes: notesWith(fields.notes, added),
      table: table?.id ?? null,
      addressId: address?.id ?? null,
      areaId: area?.id ?? null,
      address: fields.address,
      zipcode: area?.zipcode ?? '',
      coordinates: address ? (address.coordinates ?? null) : coordinatesOf(fields.address, fields.located),
      terms: fields.terms,
      issueInvoice: settings.on('ALLOW_ISSUE_INVOICE') && fields.issueInvoice,
      useProfit: bill.useProfit,
      paymentType: payment.provider?.id ?? null,
    },
  }
}
