import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'

interface Answer {
  $ref?: string
  content?: { 'application/json'?: { schema: object; example: unknown } }
}
interface Node {
  $ref?: string
  description?: string
  items?: Node
  properties?: Record<string, Node>
  in?: string
  schema?: Node
}
interface Call {
  operationId: string
  'x-auth'?: string
  'x-envelope'?: string
  'x-required'?: boolean
  'x-without'?: string
  security: object[]
  parameters: { $ref?: string }[]
  responses: Record<string, Answer>
}
interface Contract {
  paths: Record<string, Record<string, Call>>
  components: { schemas: Record<string, { properties?: object }>; responses: Record<string, Answer> }
}

const read = (name: string) => parse(readFileSync(new URL(`../contracts/${name}`, import.meta.url), 'utf8')) as Contract
const calls = (contract: Contract) =>
  Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`, call })),
  )
const browser = read('openapi.yaml')
const upstream = read('upstream.yaml')
const jsonOf = (contract: Contract, { $ref, content }: Answer) =>
  (content ?? contract.components.responses[$ref?.split('/').at(-1) ?? '']?.content)?.['application/json']

describe('the upstream side of the contract', () => {
  it('has the calls of the browser side, in their order', () => {
    expect(calls(upstream).map(({ name }) => name)).toEqual(calls(browser).map(({ name }) => name))
  })

  it.each(calls(browser))('$name: says whether the shop needs it, or what the shop does without it', ({ call }) => {
    expect(call['x-required'] === true).toBe(call['x-without'] === undefined)
  })

  it.each(calls(upstream))('$name: wraps its successes, and their examples are valid', ({ name, call }) => {
    const ajv = new Ajv2020({ strict: false, formats: fullFormats })
    ajv.addSchema({ $id: 'contract', components: upstream.components })
    const asBrowser = calls(browser).find((other) => other.name === name)?.call
    for (const [status, answer] of Object.entries(call.responses)) {
      const json = jsonOf(upstream, answer)
      if (json === undefined) continue
      const schema = JSON.parse(JSON.stringify(json.schema).replaceAll('"#/components', '"contract#/components')) as object
      expect(ajv.validate(schema, json.example), `${status}: ${ajv.errorsText()}`).toBe(true)
      if (!status.startsWith('2')) continue
      const given = jsonOf(browser, asBrowser?.responses[status] ?? {})?.example
      const { data } = json.example as { data: unknown }
      const opened = asBrowser?.['x-envelope'] === 'data-meta' ? json.example : typeof data === 'string' ? JSON.parse(data) : data
      expect(opened).toEqual(given)
    }
  })

  it.each(calls(upstream))('$name: names the errors that the shop knows', ({ name, call }) => {
    const auth = calls(browser).find((other) => other.name === name)?.call['x-auth']
    const due = [
      '429',
      '500',
      ...(auth === 'required' ? ['401'] : []),
      ...(name.startsWith('GET') ? [] : ['419']),
      ...(name.includes('{') ? ['404'] : []),
    ]
    expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(due))
    expect(call.security).toEqual(auth === 'required' ? [{ bearer: [] }] : auth === 'optional' ? [{}, { bearer: [] }] : [])
  })

  it.each(calls(upstream))('$name: has an example for each failure', ({ name, call }) => {
    for (const [status, answer] of Object.entries(call.responses).filter(([each]) => !each.startsWith('2'))) {
      const json = jsonOf(upstream, answer)
      expect(json?.example, status).toMatchObject({ message: expect.any(String) as string })
      // Only a form has fields to say more about.
      if (status === '422' && !name.startsWith('GET')) expect(json?.example, status).toHaveProperty('data')
    }
  })

  it('has nothing that exists between browser and BFF only', () => {
    const text = JSON.stringify(upstream)
    for (const word of ['X-Branch', 'idToken', 'accessToken', 'nonce', 'urlRefused', 'x-cache', 'x-gateway'])
      expect(text).not.toContain(word)
    expect(JSON.stringify(browser)).toContain('urlRefused')
  })
})

describe.each(['openapi', 'upstream', 'bff'])('contracts/%s.yaml', (name) => {
  it('describes each field and each parameter', () => {
    const contract = read(`${name}.yaml`)
    const others = { 'openapi.yaml': browser }
    const follow = (node: Node): Node => {
      const [file = '', pointer] = (node.$ref ?? '').split('#/')
      if (pointer === undefined) return node
      const document: unknown = file === '' ? contract : others[file as keyof typeof others]
      return pointer.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Node
    }
    const described = (node: Node) => [node, follow(node), node.items ? follow(node.items) : {}].some(({ description }) => description)
    const missing: string[] = []
    let seen = 0
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties, in: place, schema } = node as Node
      // `data` of the upstream's envelope holds what the schema in it describes.
      const fields = Object.entries(typeof properties === 'object' ? properties : {}).filter(
        ([key]) => !(key === 'data' && path.endsWith('/schema')),
      )
      for (const [key, field] of fields) if (!described(field)) missing.push(`${path}/${key}`)
      if (place !== undefined && schema !== undefined && !described(node)) missing.push(path)
      seen += fields.length
      for (const [key, child] of Object.entries(node)) if (!/^examples?$/.test(key)) visit(child, `${path}/${key}`)
    }
    visit(contract, '')
    expect(missing).toEqual([])
    expect(seen).toBeGreaterThan(40)
  })
})

it('each setting has a format and what the shop does without it', () => {
  const keys = (browser['components'] as { schemas: Record<string, Record<string, unknown>> }).schemas['SettingKey']!
  for (const about of ['x-format', 'x-without']) expect(Object.keys(keys[about] as object)).toEqual(keys['enum'])
  const formats = Object.values(keys['x-format'] as object)
  expect(Object.keys(keys['x-pattern'] as object).filter((format) => !formats.includes(format))).toEqual([])
})
