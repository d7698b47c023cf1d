import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { budgets, exceeded, isBranded, measure, nearlyFull } from './budgets.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Writes a build with one entry, its vendor file, and one screen that shares a file with neither. */
function built(sizes: { shop: number; screen: number }): string {
  const folder = mkdtempSync(join(tmpdir(), 'budgets-'))
  folders.push(folder)
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  const write = (name: string, bytes: number): void => writeFileSync(join(folder, name), 'x'.repeat(bytes))
  write('assets/shop.js', sizes.shop * 3)
  write('assets/shop.js.br', sizes.shop)
  write('assets/vendor.js', 10)
  write('assets/shop.css', 20)
  write('assets/screen.js', sizes.screen)
  write('sw.js', 30)
  writeFileSync(join(folder, 'index.html'), '<script type="module" data-shop="/assets/shop.js"></script>')
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      '_shop.js': { file: 'assets/shop.js', imports: ['_vendor.js'], css: ['assets/shop.css'] },
      '_vendor.js': { file: 'assets/vendor.js' },
      'src/Screen.tsx': { file: 'assets/screen.js', src: 'src/Screen.tsx', isDynamicEntry: true, imports: ['_shop.js'] },
    }),
  )
  return folder
}

test('sizes are those of the transferred files, and a screen’s are its own beyond the menu', () => {
  expect(measure(built({ shop: 1000, screen: 500 })).map(({ what, bytes }) => [what, bytes])).toEqual([
    ['the scripts of the menu', 1010],
    ['the styles of the menu', 20],
    ['src/Screen.tsx', 500],
    ['the service worker', 30],
  ])
})

test('what exceeds its budget is named, with the bytes beyond and the file with the rule', () => {
  expect(exceeded(measure(built({ shop: 1000, screen: budgets.part })))).toEqual([])
  expect(exceeded(measure(built({ shop: 1000, screen: budgets.part + 7 })))).toEqual([
    expect.stringMatching(/^src\/Screen\.tsx: \d+ bytes after Brotli, 7 more than its budget of \d+\. .*scripts\/budgets\.ts/),
  ])
})

test('a part without room for a small feature is named, before its budget is full', () => {
  expect(nearlyFull(measure(built({ shop: 1000, screen: Math.floor(budgets.part * 0.97) })))).toEqual([])
  expect(nearlyFull(measure(built({ shop: 1000, screen: budgets.part - 9 })))).toEqual([
    expect.stringMatching(/^src\/Screen\.tsx: 9 bytes are left/),
  ])
})

test('an agency’s brand is one wherever its files are', () => {
  expect(isBranded('client/brand')).toBe(false)
  const agency = built({ shop: 1, screen: 1 })
  expect(isBranded(agency)).toBe(true)
})
