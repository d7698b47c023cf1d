/** The state that the listeners of a mock backend share. */
import type { HostName } from '../data/shops.ts'
import type { World } from '../backend/group.ts'
import type { Runtime } from '../backend/runtime.ts'

/** How one call can be made to fail. */
export const FAULT_KINDS = ['hang', 'reset', 'cut', 'lost', 'status', 'html', 'slow'] as const

/** A failure of the next calls that match. */
interface Fault {
  /** Tested against "METHOD /path". */
  match: RegExp
  kind: (typeof FAULT_KINDS)[number]
  /** How many calls it still applies to. */
  times: number
  /** For status and html. */
  status: number
  body: unknown
  /** For slow: milliseconds. */
  ms: number
}

/** A received call, for `GET /__log`. */
export interface LoggedCall {
  at: string
  host: HostName
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  /** The status of the response; 0 if the connection was closed on purpose. */
  status: number
}

/** What the listeners share. */
export interface Backend {
  world: World
  runtime: Runtime
  log: LoggedCall[]
  faults: Fault[]
  shop: string
}
