import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ApiError, errorFrom, gatewayCodes, saysNo } from './apiError.ts'
import { wordsOf } from './errorWords.ts'

const email = { email: ['Enter a valid address.'] }

describe('the words of an error', () => {
  it.each<[string, unknown, string, Record<string, string[]>]>([
    ['the contract', { message: 'Invalid.', data: email }, 'Invalid.', email],
    ['Laravel', { message: 'The given data was invalid.', errors: email }, 'The given data was invalid.', email],
    ['Laravel, dotted', { message: '', errors: { 'cart.items.1': ['Sold out.'] } }, '', { 'cart.items.1': ['Sold out.'] }],
    ['Django, bare', { ...email, non_field_errors: ['Closed.'] }, 'Closed.', { ...email, '': ['Closed.'] }],
    ['Django, nested', { address: { zipcode: ['Unknown.'] } }, '', { 'address.zipcode': ['Unknown.'] }],
    ['Django, nested list', { items: [{}, { qty: ['Too many.'] }] }, '', { 'items.1.qty': ['Too many.'] }],
    ['Django, detail', { detail: 'Not found.' }, 'Not found.', {}],
    ['simplejwt', { code: 'token_not_valid', detail: 'Token is expired.' }, 'Token is expired.', {}],
    ['Lumen, bare', email, '', email],
    ['Lumen, one text', { errors: { email: 'Enter a valid address.' } }, '', email],
    ['Rails', { errors: email }, '', email],
    ['Rails, full messages', { errors: ['Email is invalid', 'Name is empty'] }, 'Email is invalid Name is empty', {}],
    ['Rails, base', { errors: { base: ['Closed.'] } }, 'Closed.', {}],
    [
      'problem+json',
      {
        type: 'https://example.org/invalid',
        title: 'Invalid',
        status: 422,
        detail: 'Two fields are wrong.',
        'invalid-params': [{ name: 'email', reason: 'Enter a valid address.' }],
      },
      'Two fields are wrong.',
      email,
    ],
    ['RFC 9457', { title: 'Invalid', errors: [{ detail: 'Enter a valid address.', pointer: '#/email' }] }, 'Invalid', email],
    [
      'Symfony',
      {
        title: 'Validation Failed',
        detail: 'email: Enter…',
        violations: [{ propertyPath: 'email', title: 'Enter a valid address.', code: 'c1' }],
      },
      'email: Enter…',
      email,
    ],
    ['Symfony, form', { violations: [{ propertyPath: 'children[email].data', message: 'Enter a valid address.' }] }, '', email],
    ['{field, message}', { errors: [{ field: 'email', message: 'Enter a valid address.' }] }, '', email],
    ['a list alone', [{ field: 'email', message: 'Enter a valid address.' }], '', email],
    ['express-validator', { errors: [{ type: 'field', msg: 'Enter a valid address.', path: 'email', location: 'body' }] }, '', email],
    ['FastAPI', { detail: [{ loc: ['body', 'email'], msg: 'Enter a valid address.', type: 'value_error' }] }, '', email],
    ['Spring', { error: 'Bad Request', errors: [{ field: 'email', defaultMessage: 'Enter a valid address.' }] }, 'Bad Request', email],
    ['NestJS', { statusCode: 400, message: ['Closed.', 'Too late.'], error: 'Bad Request' }, 'Closed. Too late.', {}],
    ['Mongoose', { errors: { email: { name: 'ValidatorError', message: 'Enter a valid address.', path: 'email' } } }, '', email],
    ['ASP.NET', { title: 'Invalid', status: 400, traceId: '00-1', errors: { Email: ['Enter a valid address.'] } }, 'Invalid', email],
    [
      'JSON:API',
      { errors: [{ status: '422', title: 'Invalid', detail: 'Enter a valid address.', source: { pointer: '/data/attributes/email' } }] },
      '',
      email,
    ],
    ['{error}', { error: 'Closed.' }, 'Closed.', {}],
    ['{error: {message}}', { error: { message: 'Closed.', code: 422 } }, 'Closed.', {}],
    ['{error: {details}}', { error: { message: 'Invalid.', details: email } }, 'Invalid.', email],
    ['a success that says no', { data: { success: false, message: 'Closed.' } }, 'Closed.', {}],
    ['the same with errors', { success: false, message: 'No.', errors: email }, 'No.', email],
    [
      'a form with such fields',
      { errors: { message: ['Write something.'], name: ['Who are you?'] } },
      '',
      { message: ['Write something.'], name: ['Who are you?'] },
    ],
    ['a text', 'Closed.', 'Closed.', {}],
    ['a text as data', { data: 'Kitchen closed' }, 'Kitchen closed', {}],
    ['a text as errors', { errors: 'Kitchen closed' }, 'Kitchen closed', {}],
    ['a text as data beside a message', { message: 'Closed.', data: 'trace' }, 'Closed.', {}],
    ['.NET', { Message: 'Kitchen closed' }, 'Kitchen closed', {}],
    ['.NET, fields', { Title: 'Invalid', Errors: { Email: ['Enter a valid address.'] } }, 'Invalid', email],
    ['FluentValidation', [{ PropertyName: 'Email', ErrorMessage: 'Enter a valid address.' }], '', email],
    ['a bare field with one text', { email: 'Enter a valid address.' }, '', email],
    ['the same in an envelope', { success: false, email: 'Enter a valid address.' }, '', email],
    ['bare texts that are no fields', { email: 'a@example.org', trace: 'a.php:3' }, '', {}],
    ['Zod', { error: { issues: [{ path: ['email'], message: 'Enter a valid address.' }], name: 'ZodError' } }, '', email],
    ['Zod, flattened', { error: { formErrors: ['Closed.'], fieldErrors: email } }, 'Closed.', { ...email, '': ['Closed.'] }],
    ['Zod, flattened in errors', { errors: { formErrors: [], fieldErrors: email } }, '', email],
    ['Zod, formatted', { error: { _errors: [], email: { _errors: email.email } } }, '', email],
    ['by rule', { data: { email: { required: 'Enter a valid address.' } } }, '', email],
    ['Symfony, form tree', { children: { email: { errors: email.email }, name: {} } }, '', email],
    [
      'the same in errors',
      { code: 400, errors: { errors: ['Closed.'], children: { email: { errors: email.email } } } },
      'Closed.',
      { ...email, '': ['Closed.'] },
    ],
    ['{attribute, message}', [{ attribute: 'email', message: 'Enter a valid address.' }], '', email],
    ['{parameter, message}', [{ parameter: 'email', message: 'Enter a valid address.' }], '', email],
    ['{fieldName, message}', [{ fieldName: 'email', message: 'Enter a valid address.' }], '', email],
    ['lists in a list', { errors: { cart: { items: [null, ['Sold out.']] } } }, '', { 'cart.items.1': ['Sold out.'] }],
    [
      'entries in a list with gaps',
      { errors: { cart: { items: [null, { message: 'Sold out.' }] } } },
      '',
      { 'cart.items.1': ['Sold out.'] },
    ],
    ['GraphQL', { errors: [{ message: 'Closed.' }], data: { placeOrder: null } }, 'Closed.', {}],
    [
      'GraphQL with a path',
      { errors: [{ message: 'Closed.', locations: [{ line: 1 }], path: ['placeOrder'] }], data: { placeOrder: null } },
      'Closed.',
      {},
    ],
    ['GraphQL, field', { errors: [{ message: 'Enter a valid address.', path: ['p'], extensions: { field: 'email' } }] }, '', email],
    ['a rejected order', { data: { id: 1, code: 'A1', status: 'rejected', statusText: 'Kitchen closed' } }, 'Kitchen closed', {}],
    ['the same without data', { id: 1, code: 'A1', status: 'cancelled', statusText: 'Kitchen closed' }, 'Kitchen closed', {}],
    ['the same with a message', { data: { id: 1, code: 'A1', status: 'Rejected', message: 'Kitchen closed' } }, 'Kitchen closed', {}],
    [
      'the same in an envelope that says ok',
      { success: true, message: 'OK', data: { id: 1, status: 'canceled', statusText: 'Kitchen closed' } },
      'Kitchen closed',
      {},
    ],
    [
      'a rejected order with all that it has',
      {
        data: {
          code: 'A1',
          status: 'rejected',
          address: 'Road 1',
          items: [{ product: 'Soup', options: { Size: ['L'] } }],
          payment: { tax: 1 },
        },
      },
      '',
      {},
    ],
    ['a rejected order with fields', { data: { code: 'A1', status: 'rejected', errors: email } }, '', email],
    ['a status line', { status: 422, statusText: 'Unprocessable Content', message: 'Closed.' }, 'Closed.', {}],
    ['nothing', undefined, '', {}],
    ['null', { message: null, data: null, errors: [] }, '', {}],
    ['numbers', { data: { email: [1, null] }, message: {} }, '', {}],
    ['CodeIgniter', { status: 400, error: 400, messages: { error: 'Closed.' } }, 'Closed.', {}],
    ['CodeIgniter, fields', { status: 400, error: 400, messages: email }, '', email],
    ['Slim', { statusCode: 400, error: { type: 'BAD_REQUEST', description: 'Closed.' } }, 'Closed.', {}],
    ['Flask', { code: 400, name: 'Bad Request', description: 'Closed.' }, 'Closed.', {}],
    ['Hydra', { '@type': 'hydra:Error', 'hydra:title': 'An error occurred', 'hydra:description': 'Closed.' }, 'Closed.', {}],
    ['AWS', { errorMessage: 'Closed.', errorType: 'E' }, 'Closed.', {}],
    ['WordPress', { code: 'bad', message: 'Closed.', data: { status: 400 } }, 'Closed.', {}],
    ['WordPress, fields', { message: 'Invalid.', data: { status: 400, params: { email: email.email[0] } } }, 'Invalid.', email],
    [
      'data that are no fields',
      { message: 'Sold out.', data: { status: 409, cart: { items: [{ key: 'a1', name: 'Pizza', tags: ['x'] }], currency: 'EUR' } } },
      'Sold out.',
      {},
    ],
    [
      'Odoo',
      {
        jsonrpc: '2.0',
        error: {
          code: 200,
          message: 'Odoo Server Error',
          data: { name: 'odoo.exceptions.UserError', debug: 'Traceback…', message: 'Closed.', arguments: ['Closed.'] },
        },
      },
      'Closed.',
      {},
    ],
    ['a stack trace is no field', { message: 'Server Error', exception: 'E', trace: [{ file: 'a.php', line: 3 }] }, 'Server Error', {}],
  ])('%s', (_form, body, message, fields) => {
    expect(wordsOf(body)).toEqual({ message, fields })
  })
})

describe('who says no', () => {
  it('the restaurant does, of the thing that was asked', () => {
    expect([400, 404, 409, 410, 422].map((status) => saysNo(errorFrom(status, { message: 'No.' })))).toEqual(Array(5).fill(true))
    expect(saysNo(errorFrom(404, { code: 'no_such_order', message: 'No.' }))).toBe(true)
  })
  it('who asks, where and how often is another matter, unless the call says so', () => {
    for (const status of [401, 403, 408, 419, 421, 429]) {
      expect(saysNo(errorFrom(status, {}))).toBe(false)
      expect(saysNo(errorFrom(status, {}), [status])).toBe(true)
    }
  })
  it('neither the gateway nor what stands before it, nor a failure, nor silence', () => {
    for (const code of gatewayCodes) expect(saysNo(errorFrom(404, { code, message: '' }), [404])).toBe(false)
    expect(saysNo(errorFrom(404, undefined, new Headers(), false))).toBe(false)
    expect([0, 500, 502, 503].some((status) => saysNo(new ApiError({ status })))).toBe(false)
    expect(saysNo(new TypeError('a fault of our own'))).toBe(false)
  })
  it('the backend does with a code of the gateway, too: the header tells them apart', () => {
    for (const code of gatewayCodes)
      expect(errorFrom(400, { code, message: 'No.' }, new Headers({ 'X-Upstream-Status': '400' }))).toMatchObject({
        code: '',
        message: 'No.',
      })
  })
  it('knows every code of docs/wire.md', () => {
    const table = readFileSync('docs/wire.md', 'utf8').split('\n## ')[3] ?? ''
    const codes = [...table.matchAll(/^\| \d{3} \| ((?:`[a-z_]+`[ /]*)+)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/[a-z_]+/g)].map(([code]) => code),
    )
    expect(codes.length).toBeGreaterThan(12)
    expect(codes.filter((code) => !gatewayCodes.has(code))).toEqual([])
  })
})

describe('the backend’s word that nothing was done', () => {
  it.each([false, 'false', 0, '0'])('placed: %j, at the root or in data', (placed) => {
    expect(errorFrom(500, { placed }).notPlaced).toBe(true)
    expect(errorFrom(502, { message: 'No.', data: { placed } }).notPlaced).toBe(true)
  })
  it.each([true, 'true', 1, null, undefined, '', []])('placed: %j says nothing', (placed) => {
    expect(errorFrom(500, { placed, data: { placed } }).notPlaced).toBe(false)
    expect(errorFrom(500, { data: [placed] }).notPlaced).toBe(false)
  })
})

describe('the bill beside a refused order', () => {
  const bill = { lines: [9.5, 4], discounts: [{ name: '10', value: 1.5 }], taxItems: [], total: 12 }
  const spelled = { lines: ['9.50', '4'], discounts: [{ name: '10', value: '1.5' }], taxItems: [], total: '12.00' }
  it.each<[string, unknown]>([
    ['the contract', bill],
    ['decimal texts', spelled],
    ['wrapped', { data: bill }],
    ['wrapped decimal texts', { data: spelled }],
  ])('%s', (_form, sent) => {
    const error = errorFrom(422, { message: 'The prices have changed.', bill: sent })
    expect(error).toMatchObject({ bill, message: 'The prices have changed.' })
    expect(error.fields).toEqual({})
  })
  it('without what is no list', () => {
    expect(errorFrom(422, { bill: { lines: {}, discounts: null, fees: [null], total: 12 } }).bill).toEqual({ fees: [], total: 12 })
  })
  it.each([null, [], 'a', {}, { total: null }, { total: '12,00' }, { total: -1 }, { total: [] }])(
    'none whose total can be read: %j',
    (sent) => {
      expect(errorFrom(422, { bill: sent }).bill).toBeUndefined()
    },
  )

  it('shows nobody the words of a failure, which are for developers, unless an order was not placed', () => {
    const words = { message: 'SQLSTATE[23000]: Integrity constraint violation' }
    const ours = new ApiError({ status: 500 }).message
    expect([500, 502, 503].map((status) => errorFrom(status, words).message)).toEqual(Array(3).fill(ours))
    expect(errorFrom(500, { ...words, data: { email: ['taken'] } }).firstMessages()).toEqual({ email: 'taken' })
    expect(errorFrom(500, { message: 'The kitchen is closed.', placed: false }).message).toBe('The kitchen is closed.')
    expect(errorFrom(503, { code: 'orders_paused', message: 'Ordering is paused.' }).message).toBe('Ordering is paused.')
    expect(errorFrom(422, words).message).toBe(words.message)
  })
})
