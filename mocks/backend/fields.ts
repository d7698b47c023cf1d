/** Validation of a body, field by field, as the upstream reports it: 422 `{message, data: {field: [first, second]}}` (docs/specification.md section 8). */
import { failure, type Call } from './runtime.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const PHONE = /^\+?[\d\s()/.-]{6,24}$/

/** Collects the messages of a body's fields. */
export interface Fields {
  /** The field as trimmed text; '' if it is missing. */
  text(name: string): string
  /** A required text. */
  required(name: string, most?: number): string
  /** A required e-mail address. */
  email(name: string): string
  /** A required telephone number. */
  phone(name: string): string
  /** A box that must be ticked. */
  accepted(name: string): void
  /** Adds a message, an English sentence of messages.json. */
  add(name: string, message: string, values?: Readonly<Record<string, string>>): void
  has(name: string): boolean
  /** Throws the 422 if there is any message, with `more` beside the messages. */
  check(more?: Readonly<Record<string, unknown>>): void
}

/** Starts the validation of a body. */
export const fieldsOf = (call: Call, body: Readonly<Record<string, unknown>>): Fields => {
  const data: Record<string, string[]> = {}
  const add: Fields['add'] = (name, message, values) => {
    data[name] = [...(data[name] ?? []), call.say(message, values)]
  }
  const text = (name: string): string => {
    const value = body[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const required = (name: string, most = 255): string => {
    const value = text(name)
    if (value === '') add(name, 'This field is required.')
    else if (value.length > most) add(name, 'This text is too long.')
    return value
  }
  return {
    text,
    required,
    add,
    email: (name) => {
      const value = required(name)
      if (value !== '' && !EMAIL.test(value)) add(name, 'This is not an e-mail address.')
      return value.toLowerCase()
    },
    phone: (name) => {
      const value = required(name)
      if (value !== '' && (!PHONE.test(value) || value.replace(/\D/g, '').length < 6)) add(name, 'This is not a telephone number.')
      return value
    },
    accepted: (name) => {
      if (body[name] !== true) add(name, 'Please accept the terms.')
    },
    has: (name) => name in data,
    check: (more = {}) => {
      if (Object.keys(data).length > 0) throw failure(422, call.say('The given data was invalid.'), { data, ...more })
    },
  }
}
