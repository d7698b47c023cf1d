import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** The chunks of a bundle. */
export interface Chunks {
  /** The chunk that contains a module; its path is relative to the client's folder. */
  of: (module: string) => Rolldown.OutputChunk
  /** A chunk with its static imports, each after those it imports. */
  withImports: (chunk: Rolldown.OutputChunk) => Set<Rolldown.OutputChunk>
}

export function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const collect = (chunk: Rolldown.OutputChunk, seen: Set<Rolldown.OutputChunk>, all: Set<Rolldown.OutputChunk>): void => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported !== undefined) collect(imported, seen, all)
    }
    all.add(chunk)
  }
  return {
    of: (module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/client/${module}`)))
      if (chunk === undefined) throw new Error(`${module} is in no file`)
      return chunk
    },
    withImports: (chunk) => {
      const all = new Set<Rolldown.OutputChunk>()
      collect(chunk, new Set(), all)
      return all
    },
  }
}

/** The entry module: with its static imports it is the first screen. */
export const shopModule = 'src/main.tsx'

/** The module of each lazily loaded screen, by the path of its place, as the route table has it (src/app/routes.ts). */
function screenModules(places: readonly { name: string; path: string }[]): Map<string, string> {
  const table = readFileSync(join(import.meta.dirname, 'src/app/routes.ts'), 'utf8')
  const modules = new Map<string, string>()
  for (const [, name = '', module = ''] of table.matchAll(/\.\.\.places\.(\w+),[^{}]*?import\('\.([^']+)'\)/g)) {
    const place = places.find((one) => one.name === name)
    if (place !== undefined) modules.set(place.path, join('src/app', `.${module}`))
  }
  // A route written in another way would silently be requested late.
  const written = table.split('\n').filter((line) => /load: .*import\('/.test(line) && !line.includes('__MOCK__')).length
  if (modules.size !== written) throw new Error(`src/app/routes.ts loads ${written} screens, but ${modules.size} were found`)
  return modules
}

/** The scripts of each screen that the entry does not load, by the path of its place. */
export function screenScripts(
  bundle: Rolldown.OutputBundle,
  places: readonly { name: string; path: string }[],
  base: string,
): Map<string, string[]> {
  const chunks = chunksOf(bundle)
  const first = chunks.withImports(chunks.of(shopModule))
  return new Map(
    [...screenModules(places)].map(([path, module]) => [
      path,
      [...chunks.withImports(chunks.of(module))].filter((chunk) => !first.has(chunk)).map(({ fileName }) => base + fileName),
    ]),
  )
}
