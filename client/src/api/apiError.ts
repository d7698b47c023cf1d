import type { Fault, FieldMessages } from '../../../contracts/types.ts'
import { text } from './text.ts'

/**
 * An error of a call (docs/specification.md section 8, docs/wire.md section 3). `message` is an English sentence and a translation key: show it with t().
 * `status` 0 means that there was no response (`code` offline, unreachable or aborted); `fields` has the messages of each form field.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldMessages
  /** Seconds of the response's Retry-After (429, 503); absent without that header. */
  readonly retryAfter: number | undefined

  constructor(of: { status: number; code?: string; message?: string; fields?: FieldMessages; retryAfter?: number | undefined }) {
    super(of.message ?? sentenceFor(of.status))
    this.name = 'ApiError'
    this.status = of.status
    this.code = of.code ?? ''
    this.fields = of.fields ?? {}
    this.retryAfter = of.retryAfter
  }

  /** The first message of each field, in the order the server sent them: what a form shows beside its fields (docs/specification.md section 5). */
  firstMessages(): Record<string, string> {
    const first: Record<string, string> = {}
    for (const [field, messages] of Object.entries(this.fields)) {
      const message = messages[0]
      if (message !== undefined) first[field] = message
    }
    return first
  }
}

/** Statuses that are independent of the request's content: 408, 419, 425 and 429. */
const passing = new Set([408, 419, 425, 429])

/** Whether a later try may succeed without any change by the customer. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || passing.has(error.status) || error.status >= 500)
}

/** The message for a response without one. */
export function sentenceFor(status: number): string {
  if (status === 0) return text('You seem to be offline. Please check your connection and try again.')
  if (status === 401) return text('Please log in to continue.')
  if (status === 403) return text('This is not allowed.')
  if (status === 404) return text('This could not be found.')
  if (status === 422) return text('Please check what you have entered.')
  if (status === 429) return text('Too many attempts. Please wait a moment and try again.')
  return text("The restaurant can't be reached right now. Please try again in a moment.")
}

const backendMessages = new Set<string>()

/** Whether a text came with an error of the restaurant's backend: it is in that backend's language, not a text of the shop. */
export function isBackendMessage(message: string): boolean {
  return backendMessages.has(message)
}

/** Reads any error body: the BFF's, an upstream's with field errors under data, or one that can't be parsed. */
export function errorFrom(status: number, body: unknown, retryAfter: string | null): ApiError {
  const fault: Fault = typeof body === 'object' && body !== null ? body : {}
  const fields: FieldMessages = {}
  if (typeof fault.data === 'object') {
    for (const [field, messages] of Object.entries(fault.data)) {
      const list = (Array.isArray(messages) ? messages : [messages]).filter((message): message is string => typeof message === 'string')
      if (list.length > 0) fields[field] = list
      for (const message of list) backendMessages.add(message)
    }
  }
  // The BFF's own errors have a code, and messages that are translation keys.
  if (typeof fault.message === 'string' && typeof fault.code !== 'string') backendMessages.add(fault.message)
  const seconds = Number(retryAfter)
  return new ApiError({
    status,
    fields,
    ...(typeof fault.code === 'string' ? { code: fault.code } : {}),
    ...(typeof fault.message === 'string' && fault.message !== '' ? { message: fault.message } : {}),
    retryAfter: retryAfter !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  })
}
