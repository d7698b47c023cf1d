import { useQuery } from '@tanstack/react-query'
import type { Address, Area, PaymentProvider, Tax } from '../../../../contracts/types.ts'
import { needsReview, reviewCart, type LineReview } from '../../domain/cartReview.ts'
import { deliveryTerms, type DeliverType, type DeliveryTerms } from '../../domain/delivery.ts'
import { byId, idText } from '../../domain/ids.ts'
import { nextObstacle, type Obstacle } from '../../domain/obstacle.ts'
import { pointsDiscount, pointsOffer, type PointsOffer } from '../../domain/points.ts'
import { timeProblem, type TimeProblem } from '../../domain/slots.ts'
import { areaOf, type CheckoutForm } from '../../domain/submission.ts'
import { tipChips, tipFromInput, tipOfPercent, tipPercents, type TipChip } from '../../domain/tip.ts'
import { taxPercentOf, totalsOf, type Totals } from '../../domain/totals.ts'
import { useCart, type CartView } from '../../shop/cart.ts'
import { chosenBranch } from '../../shop/chosenBranch.ts'
import { useMinute } from '../../shop/clock.ts'
import { shopCurrency } from '../../shop/config.ts'
import { useDelivery, type DeliveryChoice } from '../../shop/delivery.ts'
import { useHours, type ShopHours } from '../../shop/hours.ts'
import { useLogin, type Login } from '../../shop/login.ts'
import { useSettings, type Settings } from '../../shop/settings.ts'
import { useTable, type SessionTable } from '../../shop/table.ts'
import { addressesQuery, areasQuery } from '../addresses/queries.ts'
import { ordersQuery } from '../orders/queries.ts'
import type { CheckoutFields } from './fields.ts'
import { freshCatalogueQuery, providersQuery, taxesQuery } from './queries.ts'
import { useOnline } from './useOnline.ts'

/** Everything the checkout shows and decides by, worked out anew from choices, settings and the clock. */
export interface Checkout {
  cart: CartView
  settings: Settings
  login: Login
  /** Nobody is signed in, so name, e-mail and phone are required (docs/specification.md section 5). */
  guest: boolean
  table: SessionTable | null
  choice: DeliveryChoice
  offered: DeliverType[]
  hours: ShopHours
  /** What speaks against the chosen time; null when nothing does, or none is chosen. */
  timeProblem: TimeProblem | null
  addresses: Address[]
  addressesPending: boolean
  areas: Area[]
  areasFailed: boolean
  /** The chosen saved address. */
  address: Address | null
  /** The area the delivery goes to. */
  area: Area | null
  terms: DeliveryTerms
  providers: PaymentProvider[]
  providersPending: boolean
  /** The chosen provider; the only one there is is chosen by itself. */
  provider: PaymentProvider | null
  taxes: Tax[]
  tipChips: TipChip[]
  points: PointsOffer | null
  totals: Totals
  review: LineReview[]
  obstacle: Obstacle | null
  /** Taxes, ways to pay or the terms of the delivery could not be loaded: without them no total is right. `retry` asks again. */
  unreachable: boolean
  retry: () => void
  /** What the delivery costs is not known: its area is not there. */
  feeUnknown: boolean
  /** Taxes, providers, areas or fresh prices are still on the way. */
  settling: boolean
  /** The form as it would be sent. */
  form: CheckoutForm
}

/** How often prices are asked for again after a refusal, in milliseconds. */
const whileRefused = 5_000

const emailShape = /^\s*[^\s@]+@[^\s@]+\s*$/

/** Works the checkout out. `fields` is what the form holds at this moment; `refused`: the server did not take the order as it is. */
export function useCheckout(fields: CheckoutFields, refused: boolean): Checkout {
  const cart = useCart()
  const settings = useSettings()
  const login = useLogin()
  const table = useTable()
  const { choice, offered } = useDelivery()
  const hours = useHours()
  const minute = useMinute()
  const online = useOnline()
  const currency = shopCurrency()
  const delivers = choice.deliverType === 'delivery'
  const ownsAddresses = login.loggedIn && !login.isTable

  const addressesAnswer = useQuery({ ...addressesQuery, enabled: ownsAddresses && delivers })
  const areasAnswer = useQuery({ ...areasQuery, enabled: delivers })
  const providersAnswer = useQuery(providersQuery)
  const taxesAnswer = useQuery(taxesQuery)
  const fresh = useQuery({
    ...freshCatalogueQuery(cart.cart),
    enabled: cart.count > 0,
    // What the gateway has cached may be older than the refusal.
    refetchInterval: refused ? whileRefused : false,
  })
  // The customer's earlier orders: none of them can be the one that is placed now.
  useQuery({ ...ordersQuery, enabled: ownsAddresses, refetchInterval: false })

  const addresses = ownsAddresses && Array.isArray(addressesAnswer.data) ? addressesAnswer.data : none
  const areas = Array.isArray(areasAnswer.data) ? areasAnswer.data : none
  const address = delivers && !fields.elsewhere ? (byId(addresses, choice.addressId) ?? null) : null
  const area = !delivers ? null : address ? (areaOf(areas, address.areaId) ?? address.area ?? null) : areaOf(areas, choice.areaId)
  // An address or area is chosen, and its terms are not there yet, or can't be had: no fee is not a fee of zero.
  const feeUnknown = delivers && area === null && (address !== null || choice.areaId !== null) && !areasAnswer.isSuccess
  const terms = deliveryTerms(choice.deliverType, area, cart.sum, currency)

  const providers = providersAnswer.data ?? none
  const only = providers.length === 1 ? providers[0] : undefined
  const provider = providers.find((each) => idText(each.id) === fields.paymentType) ?? only ?? null
  const taxes = taxesAnswer.data ?? none

  const cartPrice = cart.sum + terms.fee
  const chips = settings.on('ALLOW_TIP') ? tipChips(tipPercents(settings.text('TIP_PERCENTS')), cartPrice, currency) : []
  const chosenChip = chips.find((chip) => chip.percent === fields.tipPercent)
  const tip = !settings.on('ALLOW_TIP')
    ? 0
    : chosenChip
      ? tipOfPercent(chosenChip.percent, cartPrice, currency)
      : tipFromInput(fields.tip, currency)
  const points = ownsAddresses && settings.on('LOYALTY_SYSTEM') ? pointsOffer(login.user?.profit, cartPrice, currency) : null
  const useProfit = points?.usable === true && fields.useProfit
  const totals = totalsOf({
    lines: cart.sum,
    delivery: terms.fee,
    discount: points ? pointsDiscount(points, useProfit) : 0,
    taxPercent: taxPercentOf(taxes),
    tip,
  })

  const review = fresh.data ? reviewCart(cart.cart, fresh.data, currency) : []

  const at = choice.deliverDate === null ? null : Date.parse(choice.deliverDate)
  const problem =
    choice.deliverAt === 'later' && at !== null && hours.hours ? timeProblem(hours.hours.data, hours.zone, minute.getTime(), at) : null

  const guest = !login.loggedIn
  const obstacle = nextObstacle({
    online,
    active: hours.active,
    branchMissing: settings.on('HAS_BRANCH') && chosenBranch() === null,
    pieces: cart.count,
    reviewPending: needsReview(review),
    deliverType: choice.deliverType,
    deliverTypes: offered,
    signedIn: ownsAddresses && addresses.length > 0 && !fields.elsewhere,
    hasAddress: address !== null,
    addressOutOfRange: address !== null && area === null && areasAnswer.isSuccess,
    hasArea: address === null && area !== null,
    hasAddressText: fields.address.trim() !== '',
    missingToMinimum: terms.missingToMinimum,
    deliverAt: choice.deliverAt,
    openNow: hours.state?.open !== false,
    opens: hours.state?.open === false ? hours.state.opens : null,
    hasDate: choice.deliverDate !== null,
    dateProblem: problem,
    contact: contactProblems(fields, guest, login.isTable),
    terms: fields.terms,
    hasProvider: provider !== null,
    providers: providersAnswer.isPending || missing(providersAnswer) ? 1 : providers.length,
  })

  return {
    cart,
    settings,
    login,
    guest,
    table,
    choice,
    offered,
    hours,
    timeProblem: problem,
    addresses,
    addressesPending: ownsAddresses && delivers && addressesAnswer.isPending,
    areas,
    areasFailed: areasAnswer.isError,
    address,
    area,
    terms,
    providers,
    providersPending: providersAnswer.isPending,
    provider,
    taxes,
    tipChips: chips,
    points: points !== null && points.worth > 0 ? points : null,
    totals,
    review,
    obstacle,
    unreachable: missing(taxesAnswer) || missing(providersAnswer) || (feeUnknown && areasAnswer.isError),
    retry: () => {
      for (const answer of [taxesAnswer, providersAnswer, areasAnswer]) if (answer.isError) void answer.refetch()
    },
    feeUnknown,
    settling:
      (feeUnknown && areasAnswer.isPending) || taxesAnswer.isPending || providersAnswer.isPending || (cart.count > 0 && fresh.isPending),
    form: {
      name: fields.name,
      email: fields.email,
      phone: fields.phone,
      deliverType: choice.deliverType,
      deliverAt: choice.deliverAt,
      deliverDate: choice.deliverDate,
      notes: fields.notes,
      table: table?.id ?? null,
      addressId: address?.id ?? null,
      areaId: area?.id ?? null,
      address: fields.address,
      zipcode: area?.zipcode ?? '',
      coordinates: address?.coordinates ?? null,
      terms: fields.terms,
      issueInvoice: settings.on('ALLOW_ISSUE_INVOICE') && fields.issueInvoice,
      useProfit,
      paymentType: provider?.id ?? null,
    },
  }
}

const missing = (answer: { isError: boolean; data: unknown }): boolean => answer.isError && answer.data === undefined

const none: never[] = []

/** Guests say who they are; signed-in customers may change it; a table says nothing (docs/specification.md section 5). */
function contactProblems(
  fields: CheckoutFields,
  guest: boolean,
  isTable: boolean,
): { field: 'name' | 'email' | 'phone'; problem: 'missing' | 'invalid' }[] {
  if (isTable) return []
  const missing = guest
    ? (['name', 'email', 'phone'] as const)
        .filter((field) => fields[field].trim() === '')
        .map((field) => ({ field, problem: 'missing' as const }))
    : []
  const badEmail =
    fields.email.trim() !== '' && !emailShape.test(fields.email) ? [{ field: 'email' as const, problem: 'invalid' as const }] : []
  const order = ['name', 'email', 'phone']
  return [...missing, ...badEmail].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}
