/** Validators of the contract's schemas: tests check every response of the mock backend with them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

/** An operation as the contract has it. */
export interface ContractOperation {
  name: string
  method: string
  path: string
  envelope: string
  auth: string
  required: boolean
  /** What the BFF answers where the upstream has no such call; undefined: the upstream's own 404. */
  absent: string | undefined
  responses: Record<string, unknown>
  body: unknown
}

type Node = Record<string, unknown>

const read = (file: string): Node => parse(readFileSync(join(import.meta.dirname, '../../contracts', file), 'utf8')) as Node

const openapi = read('openapi.yaml')
const bff = read('bff.yaml')

const ajv = new Ajv2020({ strict: false, allErrors: true })
// ajv-formats is CommonJS; its types do not say what the import is.
const formats = addFormats as unknown as (to: Ajv2020) => unknown
formats(ajv)
ajv.addSchema({ ...openapi, $id: 'https://contract/openapi.yaml' })
ajv.addSchema({ ...bff, $id: 'https://contract/bff.yaml' })

/** Every operation of contracts/openapi.yaml. */
export const contractOperations = (): ContractOperation[] =>
  Object.entries(openapi['paths'] as Record<string, Record<string, Node>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: String(operation['operationId']),
      method: method.toUpperCase(),
      path,
      envelope: String(operation['x-envelope']),
      auth: String(operation['x-auth']),
      required: operation['x-required'] === true,
      absent: typeof operation['x-absent'] === 'string' && operation['x-absent'] !== '' ? operation['x-absent'] : undefined,
      responses: operation['responses'] as Record<string, unknown>,
      body: operation['requestBody'],
    })),
  )

const pointer = (parts: readonly string[]): string =>
  parts
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25').replaceAll('{', '%7B').replaceAll('}', '%7D'))
    .join('/')

const resolved = (parts: readonly string[], root: Node): { parts: readonly string[]; node: Node } => {
  let node: unknown = root
  for (const part of parts) node = (node as Node)[part]
  const reference = (node as Node | undefined)?.['$ref']
  if (typeof reference === 'string' && reference.startsWith('#/')) return resolved(reference.slice(2).split('/'), root)
  return { parts, node: node as Node }
}

/** The deviations of a response from the contract, by its operation, status and body; [] if it conforms. `undefined` is an empty body. */
export const deviations = (operation: ContractOperation, status: number, body: unknown): string[] => {
  const declared = Object.hasOwn(operation.responses, String(status)) ? String(status) : 'default'
  if (declared === 'default' && status < 400) return [`${operation.name}: ${status} is not declared`]
  const { parts, node } = resolved(['paths', operation.path, operation.method.toLowerCase(), 'responses', declared], openapi)
  const content = node['content'] as Node | undefined
  if (!content) return body === undefined ? [] : [`${operation.name}: ${status} has a body`]
  if (body === undefined) return [`${operation.name}: ${status} has no body`]
  const validate = ajv.getSchema(`https://contract/openapi.yaml#/${pointer([...parts, 'content', 'application/json', 'schema'])}`)
  if (!validate) return [`${operation.name}: no schema for ${status}`]
  if (validate(body) === true) return []
  return (validate.errors ?? []).map((error) => `${operation.name} ${status}${error.instancePath}: ${error.message ?? ''}`)
}

/** What is wrong with a value by a named schema of contracts/openapi.yaml or bff.yaml. */
export const schemaDeviations = (file: 'openapi.yaml' | 'bff.yaml', name: string, value: unknown): string[] => {
  const validate = ajv.getSchema(`https://contract/${file}#/components/schemas/${name}`)
  if (!validate) return [`no schema ${name}`]
  return validate(value) === true ? [] : (validate.errors ?? []).map((error) => `${name}${error.instancePath}: ${error.message ?? ''}`)
}
