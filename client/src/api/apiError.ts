import type { Fault, FieldMessages } from '../../../contracts/types.ts'
import { text } from './text.ts'

/**
 * What went wrong with a call (docs/specification.md section 8, docs/wire.md section 3). `message` is an English sentence, a translation key: show it through t().
 * `status` 0 means that no answer came at all (`code` offline, unreachable or aborted); `fields` holds the messages of each form field.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldMessages
  /** Seconds after which the server wants to be asked again (429, 503); absent when it did not say. */
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

/** Refusals that say nothing of what was asked: too slow, no valid form, too early, too often. */
const passing = new Set([408, 419, 425, 429])

/** Whether a failure says that a later try may succeed without any change by the customer. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || passing.has(error.status) || error.status >= 500)
}

/** The sentence for an answer that brought no words of its own. */
export function sentenceFor(status: number): string {
  if (status === 0) return text('You seem to be offline. Please check your connection and try again.')
  if (status === 401) return text('Please log in to continue.')
  if (status === 403) return text('This is not allowed.')
  if (status === 404) return text('This could not be found.')
  if (status === 422) return text('Please check what you have entered.')
  if (status === 429) return text('That was a bit too often. Please wait a moment and try again.')
  return text("The restaurant can't be reached right now. Please try again in a moment.")
}

/** Reads an error body of whatever kind: the BFF's, an upstream's with field errors under data, or nothing readable at all. */
export function errorFrom(status: number, body: unknown, retryAfter: string | null): ApiError {
  const fault: Fault = typeof body === 'object' && body !== null ? body : {}
  const fields: FieldMessages = {}
  if (typeof fault.data === 'object') {
    for (const [field, messages] of Object.entries(fault.data)) {
      const list = (Array.isArray(messages) ? messages : [messages]).filter((message): message is string => typeof message === 'string')
      if (list.length > 0) fields[field] = list
    }
  }
  const seconds = Number(retryAfter)
  return new ApiError({
    status,
    fields,
    ...(typeof fault.code === 'string' ? { code: fault.code } : {}),
    ...(typeof fault.message === 'string' && fault.message !== '' ? { message: fault.message } : {}),
    retryAfter: retryAfter !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  })
}
