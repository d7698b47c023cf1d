// Makes the gateway's table of calls from the contract.

interface Call {
  'x-cache': string
  'x-token'?: true
  'x-idempotent'?: true
  'x-pay'?: true
  'x-body'?: number
  'x-absent'?: string
  parameters: ({ $ref: string } | { name: string; in: string })[]
}

/** The largest body of a form, in bytes. */
const form = 16_384

/** The text of bff/gateway/calltable.go; `contract` is contracts/openapi.yaml, parsed. */
export function callTable(contract: Record<string, unknown>): string {
  const shared = (contract['components'] as { parameters: Record<string, { name: string; in: string }> }).parameters
  const rows = Object.entries(contract['paths'] as Record<string, Record<string, Call>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path: path.slice(1), call })),
  )
  const row = ({ method, path, call }: (typeof rows)[number]): string => {
    const parameters = call.parameters.map((one) => ('$ref' in one ? shared[one.$ref.split('/').at(-1) ?? ''] : one))
    const query = parameters.flatMap((one) => (one?.in === 'query' ? [one.name] : []))
    const cells = [
      `Method: "${method}", Path: "${path}"`,
      call['x-cache'] !== 'never' && `Class: cache.${call['x-cache'].replace(/^./, (first) => first.toUpperCase())}`,
      call['x-token'] && 'Token: true',
      call['x-idempotent'] && 'Once: true',
      call['x-pay'] && 'Pay: true',
      query.length > 0 && `Query: "${query.join(' ')}"`,
      method !== 'GET' && `Body: ${call['x-body'] ?? form}`,
      call['x-absent'] !== undefined && `Optional: true, Empty: \`${call['x-absent']}\``,
    ]
    return `\t{${cells.filter(Boolean).join(', ')}},\n`
  }
  return `package gateway

import "tablefront/bff/cache"

// calls lists all calls that are forwarded.
var calls = []Call{
${rows.map(row).join('')}}
`
}
