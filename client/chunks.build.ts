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

/** The scripts of a lazily loaded screen that the entry does not load. */
export function screenScripts(bundle: Rolldown.OutputBundle, module: string, base: string): string[] {
  const chunks = chunksOf(bundle)
  const first = chunks.withImports(chunks.of(shopModule))
  return [...chunks.withImports(chunks.of(module))].filter((chunk) => !first.has(chunk)).map(({ fileName }) => base + fileName)
}
