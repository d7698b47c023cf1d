import type { BillChoices } from '../domain/bill.ts'

export const checkoutDraft = 'checkout'

/** The fields of the checkout form that change the bill, without anything chosen. */
export const noBillChoices: BillChoices = { tip: '', tipPercent: 0, useProfit: false }

/** Those, and the fields of the checkout form that a backend's bill may depend on as well. */
export const noQuotedChoices = { ...noBillChoices, coupon: '', address: '', paymentType: '', issueInvoice: false }
