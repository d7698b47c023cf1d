/** The pictures of the menu, from the folder `media`, with long caching. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plain, type ExtraAnswer } from './answer.ts'

const FOLDER = join(import.meta.dirname, '..', 'media')
const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', svg: 'image/svg+xml', png: 'image/png' }

/** A picture by its name. */
export const picture = async (name: string): Promise<ExtraAnswer> => {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (!/^[\w-]+\.\w+$/.test(name) || type === undefined) return plain(404, 'Not found')
  try {
    const body = await readFile(join(FOLDER, name))
    return {
      status: 200,
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      },
      body,
    }
  } catch {
    return plain(404, 'Not found')
  }
}
