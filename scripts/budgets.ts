// node scripts/budgets.ts [FOLDER]: fails a build of the client (client/dist) whose files are larger than their budgets. Sizes are transfer sizes: those of
// the .br files that scripts/precompress.ts writes. A build with a brand (docs/brand.md) is told what exceeds a budget and passes: budgets are the product's.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The maximum sizes in bytes after Brotli. The commit that raises one gives the reason. */
export const budgets = {
  /**
   * The menu, until it can be used: all scripts that the entry imports, and the style sheets in the page's head. Of the scripts 97 KB
   * are libraries (React, the router, the queries, the texts); the room is for small features of the menu, not for another library.
   */
  menu: { scripts: 151_000, styles: 10_000 },
  /** Any other screen or part that is loaded later: its scripts beyond those of the menu. */
  part: 35_000,
  /** The parts that need more. */
  parts: {
    // With the offered bill, the coupon and the messages about lines of a backend that owns the price.
    'src/app/CheckoutRoute.tsx': 64_000,
    'src/map/leafletMap.ts': 44_000,
    '../node_modules/libphonenumber-js/max/index.js': 45_000,
  } as Readonly<Record<string, number>>,
  /** The service worker, with the names of all files. */
  worker: 6_000,
}

/** A chunk of Vite's manifest. */
interface Chunk {
  file: string
  src?: string
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** What has a budget: its name, its size and the budget, in bytes. */
export interface Measured {
  what: string
  bytes: number
  budget: number
}

/** Measures all that has a budget in a folder with a build. */
export function measure(folder: string): Measured[] {
  const size = (file: string): number =>
    statSync(existsSync(join(folder, `${file}.br`)) ? join(folder, `${file}.br`) : join(folder, file)).size
  const sum = (files: Iterable<string>): number => [...new Set(files)].reduce((all, file) => all + size(file), 0)
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(key)) {
      seen.add(key)
      for (const imported of manifest[key]?.imports ?? []) withImports(imported, seen)
    }
    return seen
  }
  // The page names the entry's file (client/vite.config.ts).
  const shop = /data-shop="\/([^"]+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1]
  const entry = Object.keys(manifest).find((key) => manifest[key]?.file === shop)
  if (entry === undefined) throw new Error(`${folder}/index.html names no entry that is in the manifest`)
  const first = withImports(entry)
  const filesOf = (keys: Iterable<string>): string[] =>
    [...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'))
  return [
    { what: 'the scripts of the menu', bytes: sum(filesOf(first)), budget: budgets.menu.scripts },
    {
      what: 'the styles of the menu',
      bytes: sum([...first].flatMap((key) => manifest[key]?.css ?? [])),
      budget: budgets.menu.styles,
    },
    ...Object.entries(manifest)
      .filter(([, chunk]) => chunk.isDynamicEntry === true && chunk.src !== undefined)
      .map(([key, { src = '' }]) => ({
        what: src,
        bytes: sum(filesOf([...withImports(key)].filter((some) => !first.has(some)))),
        budget: budgets.parts[src] ?? budgets.part,
      })),
    { what: 'the service worker', bytes: size('sw.js'), budget: budgets.worker },
  ]
}

/** Returns a sentence for each part that exceeds its budget. */
export const exceeded = (all: readonly Measured[]): string[] =>
  all
    .filter(({ bytes, budget }) => bytes > budget)
    .map(
      ({ what, bytes, budget }) =>
        `${what}: ${bytes} bytes after Brotli, ${bytes - budget} more than its budget of ${budget}. Make it smaller, or raise the budget in scripts/budgets.ts and say why.`,
    )

/** Whether the built brand replaces anything: the product's own folder has only its description. */
export const isBranded = (folder: string = process.env['BRAND'] ?? 'client/brand'): boolean =>
  readdirSync(folder).some((file) => file !== 'README.md')

/** The share of a budget that a small feature needs. */
const room = 0.03

/** Returns a sentence for each part whose budget has no room for a small feature; `make build` says it only with what exceeds one. */
export const nearlyFull = (all: readonly Measured[]): string[] =>
  all
    .filter(({ bytes, budget }) => bytes <= budget && bytes > budget * (1 - room))
    .map(({ what, bytes, budget }) => `${what}: ${budget - bytes} bytes are left of its budget of ${budget} (scripts/budgets.ts).`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = measure(process.argv[2] ?? 'client/dist')
  const faults = exceeded(all)
  if (faults.length > 0) for (const line of [...faults, ...nearlyFull(all)]) console.error(line)
  if (faults.length > 0 && !isBranded()) process.exit(1)
}
