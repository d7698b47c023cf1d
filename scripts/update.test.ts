// An update of the product below a brand of one's own (docs/brand.md): a merge in a clone of this repository.
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceable } from '../client/brand.build.ts'

const root = join(import.meta.dirname, '..')
const clone = mkdtempSync(join(tmpdir(), 'tablefront-update-'))
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Agency', '-c', 'user.email=agency@example.org', '-c', 'commit.gpgsign=false', ...args], {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
const product = Object.values(replaceable).map((path) => `client/${path}`)

describe('an update', () => {
  beforeAll(() => {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, clone])
    git('sparse-checkout', 'set', 'client', 'docs')
    git('checkout', '--quiet', '-B', 'upstream', execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim())
  })
  afterAll(() => rmSync(clone, { recursive: true }))

  it('merges without a conflict where the brand is in client/brand or a folder of its own', () => {
    // The agency's version: every file that a brand may have.
    git('checkout', '--quiet', '-b', 'shop')
    for (const folder of ['client/brand', 'brands/nord']) {
      cpSync(join(root, 'examples/brand'), join(clone, folder), { recursive: true })
      for (const [name, path] of Object.entries(replaceable)) cpSync(join(clone, 'client', path), join(clone, folder, name))
    }
    git('add', '--sparse', 'client/brand', 'brands')
    git('commit', '--quiet', '-m', 'our brand')
    // The product's next version: every file that the brand replaces has changed, and so has the page about it.
    git('checkout', '--quiet', 'upstream')
    for (const path of [...product, 'docs/brand.md']) appendFileSync(join(clone, path), '\n/* The next version. */\n')
    git('commit', '--quiet', '-a', '-m', 'the next version')
    git('checkout', '--quiet', 'shop')

    git('merge', '--quiet', '--no-edit', 'upstream')

    const own = git('diff', '--name-only', 'upstream', 'shop').split('\n')
    expect(own.filter((path) => !/^(client\/brand|brands\/nord)\//.test(path))).toEqual([])
    expect(own).toHaveLength(2 * new Set([...readdirSync(join(root, 'examples/brand')), ...Object.keys(replaceable)]).size)
    for (const path of product) expect(readFileSync(join(clone, path), 'utf8')).toContain('The next version.')
  })

  it('never brings a file into these folders', () => {
    expect(git('ls-tree', '-r', '--name-only', 'upstream', 'client/brand', 'brands')).toBe('client/brand/README.md')
  })
})
