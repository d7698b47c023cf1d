import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Category, Product } from '../../../../contracts/types.ts'
import { shapes, answers } from '../../../../contracts/optional.ts'
import { operationsAt } from '../../../../mocks/backend/operations.ts'
import { contractOperations } from '../../../../mocks/backend/schemas.ts'
import { absentCalls } from '../../api/absentCalls.ts'
import { queryClient } from '../../api/queryClient.ts'
import { productLine } from '../../domain/known.fixture.ts'
import { initialProductChoice, missingInProduct } from '../../domain/pricing.ts'
import { submissionOf } from '../../domain/submission.ts'
import { isRecord } from '../../domain/wire.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { cartActions } from '../../cart/cartStore.ts'
import { chooseDelivery, noDeliveryChoice } from '../../cart/deliveryStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { settingsQuery } from '../../restaurant/settings.ts'
import { caller, publicScope } from '../../session/identity.ts'
import { forgetLogin, login } from '../../session/login.ts'
import { openMockShop } from '../../test-setup-shop.tsx'
import { categoriesQuery, categoryProductsQuery, productQuery } from '../menu/queries.ts'
import { emptyFields } from './useCheckout.ts'
import { placeOrder } from './queries.ts'
import { useCheckout } from './useCheckout.ts'
import { useRepeat } from './useRepeat.ts'

// What the contract calls optional is left out of the backend's answers, one thing at a time, and an order is placed each time: through the queries and
// the checkout's state, without its screen, which sparse.desktop.spec.ts and smallest.desktop.spec.ts show with everything left out at once.

const { world } = openMockShop()
const contract = new Map(contractOperations().map((operation) => [operation.name, operation]))

/** Changes an answer of the backend, as the gateway passes it on: status and body by the name of the call. */
type Change = (operation: string, body: unknown) => { status?: number; body: unknown }
let change: Change | undefined
/** The calls that the order made. */
const made = new Set<string>()

beforeEach(() => {
  made.clear()
  change = undefined
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, location.href)
    const answer = await real(input, init)
    const operation = operationsAt(url.pathname).get(init?.method ?? 'GET')?.name
    if (operation === undefined) return answer
    made.add(operation)
    if (change === undefined || !answer.ok) return answer
    const changed = change(operation, await answer.json())
    return Response.json(changed.body, { status: changed.status ?? answer.status })
  })
})
afterEach(() => {
  cleanup()
  forgetLogin()
  vi.unstubAllGlobals()
})

const quick = { interval: 5 }
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>

/** Fills the cart and the form as a customer does, in a visit of its own, until the checkout has loaded. */
async function fill(as: 'guest' | 'account', left?: Change) {
  cleanup()
  queryClient.clear()
  absentCalls.set(new Set())
  // A backend without a tax call expects no tax, and none of these taxes is in a price.
  world.setScenario({ names: ['open'] })
  if (as === 'account') {
    const ada = { email: 'ada@example.org', password: 'correct-horse' }
    const headers = { 'Content-Type': 'application/json', 'X-Branch': local.read(storedKeys.branchUrl) ?? '' }
    const { token } = (await (await fetch('/api/login', { method: 'POST', headers, body: JSON.stringify(ada) })).json()) as {
      token: string
    }
    await login(token)
  }
  made.clear()
  change = left
  const settings = await queryClient.query(settingsQuery(publicScope()))
  expect(settings.length).toBeGreaterThan(0)
  const { category, product } = await dish()
  cartActions.flush()
  cartActions.add(productLine(product, initialProductChoice(product), 9, shopCurrency(), category.id))
  chooseDelivery({ ...noDeliveryChoice, deliverType: 'delivery', areaId: 1 })
  const fields = {
    ...emptyFields,
    name: 'Ada',
    email: 'a@example.org',
    phone: '+493023125042',
    address: 'Torstraße 1',
    paymentType: 'cash',
    terms: true,
    elsewhere: true,
  }
  const { result } = renderHook(() => useCheckout(fields, useRepeat(false).order?.payment.method ?? null, null, null), { wrapper })
  // Without areas there is no delivery: the customer collects.
  await waitFor(() => expect(result.current.loading).toBe(false), quick)
  return result
}

/** Places an order; fails where the shop would not let the customer. */
async function order(as: 'guest' | 'account', left?: Change): Promise<void> {
  const result = await fill(as, left)
  if (result.current.destination.area === null) chooseDelivery({ deliverType: 'takeaway' })
  const { form, bill, cart } = await waitFor(() => {
    const { obstacle, bill, loading } = result.current
    expect([obstacle, bill.complete, loading]).toEqual([null, true, false])
    return result.current
  }, quick)
  if (form.deliverType === null || form.paymentType === null) throw new Error('the form is not complete')
  const body = submissionOf(
    { ...form, deliverType: form.deliverType, paymentType: form.paymentType },
    cart.cart,
    bill.bill.totals,
    shopCurrency(),
  )
  const before = world.state.orders.length
  await placeOrder(body, crypto.randomUUID().replaceAll('-', ''), caller())
  expect(world.state.orders).toHaveLength(before + 1)
}

/** The dish that is ordered: the first that needs no choice while nothing is left out. */
let ordered: string | undefined

/** The dish as its sheet shows it. */
async function dish(): Promise<{ category: Category; product: Product }> {
  for (const category of await queryClient.query(categoriesQuery(publicScope()))) {
    const { data } = await queryClient.query(categoryProductsQuery(publicScope(), category.id))
    const listed = data.find((each) => (ordered === undefined ? needsNoChoice(each) : String(each.id) === ordered))
    if (listed === undefined) continue
    ordered = String(listed.id)
    const detail: unknown = await queryClient.query(productQuery(publicScope(), category.id, listed.id))
    return { category, product: isRecord(detail) && detail['id'] === listed.id ? (detail as Product) : listed }
  }
  throw new Error('every dish needs a choice')
}

const needsNoChoice = (product: Product): boolean =>
  product.sizes.length > 0 && missingInProduct(product, initialProductChoice(product)).length === 0

/** An answer without the fields of this name in all objects of a schema; `to` replaces them. */
function without(value: unknown, at: string, schema: string, fields: readonly string[], to: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, at, schema, fields, to))
  const shape = shapes[at]
  if (typeof value !== 'object' || value === null || shape === undefined) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => at !== schema || !fields.includes(name) || to !== undefined)
      .map(([name, inner]): [string, unknown] => {
        if (at === schema && fields.includes(name)) return [name, to === '' ? emptied(inner) : to]
        const of = shape.of[name]
        return [name, of === undefined ? inner : without(inner, of, schema, fields, to)]
      }),
  )
}

/** An empty text or list; anything else is the same. */
const emptied = (value: unknown): unknown => (Array.isArray(value) ? [] : typeof value === 'string' ? '' : value)

/** The schemas of an answer, nested ones too. */
function schemasOf(schema: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(schema)) {
    seen.add(schema)
    for (const inner of Object.values(shapes[schema]?.of ?? {})) schemasOf(inner, seen)
  }
  return seen
}

describe.each(['guest', 'account'] as const)('an order as %s', (as) => {
  it('is placed without each optional call', async () => {
    await order(as)
    const calls = [...made].filter((name) => contract.get(name)?.required === false)
    expect(calls).toContain('getProduct')
    for (const call of calls) {
      const { absent } = contract.get(call)!
      const missing = absent === undefined ? { status: 404, body: { message: 'Not found.' } } : { body: JSON.parse(absent) as unknown }
      // In place of a public list the gateway lets no null pass (docs/wire.md section 3).
      const nothing = Array.isArray(missing.body) ? [] : [{ body: null }]
      for (const answer of [missing, ...nothing, { body: [] }]) {
        await order(as, (operation, body) => (operation === call ? answer : { body })).catch((error: unknown) => {
          throw new Error(`without ${call}, ${JSON.stringify(answer)}: ${String(error)}`)
        })
      }
    }
  })

  it('is placed without each optional field', async () => {
    await order(as)
    const schemas = new Set([...made].flatMap((call) => (answers[call] === undefined ? [] : [...schemasOf(answers[call])])))
    expect(schemas).toContain(as === 'guest' ? 'Product' : 'Address')
    for (const schema of schemas) {
      if ((as === 'account') !== /^(User|Address|Order)/.test(schema)) continue
      const optional = shapes[schema]?.optional ?? []
      // Null and empty for all fields of a schema at once, absent for each alone. What may not be null the gateway leaves out
      // (reading.TestOptionalMembers).
      for (const [fields, to] of [
        ...optional.map((field) => [[field], undefined] as const),
        [optional.filter((field) => shapes[schema]?.nullable.includes(field)), null] as const,
        [optional, ''] as const,
      ]) {
        if (fields.length === 0) continue
        const left: Change = (call, body) => ({ body: without(body, answers[call] ?? '', schema, fields, to) })
        await order(as, left).catch((error: unknown) => {
          throw new Error(`without ${schema}.${fields.join()} (${JSON.stringify(to)}): ${String(error)}`)
        })
      }
    }
  })
})

it('no order is placed without a required call', async () => {
  const result = await fill('guest', (call, body) => ({ body: call === 'listPaymentProviders' ? [] : body }))
  await waitFor(() => expect([result.current.bill.complete, result.current.obstacle]).toEqual([true, { kind: 'noProvider' }]), quick)
})
