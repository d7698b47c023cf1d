// Finds words that this project does not use (scripts/prose.yaml) in code, comments, documents and texts, and says what to write instead.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Rule {
  /** A regular expression. */
  words: string
  /** What to write instead. */
  write: string
  /** Only files whose path matches; everywhere where it is left out. */
  in?: string
}

const root = new URL('..', import.meta.url)
const rules = (parse(readFileSync(new URL('prose.yaml', import.meta.url), 'utf8')) as Rule[]).map((rule) => ({
  ...rule,
  pattern: new RegExp(rule.words, 'u'),
  where: rule.in === undefined ? null : new RegExp(rule.in, 'u'),
}))
const text = /\.(go|ts|tsx|css|md|yaml|yml|html|sh|mjs|cjs|service|socket|conf|example)$|(^|\/)(Makefile|Dockerfile|Caddyfile|[a-z]+)$/u
// Generated files, the rules themselves, and the canaries that break them.
const left =
  /(^|\/)(package-lock\.json|go\.sum|LICENSE)$|^contracts\/(types|bff-types|optional)\.ts$|^scripts\/(prose\.yaml|canaries\.ts)$|testdata\//u

const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given
    : execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
let found = 0
for (const file of files) {
  if (!text.test(file) || (left.test(file) && given.length === 0)) continue
  let lines: string[]
  try {
    lines = readFileSync(new URL(file, root), 'utf8').split('\n')
  } catch {
    continue // deleted and not yet committed
  }
  lines.forEach((line, at) => {
    for (const { pattern, where, write } of rules) {
      const word = (where?.test(file) ?? true) ? pattern.exec(line)?.[0] : undefined
      if (word === undefined) continue
      console.error(`${file}:${at + 1}: "${word}": write ${write}`)
      found++
    }
  })
}
if (found > 0) {
  console.error(`${found} words that are not used here (scripts/prose.yaml)`)
  process.exit(1)
}
