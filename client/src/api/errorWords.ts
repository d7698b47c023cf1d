import type { FieldMessages } from '../../../contracts/types.ts'
import { isRecord } from '../domain/wire.ts'

/** What an error says: about single fields, by their names, and about the whole. */
export interface ErrorWords {
  /** Empty if there is none. */
  message: string
  /** In the order in which they were sent. What is about no field is under the empty name, if there are fields as well. */
  fields: FieldMessages
}

/** Members of an error that hold words about fields. */
const lists = ['data', 'errors', 'violations', 'details', 'fields', 'fieldErrors', 'validationErrors', 'invalid-params', 'invalid_params']
/** Members that hold a sentence about the whole, the best first. */
const sentences = ['message', 'error_description', 'detail', 'error', 'msg', 'title', 'reason']
/** Members of an entry that hold its words. */
const words = ['message', 'detail', 'msg', 'defaultMessage', 'reason', 'description', 'title', 'error']
/** Members of an entry that name its field. */
const names = ['field', 'propertyPath', 'property', 'path', 'param', 'pointer', 'loc', 'name', 'key', 'source']
/** Names under which frameworks put what is about no field. */
const noField = new Set(['', '__all__', '_error', '_schema', 'base', 'global', 'non_field_errors', 'nonFieldErrors', 'root', 'error'])
/** What stands before the name of a field in a path to it. */
const containers = /^(?:data|attributes|body|query|form|input|children)\./

/**
 * Reads the words of a backend's error in the forms that are common: the contract's own (`message` and `data`), Laravel and Rails (`errors` by field),
 * Django and Lumen (the fields themselves), Symfony (`violations`), Express and Spring (`[{field, message}]`), FastAPI (`detail: [{loc, msg}]`),
 * JSON:API, problem+json (RFC 9457), ASP.NET, `{error}` and `{error: {message}}`. Names may be nested, dotted, or JSON pointers.
 */
export function wordsOf(body: unknown): ErrorWords {
  const found = new Collected()
  if (typeof body === 'string') return { message: body.trim(), fields: {} }
  if (Array.isArray(body)) found.collect(body, '')
  if (!isRecord(body)) return found.words('')
  for (const list of lists) {
    const value = body[list]
    // An answer that says no inside its envelope.
    if (isRecord(value) && (typeof value['success'] === 'boolean' || value['errors'] !== undefined)) found.merge(wordsOf(value))
    else if (typeof value === 'object') found.collect(value, '')
  }
  for (const sentence of sentences) {
    const value = body[sentence]
    if (sentence === 'error' && isRecord(value)) found.merge(wordsOf(value))
    else if (typeof value === 'object') found.collect(value, '')
  }
  // Fields without any envelope: each is a list of texts, or holds such lists.
  if (found.isEmpty)
    for (const [name, value] of Object.entries(body)) if (!lists.includes(name) && !sentences.includes(name)) found.collectBare(value, name)
  const sentence = sentences.find((each) => textOf(body[each]) !== '')
  return found.words(sentence === undefined ? '' : textOf(body[sentence]), sentence === 'message' || sentence === 'detail')
}

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
    else if (Array.isArray(value)) value.forEach((each, at) => this.collectEntry(each, path, at))
    else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) this.collectEntry(inner, joined(path, name), null)
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
    const message = words.map((word) => value[word]).find((each) => typeof each === 'string' && each.trim() !== '')
    const inList = at !== null
    // The value of a field is an entry only if it says so: fields may be named "message" themselves.
    if (typeof message !== 'string' || (!inList && path === '')) this.collect(value, inList ? joined(path, String(at)) : path)
    else this.add(inList ? (namedIn(value) ?? path) : path, message)
  }

  private add(path: string, message: string): void {
    const text = message.trim()
    const name = fieldName(path)
    if (text === '') return
    if (noField.has(name)) this.whole.push(text)
    else this.fields.set(name, [...(this.fields.get(name) ?? []), text])
  }
}

/** The path to the field that an entry names; null if it names none. */
function namedIn(entry: Record<string, unknown>): string | null {
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
    .replace(/(?<=.)\.data$/, '')
    .replace(/^\.+|\.+$/g, '')
  while (containers.test(name)) name = name.replace(containers, '')
  // ASP.NET spells fields as its classes do.
  return name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The text of a value, or the name of the thing it describes; empty when there is neither. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  return isRecord(value) && value['name'] !== value ? textOf(value['name']) : ''
}
