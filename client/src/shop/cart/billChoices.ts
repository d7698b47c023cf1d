import type { BillChoices } from '../../domain/bill.ts'

/** The name of the checkout form's draft. */
export const checkoutDraft = 'checkout'

/** The fields of the checkout form that change the bill, without anything chosen. */
export const noBillChoices: BillChoices = { tip: '', tipPercent: 0, useProfit: false }
