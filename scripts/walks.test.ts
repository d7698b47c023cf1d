import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walks } from './walks.ts'

const section =
  readFileSync('CONTRIBUTING.md', 'utf8')
    .split('\n## ')
    .find((each) => each.startsWith('Four walks')) ?? ''
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

it.each(Object.entries(walks))('%s: the files that CONTRIBUTING.md lists are those that the walk edits', (name, { edits }) => {
  const files = [...new Set(edits.map(({ file }) => file))]
  const printed = section.split(/^\*\*A /m).find((each) => each.startsWith(name)) ?? ''
  expect(new Set([...printed.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file))).toEqual(new Set(files))
  expect(printed.split('\n')[0]).toMatch(new RegExp(`\\b${numbers[files.length] ?? ''} files\\b`))
})

it.each(Object.entries(walks))('%s: each edit has its place', (_name, { edits }) => {
  const lost = edits.filter(
    ({ file, after }) =>
      after !== undefined &&
      !readFileSync(file, 'utf8')
        .split('\n')
        .some((line) => line.includes(after)),
  )
  expect(lost).toEqual([])
})
