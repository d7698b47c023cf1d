// The documented calls, with the backend's envelope of each success (docs/wire.md section 1).
import { calls } from '../../contracts/calls.ts'

/** data: `{"data": T}`; data-meta: the body as it is; json-string: `{"data": "<JSON text>"}`. */
type Envelope = 'data' | 'data-meta' | 'json-string'

/** A call: its name, method, path and envelope. */
export interface Operation {
  name: OperationName
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  envelope: Envelope
}

/** The name of a call, its operationId in the contract. */
export type OperationName = (typeof calls)[number][0]

/** Every call. */
export const OPERATIONS: readonly Operation[] = calls.map(([name, method, path, envelope]) => ({ name, method, path, envelope }))

const patterns = OPERATIONS.map((operation) => ({
  operation,
  fixed: !operation.path.includes('{'),
  pattern: new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))
// A fixed path wins over one with a parameter at the same position (`/me/addresses/search` over `/me/addresses/{id}`).
patterns.sort((a, b) => Number(b.fixed) - Number(a.fixed))

/** The calls at a path, by method; empty when there is none. */
export const operationsAt = (pathname: string): Map<string, Operation> => {
  const found = new Map<string, Operation>()
  for (const { operation, pattern } of patterns) {
    if (pattern.test(pathname) && !found.has(operation.method)) found.set(operation.method, operation)
  }
  return found
}
