// docs/frontend.md names only what is there.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const named = [...read('docs/frontend.md').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const exists = (path: string): boolean =>
  ['', 'client/', 'client/src/'].some((folder) => existsSync(new URL(`../${folder}${path}`, import.meta.url)))

it('names files and folders that exist', () => {
  const paths = named.filter((code) => /^[\w.-]+\/[\w./-]*$/.test(code) && !/^(dist|gallery|compat)\//.test(code))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

it('names targets of make, scripts of npm and tokens that exist', () => {
  const [makefile, scripts, tokens] = [read('Makefile'), read('package.json'), read('client/src/ui/tokens.css')]
  const missing = named.filter((code) => {
    const target = /(?:^| )make ([a-z0-9-]+)/.exec(code)?.[1]
    const script = /^npm run ([a-z0-9]+)/.exec(code)?.[1]
    if (target !== undefined) return !makefile.includes(`\n${target}:`)
    if (script !== undefined) return !scripts.includes(`"${script}":`)
    return code.startsWith('--') && !code.startsWith('--scenario') && !tokens.includes(`  ${code}:`)
  })
  expect(missing).toEqual([])
})
