// `node scripts/notes.ts 1.2.3`: the release notes of a version, which are its section of CHANGELOG.md. Fails where there is none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text under `## 1.2.3` (a date may follow the version), up to the next version. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const found = sections.find(
    (section) =>
      section
        .split('\n', 1)[0]
        ?.split(/[ ,:]/)[0]
        ?.replace(/^\[?v?|\]$/g, '') === version,
  )
  const body = found?.slice(found.indexOf('\n')).trim() ?? ''
  if (body === '') throw new Error(`CHANGELOG.md has no section ## ${version}: rename "Unreleased" when you make a release`)
  return `${body}\n`
}

if (import.meta.main) {
  try {
    process.stdout.write(notesOf(readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8'), process.argv[2] ?? ''))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
