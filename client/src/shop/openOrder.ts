import { createStored } from './createStored.ts'
import { storedKeys } from './storage.ts'

const openOrder = createStored(
  storedKeys.attempt,
  (kept) => typeof kept === 'object' && kept !== null && (kept as { state?: unknown }).state === 'unknown',
  { perBranch: true },
)

/** Whether nobody could say what became of an order that was sent to this branch (features/checkout/attempt.ts). */
export const useOpenOrder = openOrder.use
