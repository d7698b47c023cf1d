/** The scenario `sparse`: responses without the fields that the contract calls optional. */
import { answers, shapes } from '../../contracts/optional.ts'
import type { OperationName } from './operations.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Optional by the contract, and still there: without them a dish or menu could not be ordered (its lists leave them out), a payment not be made, a table
 * be a customer, an address be in no delivery area, and an open day be a closed one.
 */
const needed: Readonly<Record<string, (value: unknown, operation: string) => boolean>> = {
  'Menu.items': (_, operation) => operation === 'getMenu',
  'Product.variants': (value, operation) => operation === 'getProduct' && anyRequired(value),
  'MenuItem.variants': (value, operation) => operation === 'getMenu' && anyRequired(value),
  'CheckoutResult.url': () => true,
  'User.is_generated': (value) => value === true,
  // The area itself is left out: the shop finds it among the areas.
  'Address.areaId': () => true,
}

/** Whether the scenario leaves this optional field of an answer out. */
export const leftOut = (schema: string, field: string, value: unknown, operation: string): boolean =>
  schema !== 'WorkingHours.data' && needed[`${schema}.${field}`]?.(value, operation) !== true

/** An answer's body without its optional fields. */
export const sparse = (operation: OperationName, body: unknown): unknown => {
  const schema = answers[operation]
  return schema === undefined ? body : pruned(body, schema, operation)
}

const pruned = (value: unknown, schema: string, operation: string): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => pruned(each, schema, operation))
  const shape = shapes[schema]
  if (!isObject(value) || shape === undefined) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field, inner]) => !shape.optional.includes(field) || !leftOut(schema, field, inner, operation))
      .map(([field, inner]) => {
        const of = shape.of[field]
        return [field, of === undefined ? inner : pruned(inner, of, operation)]
      }),
  )
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const anyRequired = (value: unknown): boolean =>
  Array.isArray(value) && value.some((variant) => isObject(variant) && variant['required'] === true)
