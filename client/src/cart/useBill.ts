import { useMemo } from 'react'
import type { Area } from '../../../contracts/types.ts'
import { billOf, type Bill, type BillChoices } from '../domain/bill.ts'
import { lineTotal } from '../domain/cartLine.ts'
import { byId } from '../domain/ids.ts'
import { toMinor, type Minor } from '../domain/money.ts'
import { quotedBill } from '../domain/quote.ts'
import { quoteRequestOf, type QuotedForm } from '../domain/submission.ts'
import { tipPercents } from '../domain/tip.ts'
import { useDraft } from '../forms/formDraft.ts'
import { areasQuery } from '../restaurant/areas.ts'
import { shopCurrency } from '../restaurant/config.ts'
import { useSettings } from '../restaurant/settings.ts'
import { taxesQuery } from '../restaurant/taxes.ts'
import { useLogin } from '../session/login.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { checkoutDraft, noQuotedChoices } from './billChoices.ts'
import { useCart } from './cartStore.ts'
import { useDelivery } from './deliveryStore.ts'
import { useQuote, type Quoted } from './useQuote.ts'
import { useTable } from '../session/table.ts'

const billFields = Object.keys(noQuotedChoices) as (keyof typeof noQuotedChoices)[]

/** The bill of the current cart, and whether all of it is known. */
export interface KnownBill {
  bill: Bill
  /** The area of the delivery; null while it is unknown. */
  area: Area | null
  /** Nothing is chosen yet, and it may be a delivery. */
  undecided: boolean
  /** The chosen area is not loaded, so its fee is unknown. */
  feeUnknown: boolean
  /** What a delivery would cost is loading. */
  feePending: boolean
  /** Taxes are loading, or could not be loaded. */
  pending: boolean
  missing: boolean
  /** Taxes and fee are known, or the backend has computed the bill: the total is right. */
  complete: boolean
  /** The price of each line of the cart, in its order. */
  lines: Minor[]
  /** The backend is being asked for the bill: nothing is ordered meanwhile. It takes a few seconds at most. */
  asking: boolean
  /** What is shown is an earlier bill, or the shop's own, while the backend is being asked. */
  outdated: boolean
  /** The backend computes the bill, and could not be asked: what is shown is the shop's own, which the restaurant confirms. */
  unconfirmed: boolean
  coupons: boolean
  /** Why the coupon does not count. */
  couponMessage: string | null
  /** What the backend says is wrong with lines of the cart, by their place in it. */
  lineMessages: Quoted['lines']
  retry: () => void
}

/** The checkout's form, as far as the bill depends on it. */
export interface BillForm {
  choices: BillChoices
  area: Area | null
  areaUnknown: boolean
  /** What a backend that owns the price is asked with. */
  asked: Omit<QuotedForm, 'useProfit'>
}

/**
 * The bill of the cart with everything that is chosen so far, wherever a sum is shown: the cart and its buttons show the amount that the checkout's final
 * button does. It has two sources: the backend's quote where there is one, else the shop's own arithmetic. `of`: the checkout's form; by default its draft,
 * and the delivery's choice.
 */
export function useBill(of?: BillForm): KnownBill {
  const { cart, lines, sum } = useCart()
  const table = useTable()
  const settings = useSettings()
  const { choice, offered } = useDelivery()
  const login = useLogin()
  const draft = useDraft(checkoutDraft, noQuotedChoices, billFields)
  const undecided = choice.deliverType === null && offered.includes('delivery')
  const areas = useShopQuery(areasQuery, { enabled: choice.deliverType === 'delivery' || (undecided && of === undefined) })
  const taxes = useShopQuery(taxesQuery)
  const { deliverType, areaId } = choice
  const delivers = deliverType === 'delivery'
  const known = areas.data ?? noAreas
  const target = of === undefined ? (delivers ? (byId(known, areaId) ?? null) : null) : of.area
  const { tip, tipPercent, useProfit } = of?.choices ?? draft
  const percents = settings.on('ALLOW_TIP') ? settings.text('TIP_PERCENTS') : null
  const profit = login.hasAccount && settings.on('LOYALTY_SYSTEM') ? (login.user?.profit ?? null) : null
  const rates = taxes.data ?? noTaxes
  const own = useMemo(
    () =>
      billOf(
        {
          ...{ lines: sum, deliverType, area: target, areas: known, taxes: rates, tip, tipPercent, profit, useProfit },
          tipPercents: percents === null ? null : tipPercents(percents),
        },
        shopCurrency(),
      ),
    [sum, deliverType, target, known, rates, tip, tipPercent, profit, useProfit, percents],
  )
  const quote = useQuote(
    cart.items.length === 0
      ? null
      : quoteRequestOf(
          {
            ...(of?.asked ?? {
              ...choice,
              table: table?.id ?? null,
              address: draft.address,
              zipcode: target?.zipcode ?? '',
              coordinates: null,
              issueInvoice: draft.issueInvoice,
              paymentType: draft.paymentType === '' ? null : draft.paymentType,
              coupon: draft.coupon,
            }),
            useProfit: own.useProfit,
          },
          cart,
          own.totals,
          shopCurrency(),
        ),
  )
  const answer = quote.quoted?.bill ?? null
  const quoted = useMemo(() => answer && quotedBill(own, answer, shopCurrency()), [own, answer])
  const bill = quoted ?? own
  const feeUnknown = quoted === null && (of?.areaUnknown ?? (delivers && target === null && areaId !== null && !areas.isSuccess))
  const pending = quoted === null && taxes.isPending
  const missing = quoted === null && taxes.isError && taxes.data === undefined
  const current = quote.pending ? null : quote.quoted
  const prices = current?.bill?.lines
  return {
    bill,
    area: target,
    undecided,
    feeUnknown,
    feePending: undecided && areas.isPending && areas.isFetching,
    pending,
    missing,
    complete: !pending && !missing && !feeUnknown && bill.unknown.length === 0,
    lines: lines.map((line, at) => toMinor(prices?.[at], shopCurrency()) ?? lineTotal(line)),
    asking: quote.pending,
    outdated: quote.pending && quote.known,
    unconfirmed: quote.failed,
    coupons: quote.quoted?.bill?.coupons === true,
    couponMessage: current?.coupon ?? null,
    lineMessages: current?.lines ?? noMessages,
    retry: () => void (taxes.isError && taxes.refetch()),
  }
}

const noAreas: never[] = []
const noTaxes: never[] = []
const noMessages: Quoted['lines'] = new Map()
