/** The pictures of the menu, from the folder `media`, and the map's tile, with long caching. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plain, type ExtraAnswer } from './answer.ts'

const FOLDER = join(import.meta.dirname, '../../media')
const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', svg: 'image/svg+xml', png: 'image/png' }

/** Every tile of the map is this one, which the mocks in the browser show as well. */
const TILE = join(import.meta.dirname, '../../../client/public-mock/tile.svg')

export const picture = async (name: string): Promise<ExtraAnswer> =>
  /^[\w-]+\.\w+$/.test(name) ? answerFile(join(FOLDER, name)) : plain(404, 'Not found')

/** Answers `/tiles/{z}/{x}/{y}.png`. */
export const tile = async (path: string): Promise<ExtraAnswer> =>
  /^\/tiles\/\d{1,2}\/\d{1,7}\/\d{1,7}\.png$/.test(path) ? answerFile(TILE) : plain(404, 'Not found')

async function answerFile(file: string): Promise<ExtraAnswer> {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]
  if (type === undefined) return plain(404, 'Not found')
  try {
    return {
      status: 200,
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      },
      body: await readFile(file),
    }
  } catch {
    return plain(404, 'Not found')
  }
}
