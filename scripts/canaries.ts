// Canaries: files that are written, checked and removed again, also when the run is interrupted.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface Canary {
  /** The fault that must be found. */
  fault: string
  /** The files with the fault and their texts; for an existing file, a change to it. */
  files: Record<string, string | ((now: string) => string)>
  /** The check, as the Makefile calls it, narrowed to the file where that is possible. */
  check: string[]
  /** Parts of the check's output, so that it fails for the right reasons. */
  says: RegExp[]
}

const canaries: Canary[] = [
  {
    fault: 'the domain imports a component, and the client the mocks, statically',
    files: {
      'client/src/domain/canary.ts': "import * as kit from '../ui/canary.ts'\nexport const seen = kit\n",
      'client/src/app/canary.ts': "import * as mocks from '../../../mocks/runtimes/node.ts'\nexport const seen = mocks\n",
    },
    check: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'client/src/domain/canary.ts',
      'client/src/app/canary.ts',
    ],
    says: [/domain-is-pure|no-unresolved/, /mocks-only-dynamically/],
  },
  {
    fault: 'a word that this project does not use',
    files: { 'client/src/domain/canary.ts': '// The keeper of a kept copy.\nexport const seen = 1\n' },
    check: ['node', 'scripts/prose.ts', 'client/src/domain/canary.ts'],
    says: [/write cached response/],
  },
  {
    fault: 'a static method that a supported browser lacks',
    files: { 'client/src/domain/canary.ts': 'export const seen = AbortSignal.any([])\n' },
    check: ['oxlint', 'client/src/domain/canary.ts'],
    says: [/Safari from 17\.4/],
  },
  {
    fault: 'styles that a supported browser lacks',
    files: { 'client/src/domain/canary.css': 'a {\n  & b {\n    color: red;\n  }\n}\n' },
    check: ['node', 'scripts/browsers.ts', 'client/src/domain/canary.css'],
    says: [/Nesting is missing in Safari/],
  },
  {
    fault: 'a contract whose types are not those of its files',
    files: { 'contracts/bff-types.ts': (now) => `${now}// changed by hand\n` },
    check: ['node', 'scripts/gen.ts', '--check'],
    says: [/make gen/],
  },
]

const kept = new Map<string, { text: string; at: Date } | null>()
function putBack(): void {
  for (const [file, was] of kept) {
    if (was === null) rmSync(file, { force: true })
    else {
      writeFileSync(file, was.text)
      utimesSync(file, was.at, was.at) // or the client would be built again, while Go reads it
    }
  }
  kept.clear()
}
process.on('exit', putBack)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

let blind = 0
for (const { fault, files, check, says } of canaries) {
  for (const [file, text] of Object.entries(files)) {
    const now = existsSync(file) ? readFileSync(file, 'utf8') : null
    kept.set(file, now === null ? null : { text: now, at: statSync(file).mtime })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof text === 'string' ? text : text(now ?? ''))
  }
  const [command = '', ...args] = check
  const run = spawnSync(command, args, { encoding: 'utf8' })
  putBack()
  const said = `${run.stdout}${run.stderr}`
  if (run.status === 0 || !says.every((part) => part.test(said))) {
    blind++
    console.error(`NOT SEEN: ${fault} (${check.join(' ')} ended with ${run.status ?? 'nothing'})\n${said.slice(0, 2000)}`)
  }
}
if (blind > 0) process.exit(1)
console.log(`The checks were tried on ${canaries.length} faults and found all of them.`)
