import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  window.history.replaceState(null, '', '/')
})

it('a shop in a folder names it in its links, and finds its screens below it', async () => {
  vi.stubEnv('BASE_URL', '/demo/')
  vi.resetModules()
  const { shopUrl } = await import('./paths.ts')
  expect(shopUrl('/#cart=1')).toBe(`${window.location.origin}/demo/#cart=1`)
  const { isBusy } = await import('../session/busy.ts')
  window.history.replaceState(null, '', '/demo/checkout?order=1')
  expect(isBusy()).toBe(true)
})

it('every address that is not given to the router has the base path', () => {
  const root = `${import.meta.dirname}/../..`
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  const others = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .filter((line) =>
        /location\.(assign|replace)\(paths\.|<a href=\{paths\.|window\.location\.pathname === |location\.origin\}?( \+ |\$\{)paths\./.test(
          line,
        ),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(others).toEqual([])
})
