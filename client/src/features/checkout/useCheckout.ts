import { useTranslation } from 'react-i18next'
import type { BillChoices } from '../../domain/bill.ts'
import { hasOnlyPrices, needsReview, type LineReview } from '../../domain/cartReview.ts'
import { coordinatesOf } from '../../domain/located.ts'
import { addedToNotes, excessOf, notesWith } from '../../domain/notes.ts'
import { nextObstacle, type Obstacle } from '../../domain/obstacle.ts'
import type { CheckoutForm } from '../../domain/submission.ts'
import { isTip } from '../../domain/tip.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { useBill, type KnownBill } from '../../cart/useBill.ts'
import { noBillChoices } from '../../cart/billChoices.ts'
import { useCart, type CartView } from '../../cart/cartStore.ts'
import { identity } from '../../session/identity.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { useCartReview } from '../cart/queries.ts'
import type { CheckoutFields } from './fields.ts'
import { useCustomer, type Customer } from './useCustomer.ts'
import { useDestination, type Destination } from './useDestination.ts'
import { useOnline } from '../../browser/useOnline.ts'
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
  /** Taxes, providers, areas, current prices or the backend's bill are loading. */
  loading: boolean
  /** Accepts a total that has changed without the customer. */
  acceptTotal: () => void
  /** The form as it would be sent. */
  form: CheckoutForm
}

/**
 * Derives the state of the checkout. `fields`: the form's current values; `last`: the payment method of the last order; `offered`: the backend has said
 * what the order would cost now, so that new prices need no review of their own.
 */
export function useCheckout(fields: CheckoutFields, last: string | null, offered: boolean): Checkout {
  const { t } = useTranslation()
  const cart = useCart()
  const settings = useSettings()
  const online = useOnline()
  const customer = useCustomer(fields)
  const destination = useDestination(fields, customer.account)
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
  const { bill } = known
  const { review, pending: reviewPending } = useCartReview()
  const [wrongLine] = known.lineMessages

  const unreachable = known.missing || payment.missing || (destination.feeUnknown && destination.areasFailed)
  const loading = (destination.feeUnknown && destination.areasPending) || known.pending || known.asking || payment.pending || reviewPending
  const choices = [...(Object.keys(noBillChoices) as (keyof BillChoices)[]).map((name) => fields[name]), ...[cart.sum, cart.count, asked]]
  const shown = useShownTotal(JSON.stringify(choices), loading || unreachable ? null : bill.totals.total)

  const { hours } = time
  const car = fields.car.trim()
  const added = addedToNotes(cart.lines, choice.deliverType === 'curbside' && car !== '' ? `${t('Car')}: ${car}` : '')
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
    changedTotal: offered ? null : shown.changed,
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
      notes: notesWith(fields.notes, added),
      terms: fields.terms,
      useProfit: bill.useProfit,
      ...asked,
      // A coupon that does not count is not sent.
      coupon: known.coupons && known.couponMessage === null ? fields.coupon : '',
    },
  }
}
