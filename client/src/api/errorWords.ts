import type { FieldMessages } from '../../../contracts/types.ts'
import { isRecord } from '../domain/wire.ts'

/** What an error says: about single fields, by their names, and about the whole. */
export interface ErrorWords {
  /** Empty if there is none. */
  message: string
  /** In the order in which they were sent. What is about no field is under the empty name, if there are fields as well. */
  fields: FieldMessages
}

// Members are looked up in lower case (inAnyCase).

/** Members of an error that hold words about fields. */
const lists =
  'data errors messages violations details fields fielderrors validationerrors invalid-params invalid_params issues children formerrors'.split(
    ' ',
  )
/** Members that hold a sentence about the whole, the best first. */
const sentences = 'message error_description detail error msg description hydra:description errormessage title reason'.split(' ')
/** Members of an entry that hold its words. */
const words = ['message', 'detail', 'msg', 'defaultmessage', 'errormessage', 'reason', 'description', 'title', 'error']
/** Members of an entry that name its field. */
const names = 'field fieldname propertypath propertyname property attribute path param parameter pointer loc name key source'.split(' ')
/** Names under which frameworks put what is about no field. */
const noField = new Set(' __all__ _error _errors _schema base errors global non_field_errors nonFieldErrors root error'.split(' '))
/** The fields of the shop's forms that are no objects: what is below one of them is about the whole field. */
const plainFields = new Set(
  (
    'areaId addressId car coupon deliverAt deliverDate deliverType email fname guests issueInvoice lname login message name notes password ' +
    'password_confirmation paymentType phone reservedAt subject terms tip useProfit zipcode'
  ).split(' '),
)
/** What stands before the name of a field in a path to it. */
const containers = /^(?:data|attributes|body|query|form|input|children)\./

/**
 * Reads the words of a backend's error in the forms that are common: the contract's own (`message` and `data`), Laravel and Rails (`errors` by field),
 * Django and Lumen (the fields themselves), Symfony (`violations`, `children`), Express and Spring (`[{field, message}]`), FastAPI (`detail: [{loc, msg}]`),
 * JSON:API, problem+json (RFC 9457), ASP.NET, Zod, GraphQL, CodeIgniter, WordPress, Odoo, `{error}`, `{error: {message}}`, and an order that was rejected.
 * Names may be nested, dotted, or JSON pointers. `aside`: it is what an error tells beside its words, so that only what is named so are words.
 */
export function wordsOf(body: unknown, aside = false): ErrorWords {
  const found = new Collected()
  if (typeof body === 'string') return { message: plain(body), fields: {} }
  if (Array.isArray(body)) found.collect(body, '')
  if (!isRecord(body)) return found.words('')
  const of = inAnyCase(body)
  for (const list of aside ? [...lists, 'params'] : lists) {
    const value = of[list]
    if (isRecord(value) && (isAside(value) || isError(value))) found.merge(wordsOf(value, isAside(value)))
    else if (typeof value === 'object') found.collect(value, '')
  }
  for (const sentence of sentences) {
    const value = of[sentence]
    if (sentence === 'error' && isRecord(value)) found.merge(wordsOf(value))
    else if (typeof value === 'object') found.collect(value, '')
  }
  const told = isRejected(body) ? ['statustext', ...sentences] : sentences
  const sentence =
    told.find((each) => textOf(of[each]) !== '') ?? (found.isEmpty ? lists.find((each) => typeof of[each] === 'string') : undefined)
  if (found.isEmpty && !isRejected(body) && !aside) collectFields(found, body, sentence === undefined)
  // What a rejected order or the cause of an error says comes before what its envelope says.
  const best = (sentence === 'message' || sentence === 'detail') && !isRejected(of['data']) && !isAside(of['data'])
  return found.words(sentence === undefined ? '' : textOf(of[sentence]), best)
}

/** Collects fields without any envelope, beside the bill of an order: each is a list of texts, or holds such lists; or a text, if the error has no other words (`texts`). */
function collectFields(found: Collected, body: Record<string, unknown>, texts: boolean): void {
  const fields = Object.entries(body).filter(([name]) => !['bill', ...lists, ...sentences].includes(name.toLowerCase()))
  const areTexts = texts && fields.every(([name, value]) => typeof value !== 'string' || plainFields.has(fieldName(name)))
  for (const [name, value] of fields) {
    if (areTexts && typeof value === 'string') found.collect(value, name)
    else found.collectBare(value, name)
  }
}

const inAnyCase = (of: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name.toLowerCase(), value]))

/** Whether a member of an error is an error itself: an answer that says no inside its envelope. Otherwise it holds fields. */
function isError(value: Record<string, unknown>): boolean {
  const of = inAnyCase(value)
  return typeof of['success'] === 'boolean' || typeof of['status'] === 'string' || lists.some((list) => of[list] !== undefined)
}

/** Whether a value is what WordPress (`status`) and Odoo (`debug`) tell about an error: a cart or a trace, say, and no fields. */
const isAside = (value: unknown): boolean => isRecord(value) && (typeof value['status'] === 'number' || typeof value['debug'] === 'string')

/** Whether a value is an order that the restaurant did not take: its members are no fields. */
const isRejected = (value: unknown): boolean =>
  isRecord(value) && /^(?:rejected|cancell?ed|declined|(?:payment_)?failed)$/i.test(String(value['status']))

/** Collects messages by the fields they are about. */
class Collected {
  private readonly fields = new Map<string, string[]>()
  private readonly whole: string[] = []
  private inner = ''

  get isEmpty(): boolean {
    return this.fields.size === 0 && this.whole.length === 0
  }

  /** `sentence`: what the error says of the whole. `best`: it is no mere title. */
  words(sentence: string, best = true): ErrorWords {
    const whole = this.whole.join(' ') || this.inner
    const message = sentence !== '' && (best || whole === '') ? sentence : whole
    const rest: FieldMessages = this.fields.size > 0 && this.whole.length > 0 ? { '': this.whole } : {}
    return { message, fields: { ...Object.fromEntries(this.fields), ...rest } }
  }

  merge({ message, fields }: ErrorWords): void {
    for (const [name, messages] of Object.entries(fields)) for (const each of messages) this.add(name, each)
    if (Object.keys(fields).length === 0) this.add('', message)
    else this.inner ||= message
  }

  /** Collects a text, a list of texts or of entries, or an object by field. `path`: the field they are about, as far as known. */
  collect(value: unknown, path: string): void {
    if (typeof value === 'string') this.add(path, value)
    else if (Array.isArray(value)) {
      // A list with gaps, or of lists, is as long as what it is about.
      const inPlaces = path !== '' && value.some((each) => each === null || Array.isArray(each))
      value.forEach((each, at) => this.collectEntry(each, inPlaces ? joined(path, String(at)) : path, inPlaces ? null : at))
    } else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) this.collectEntry(inner, joined(path, name), null)
  }

  /** Collects fields that stand alone: only lists of texts count, and objects that hold such lists. */
  collectBare(value: unknown, path: string): void {
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) this.collect(value, path)
    else if (Array.isArray(value)) value.forEach((each, at) => isRecord(each) && this.collectBare(each, joined(path, String(at))))
    else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) this.collectBare(inner, joined(path, name))
  }

  /** `at`: the place in a list; null for the value of a field. */
  private collectEntry(value: unknown, path: string, at: number | null): void {
    if (!isRecord(value)) {
      this.collect(value, path)
      return
    }
    const entry = inAnyCase(value)
    const message = words.map((word) => entry[word]).find((each) => typeof each === 'string' && each.trim() !== '')
    const inList = at !== null
    // The value of a field is an entry only if it says so: fields may be named "message" themselves.
    if (typeof message !== 'string' || (!inList && path === '')) this.collect(value, inList ? joined(path, String(at)) : path)
    else this.add(inList ? (namedIn(entry) ?? path) : path, message)
  }

  private add(path: string, message: string): void {
    const text = plain(message)
    const name = fieldName(path)
    if (text === '') return
    if (noField.has(name)) this.whole.push(text)
    else this.fields.set(name, [...(this.fields.get(name) ?? []), text])
  }
}

/** The path to the field that an entry names; null if it names none. GraphQL's `path` is no field: its field is in `extensions`. */
function namedIn(entry: Record<string, unknown>): string | null {
  if ('extensions' in entry || 'locations' in entry) return isRecord(entry['extensions']) ? namedIn(entry['extensions']) : null
  for (const name of names) {
    const value = entry[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (Array.isArray(value) && value.length > 0) return value.map(String).join('.')
    if (isRecord(value)) return namedIn(value)
  }
  return null
}

/** The name of a field in dots: of "/data/attributes/email", "$.Email", "children[email].data" it is "email". */
function fieldName(path: string): string {
  let name = path
    .replace(/^[#$/.]+/, '')
    .replace(/\[["']?([^\]"']*)["']?\]/g, '.$1')
    .replaceAll('/', '.')
    .replaceAll('.children.', '.')
    .replace(/(?<=.)\.(?:data|_?errors)$/, '')
    .replace(/^\.+|\.+$/g, '')
  while (containers.test(name)) name = name.replace(containers, '')
  // ASP.NET spells fields as its classes do.
  name = name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  const first = name.split('.', 1)[0] ?? ''
  return plainFields.has(first) ? first : name
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The text of a value, or the name of the thing it describes; empty when there is neither, or the name is a class of errors. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return plain(value)
  return isRecord(value) && !/(?:Error|Exception)$/.test(String(value['name'])) ? textOf(value['name']) : ''
}

/** A text without the tags and entities with which WordPress, for one, writes it. */
function plain(text: string): string {
  if (!/<[a-z/][^>]*>|&#?\w+;/i.test(text)) return text.trim()
  const spaced = text.replace(/<\/?(?:br|div|li|p)\b/gi, ' $&')
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent.replace(/\s+/g, ' ').trim()
}
