// Makes Go tables from the contract: that of bff/reading has a node for each schema of a response, and the node of each call; that of check has
// what the contract says about each call and each setting.

type Schema = Record<string, unknown>

/** What a node is made of; schemas that differ in other things only share one. */
const read = new Set([
  ...['type', 'properties', 'required', 'items', 'additionalProperties', 'enum', 'format', 'minimum', 'maximum'],
  ...['x-text', 'x-unit', 'x-null', 'x-also', 'x-vague', 'x-whole', 'x-days', 'x-range', 'x-gateway'],
])

/** The names that x-text has in Go, where they are not its own. */
const forms: Record<string, string> = { time: 'clock', end: 'endClock', html: 'htmlText' }

/** The text of bff/reading/table.go; `contract` is contracts/openapi.yaml, parsed. */
export function readingTable(contract: Schema): string {
  const nodes: string[] = ['{kind: anything}'] // node 0
  const known = new Map<string, number>()
  const follow = (reference: string): Schema =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, part) => (node as Schema)[part], contract) as Schema
  /** A schema without its reference, and whether null conforms to it. */
  const resolved = (schema: Schema): { schema: Schema; nullable: boolean } => {
    const { $ref, oneOf, anyOf, ...own } = schema
    if (typeof $ref === 'string') return resolved({ ...follow($ref), ...own })
    const choice = (oneOf ?? anyOf) as Schema[] | undefined
    if (!choice) return { schema, nullable: [schema['type']].flat().includes('null') }
    const others = choice.filter(({ type }) => type !== 'null')
    const inner = resolved({ ...others.at(-1), ...own })
    return { schema: inner.schema, nullable: inner.nullable || others.length < choice.length }
  }
  const node = (from: Schema): number => {
    const { schema, nullable } = resolved(from)
    const key = JSON.stringify([nullable, Object.entries(schema).filter(([name]) => read.has(name))])
    const before = known.get(key)
    if (before !== undefined) return before
    const types = [schema['type']].flat().filter((type) => type !== 'null') as string[]
    const kind = kindOf(types)
    if (kind === 'anything') return 0
    const index = nodes.push('') - 1
    known.set(key, index)
    const fields: string[] = [`kind: ${kind}`]
    if (nullable) fields.push('null: true')
    const properties = (schema['properties'] ?? {}) as Record<string, Schema>
    const required = (schema['required'] ?? []) as string[]
    const entries = Object.entries(properties).filter(([, property]) => property['x-gateway'] !== true)
    const members = entries.map(([name, property]) => member(name, property, required.includes(name), node(property)))
    const needs = entries.reduce((sum, [name], at) => (required.includes(name) ? sum + 2 ** at : sum), 0)
    if (needs > 0) fields.push(`needs: ${needs}`)
    if (members.length > 0) fields.push(`members: []member{${members.join(', ')}}`)
    if (Object.values(properties).some((property) => property['x-beside'] === true || Array.isArray(property['x-also'])))
      fields.push('more: true')
    const rest = (schema['items'] ?? schema['additionalProperties']) as Schema | undefined
    if (rest !== undefined) fields.push(`items: ${node(rest)}`)
    if (schema['enum'] !== undefined) fields.push(`words: ${texts(schema['enum'] as string[])}`)
    if (schema['enum'] !== undefined && schema['x-also'] !== undefined)
      fields.push(`also: ${texts(Object.entries(schema['x-also'] as Record<string, string>).flat())}`)
    const written = (schema['x-text'] ?? schema['x-unit']) as string | undefined
    const form =
      schema['format'] === 'date-time' ? 'dateTime' : schema['type'] === 'integer' ? 'count' : written && (forms[written] ?? written)
    if (form !== undefined) fields.push(`form: ${form}`)
    if (schema['x-null'] !== undefined) fields.push(`none: "${schema['x-null'] as number}"`)
    if (schema['minimum'] !== undefined) fields.push('limited: true', `least: ${schema['minimum'] as number}`)
    if (schema['maximum'] !== undefined) fields.push(`most: ${schema['maximum'] as number}`)
    for (const mark of ['vague', 'whole', 'days', 'range'])
      if (schema[`x-${mark}`] === true) fields.push(`${mark === 'range' ? 'ranges' : mark}: true`)
    nodes[index] = `{${fields.join(', ')}}`
    return index
  }
  const calls: string[] = []
  for (const [path, methods] of Object.entries(contract['paths'] as Record<string, Record<string, Schema>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const responses = operation['responses'] as Record<string, Schema>
      for (const status of Object.keys(responses).sort()) {
        const named = responses[status]?.['$ref']
        const response = typeof named === 'string' ? follow(named) : responses[status]
        const content = response?.['content'] as Record<string, Schema> | undefined
        const schema = content?.['application/json']?.['schema'] as Schema | undefined
        if (!status.startsWith('2') || schema === undefined) continue
        const of = node(schema)
        if (of > 0) calls.push(`\t{"${method.toUpperCase()} ${path.slice(1)}", ${of}},`)
        break
      }
    }
  }
  return `package reading

// nodes are the schemas of the contract's responses. Items and members name others by their index; node 0 is a value of any form.
var nodes = [...]node{
${nodes.map((each) => `\t${each},`).join('\n')}
}

// calls are the nodes of the calls' responses; calls whose response the contract leaves open are not here.
var calls = [...]struct {
	name string
	node Schema
}{
${calls.join('\n')}
}
`
}

/** The text of check/table.go. */
export function checkTable(contract: Schema): string {
  const names = new Map(
    Object.entries(contract['paths'] as Record<string, Record<string, Schema>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId as string, `${method.toUpperCase()} ${path.slice(1)}`]),
    ),
  )
  const rows = Object.entries(contract['paths'] as Record<string, Record<string, Schema>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const fields = [`name: "${method.toUpperCase()} ${path.slice(1)}"`, `auth: "${operation['x-auth'] as string}"`]
      fields.push(`envelope: "${operation['x-envelope'] as string}"`)
      if (operation['x-cache'] !== 'never') fields.push('public: true')
      if (operation['x-required'] === true) fields.push('required: true')
      const or = (operation['x-or'] as string[] | undefined)?.map((id) => JSON.stringify(names.get(id)))
      if (or !== undefined) fields.push(`or: []string{${or.join(', ')}}`)
      if (typeof operation['x-without'] === 'string') fields.push(`without: ${JSON.stringify(operation['x-without'])}`)
      return `\t{${fields.join(', ')}},`
    }),
  )
  const [translations, reads] = ['\t{name: "GET translations"', '\t{name: "GET '] as const
  const turns = [
    rows.filter((row) => row.startsWith(reads) && !row.startsWith(translations)),
    rows.filter((row) => row.startsWith(translations)),
    rows.filter((row) => !row.startsWith(reads)),
  ]
  const schemas = (contract['components'] as Record<string, Record<string, Schema>>)['schemas']
  const format = (schemas?.['SettingKey']?.['x-format'] ?? {}) as Record<string, string>
  const pattern = (schemas?.['SettingKey']?.['x-pattern'] ?? {}) as Record<string, string>
  const keys = (schemas?.['SettingKey']?.['enum'] ?? []) as string[]
  return `package check

// contract has the calls in the order of the contract, in which earlier calls return the ids that later ones need: first those that read, then the texts of
// each language, then those that write.
var contract = []operation{
${turns.flat().join('\n')}
}

// settings are the keys that the shop knows, with the format of each value and its pattern, if it has one.
var settings = []setting{
${keys.map((key) => `\t{${[key, format[key] ?? '', pattern[format[key] ?? ''] ?? ''].map((text) => JSON.stringify(text)).join(', ')}},`).join('\n')}
}
`
}

function kindOf(types: string[]): string {
  if (types.length === 0) return 'anything'
  if (types.length > 1) return 'id'
  return (
    { object: 'object', array: 'list', string: 'text', number: 'number', integer: 'number', boolean: 'boolean' }[types[0] ?? ''] ??
    'anything'
  )
}

function member(name: string, property: Schema, required: boolean, of: number): string {
  const fields = [`name: "${name}"`, `node: ${of}`]
  if (required) fields.push('required: true')
  for (const mark of ['essential', 'beside', 'sibling']) if (property[`x-${mark}`] === true) fields.push(`${mark}: true`)
  if (Array.isArray(property['x-also'])) fields.push(`also: ${texts(property['x-also'] as string[])}`)
  return `{${fields.join(', ')}}`
}

const texts = (list: string[]): string => `[]string{${list.map((each) => JSON.stringify(each)).join(', ')}}`
