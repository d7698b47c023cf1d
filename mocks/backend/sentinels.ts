/** Sentinels: inputs that trigger a failure (docs/architecture.md section 6). Listed in README.md. */
import { failure, type Call, type Runtime } from './runtime.ts'

/** What the local part of an `@example.org` address triggers in every call with an e-mail address. */
export const EMAIL_SENTINELS = {
  errors: 'every field of the form has an error',
  fail: '500 with a message',
  html: '500 as an HTML page',
  slow: 'answers after five seconds',
  hang: 'carried out, then never answered',
  lost: 'carried out, then the connection breaks without an answer',
  cut: 'carried out, then the answer breaks off half-way',
  limit: '429 with Retry-After: 30',
} as const

/** The name of such a sentinel. */
type EmailSentinel = keyof typeof EMAIL_SENTINELS

/** The sentinel in an e-mail address, if there is one. */
const emailSentinel = (email: unknown): EmailSentinel | null => {
  const name = typeof email === 'string' ? /^([a-z]+)@example\.org$/i.exec(email.trim())?.[1]?.toLowerCase() : undefined
  return name !== undefined && Object.hasOwn(EMAIL_SENTINELS, name) ? (name as EmailSentinel) : null
}

const FIVE_SECONDS = 5000

/** Handles the sentinels that act before the call is carried out; `fields` are those for which `errors@` reports errors. */
export const before = async (call: Call, email: unknown, fields: readonly string[]): Promise<void> => {
  switch (emailSentinel(email)) {
    case 'errors': {
      const data = Object.fromEntries(
        fields.map((name) => [name, [call.say('This value is not accepted.'), call.say('This is the second message of the field.')]]),
      )
      throw failure(422, call.say('The given data was invalid.'), { data })
    }
    case 'fail':
      throw failure(500, call.say('Server error.'))
    case 'html':
      throw new Response('<!doctype html><title>500</title><h1>Server Error</h1>', {
        status: 500,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    case 'limit':
      throw failure(429, call.say('Too many attempts.'), {}, { 'Retry-After': '30' })
    case 'slow':
      await new Promise((done) => setTimeout(done, FIVE_SECONDS))
      return
    default:
  }
}

/** Handles the sentinels that act after the call is carried out: the response is lost. */
export const after = async (runtime: Runtime, email: unknown): Promise<void> => {
  const name = emailSentinel(email)
  if (name === 'hang' || name === 'lost' || name === 'cut') throw await runtime.broken(name)
}
