// Generates from the contracts: the TypeScript types, the lists of calls and of optional fields, contracts/upstream.yaml, docs/backend-calls.md
// and the tables of bff/reading and check.
// With --check it changes nothing and fails if a committed file is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse, stringify } from 'yaml'
import { callsPage } from './calls.ts'
import { callTable } from './callTable.ts'
import { checkTable, readingTable } from './reading.ts'
import { upstreamContract } from './upstream.ts'

const made = [
  ['contracts/openapi.yaml', 'contracts/types.ts'],
  ['contracts/bff.yaml', 'contracts/bff-types.ts'],
] as const
const checking = process.argv.includes('--check')
const root = new URL('..', import.meta.url)
const layout = JSON.parse(readFileSync(new URL('.oxfmtrc.json', root), 'utf8')) as FormatConfig
let stale = 0

for (const [from, to] of made) {
  await write(from, to, astToString(await openapiTS(new URL(from, root), { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true })))
}
const browser = 'contracts/openapi.yaml'
const contract = parse(readFileSync(new URL(browser, root), 'utf8')) as Record<string, unknown>
await write(browser, 'contracts/optional.ts', optionalFields(contract))
await write(browser, 'contracts/calls.ts', listsOfCalls(contract))
const upstream = upstreamContract(contract)
put(
  'contracts/upstream.yaml',
  `# Made from ${browser} by \`make gen\`. Change that file, not this one.\n${stringify(upstream, { lineWidth: 0, aliasDuplicateObjects: false })}`,
  browser,
)
put('docs/backend-calls.md', callsPage(upstream), browser)
put('bff/reading/table.go', `// Code generated from ${browser} by \`make gen\`. DO NOT EDIT.\n\n${readingTable(contract)}`, browser)
put('check/table.go', `// Code generated from ${browser} by \`make gen\`. DO NOT EDIT.\n\n${checkTable(contract)}`, browser)
put('bff/gateway/calltable.go', `// Code generated from ${browser} by \`make gen\`. DO NOT EDIT.\n\n${callTable(contract)}`, browser)
if (stale > 0) process.exit(1)

/** Formats a TypeScript file and passes it to put. */
async function write(from: string, to: string, made: string): Promise<void> {
  const { code: text, errors } = await format(
    to,
    `// Made from ${from} by \`make gen\`. Change the contract, not this file.\n\n${made}`,
    layout,
  )
  if (errors.length > 0) throw new Error(`${to}: ${errors.map(({ message }) => message).join(', ')}`)
  put(to, text, from)
}

/** Writes a generated text, or compares it with the committed one. */
function put(to: string, text: string, from: string): void {
  const target = new URL(to, root)
  if (!checking) writeFileSync(target, text)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error(`${to} is not what ${from} makes: run \`make gen\` and commit it`)
    stale++
  }
}

/** The calls with their envelopes, those whose responses may be cached for everybody, those that answer with a list, and what the others can't lack. */
function listsOfCalls(contract: Record<string, unknown>): string {
  type Node = Record<string, unknown>
  type Call = { operationId: string; 'x-envelope': string; 'x-cache': string; responses: Record<string, Node> }
  const calls = Object.entries(contract['paths'] as Record<string, Record<string, Call>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), ...call })),
  )
  const resolved = (node: Node): Node =>
    typeof node['$ref'] === 'string'
      ? resolved(
          node['$ref']
            .slice(2)
            .split('/')
            .reduce<unknown>((inner, part) => (inner as Node)[part], contract) as Node,
        )
      : node
  const member = (node: Node | undefined, ...keys: string[]): Node | undefined =>
    keys.reduce<Node | undefined>((inner, key) => (inner === undefined ? undefined : (resolved(inner)[key] as Node | undefined)), node)
  const isList = (schema: Node | undefined): boolean => schema !== undefined && resolved(schema)['type'] === 'array'
  const answers = calls.map(({ path, method, responses, ...call }) => ({
    name: `${method} ${path}`,
    meta: call['x-envelope'] === 'data-meta',
    schema: member(responses['200'], 'content', 'application/json', 'schema'),
  }))
  const lists = answers.filter(({ meta, schema }) => !meta && isList(schema)).map(({ name }) => name)
  const essentials = answers.flatMap(({ name, schema }) => {
    const required = (member(schema, 'required') as string[] | undefined) ?? []
    const found = ['token', 'id', 'code'].find((each) => required.includes(each))
    // What is only confirmed needs none: it is done.
    return found === 'token' || (found !== undefined && name.startsWith('GET ')) ? [[name, found] as const] : []
  })
  const withMeta = answers
    .filter(({ meta }) => meta)
    .map(({ name, schema }) => [name, isList(member(schema, 'properties', 'data'))] as const)
  return `/** Name, method, path and envelope of each call. */
export const calls = ${JSON.stringify(calls.map((call) => [call.operationId, call.method, call.path, call['x-envelope']]))} as const

/** The paths whose responses are the same for everybody: those that the BFF caches. */
export const publicCalls = ${JSON.stringify(calls.filter((call) => call['x-cache'] !== 'never').map(({ path }) => path.slice(1)))} as const

/** The calls whose answer is a list. */
export const lists: readonly string[] = ${JSON.stringify(lists)}

/** The member without which the answer of a call can't be used: the token of a login, the id or code of what is asked for. */
export const essentials: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(essentials))}

/** The calls whose answer has \`meta\`, and whether its \`data\` is a list. */
export const withMeta: Readonly<Record<string, boolean>> = ${JSON.stringify(Object.fromEntries(withMeta))}
`
}

/** The optional fields of each response, by schema: what the mocks' scenario `sparse` leaves out. */
function optionalFields(contract: Record<string, unknown>): string {
  type Node = Record<string, unknown>
  const shapes: Record<string, { optional: string[]; nullable: string[]; of: Record<string, string> }> = {}
  const follow = (reference: string): Node =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, part) => (node as Node)[part], contract) as Node
  const mayBeNull = (schema: Node): boolean => {
    if (typeof schema['$ref'] === 'string') return mayBeNull(follow(schema['$ref']))
    const choice = (schema['oneOf'] ?? schema['anyOf'] ?? []) as Node[]
    return [schema['type']].flat().includes('null') || choice.some(mayBeNull)
  }
  /** The name of the object that a schema describes, itself or in a list; null when it describes none. */
  const shapeOf = (schema: Node, name: string): string | null => {
    if (typeof schema['$ref'] === 'string') return shapeOf(follow(schema['$ref']), schema['$ref'].split('/').at(-1) ?? name)
    const choice = (schema['oneOf'] ?? schema['anyOf']) as Node[] | undefined
    if (choice) return choice.map((each) => shapeOf(each, name)).find((each) => each !== null) ?? null
    if (schema['type'] === 'array') return shapeOf(schema['items'] as Node, name)
    const properties = schema['properties'] as Record<string, Node> | undefined
    if (!properties) return null
    if (shapes[name]) return name
    const required = (schema['required'] ?? []) as string[]
    const keys = Object.keys(properties)
    const shape = {
      optional: keys.filter((key) => !required.includes(key)),
      nullable: keys.filter((key) => mayBeNull(properties[key] ?? {})),
      of: {} as Record<string, string>,
    }
    shapes[name] = shape
    for (const [key, property] of Object.entries(properties)) {
      const inner = shapeOf(property, `${name}.${key}`)
      if (inner !== null) shape.of[key] = inner
    }
    return name
  }
  const answers: Record<string, string> = {}
  for (const methods of Object.values(contract['paths'] as Record<string, Record<string, Node>>)) {
    for (const operation of Object.values(methods)) {
      const responses = operation['responses'] as Record<string, Node>
      const success = Object.keys(responses).find((status) => status.startsWith('2'))
      let response = success === undefined ? undefined : responses[success]
      if (typeof response?.['$ref'] === 'string') response = follow(response['$ref'])
      const content = response?.['content'] as Record<string, Node> | undefined
      const schema = content?.['application/json']?.['schema'] as Node | undefined
      const name = String(operation['operationId'])
      const shape = schema ? shapeOf(schema, name) : null
      if (shape !== null) answers[name] = shape
    }
  }
  return `/** A schema's optional fields, those that may be null, and the schemas of the fields that hold objects or lists of them. */
export interface Shape {
  readonly optional: readonly string[]
  readonly nullable: readonly string[]
  readonly of: Readonly<Record<string, string>>
}

/** Every schema of an answer, by its name. */
export const shapes: Readonly<Record<string, Shape>> = ${JSON.stringify(shapes)}

/** The schema of each operation's answer; answers that are no objects are not here. */
export const answers: Readonly<Record<string, string>> = ${JSON.stringify(answers)}
`
}
