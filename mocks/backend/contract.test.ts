// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { makeHandlers } from './handlers/all.ts'
import { contractOperations } from './schemas.ts'
import type { Runtime } from './runtime.ts'
import { makeWorld } from './world.ts'

const world = makeWorld()
const runtime: Runtime = {
  world,
  shopOf: () => world.shop('main'),
  broken: () => Promise.resolve(new Response()),
  payment: () => ({ url: '', shop: '' }),
}
const contract = contractOperations()
const handlers = makeHandlers(runtime)

describe('the contract and the mock backend', () => {
  it('have a handler for each call and no other', () => {
    expect(Object.keys(handlers).sort()).toEqual(contract.map(({ name }) => name).sort())
  })

  it.each(contract.map((operation) => [operation.name, operation] as const))(
    '%s is handled where the contract has it',
    (name, { method, path }) => {
      const handler = handlers[name as keyof typeof handlers]
      expect(handler.info.method).toBe(method)
      expect(handler.info.path).toBe(`*/api${path.replace(/\{(\w+)\}/g, ':$1')}`)
    },
  )
})
