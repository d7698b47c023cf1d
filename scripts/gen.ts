// Makes the TypeScript types from the contracts. With --check it changes nothing and fails when a committed file is not what would be made.
import { readFileSync, writeFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import openapiTS, { astToString } from 'openapi-typescript'

const made = [
  ['contracts/openapi.yaml', 'contracts/types.ts'],
  ['contracts/bff.yaml', 'contracts/bff-types.ts'],
] as const
const checking = process.argv.includes('--check')
const root = new URL('..', import.meta.url)
const layout = JSON.parse(readFileSync(new URL('.oxfmtrc.json', root), 'utf8')) as FormatConfig
let stale = 0

for (const [from, to] of made) {
  const source = new URL(from, root)
  const types = astToString(await openapiTS(source, { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }))
  const { code: text, errors } = await format(
    to,
    `// Made from ${from} by \`make gen\`. Change the contract, not this file.\n\n${types}`,
    layout,
  )
  if (errors.length > 0) throw new Error(`${to}: ${errors.map(({ message }) => message).join(', ')}`)
  const target = new URL(to, root)
  if (!checking) {
    writeFileSync(target, text)
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${to} is not what ${from} makes: run \`make gen\` and commit it`)
    stale++
  }
}
if (stale > 0) process.exit(1)
