import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { useStore } from '../createStore.ts'

const openOrder = createStored(
  storedKeys.attempt,
  (kept) => typeof kept === 'object' && kept !== null && (kept as { state?: unknown }).state === 'unknown',
  { perBranch: true },
)

/** Whether an order sent to this branch has an unknown outcome (features/checkout/attempt.ts). */
export const useOpenOrder = () => useStore(openOrder)
