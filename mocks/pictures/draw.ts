/**
 * Draws the pictures of the menu into `mocks/media`: `node mocks/pictures/draw.ts --sharp <folder with sharp in node_modules>`. sharp is no
 * dependency of the project; install it anywhere (`npm install --prefix /tmp/draw sharp`). `--only name,name` draws some.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chanceOf, DEFINITIONS, table } from './brush.ts'
import { MARKS } from './marks.ts'
import { RECIPES, STRIPS } from './recipes.ts'

interface Picture {
  avif(options: { quality: number; effort: number; chromaSubsampling?: string }): Picture
  webp(options: { quality: number; effort: number; alphaQuality?: number }): Picture
  toBuffer(): Promise<Buffer>
}
type Sharp = (
  input: Buffer,
  options?: { raw: { width: number; height: number; channels: number } },
) => Picture & { resize(width: number, height: number): { raw(): Picture } }

const { values } = parseArgs({
  options: { sharp: { type: 'string', default: '.' }, only: { type: 'string', default: '' }, out: { type: 'string', default: '' } },
})
const sharp = createRequire(join(resolve(values.sharp), 'package.json'))('sharp') as Sharp
const out = values.out === '' ? join(import.meta.dirname, '..', 'media') : resolve(values.out)
const only = values.only.split(',').filter((name) => name !== '')

/** The largest a picture and a strip may be, in bytes. */
const LARGEST = 6 * 1024
const LARGEST_STRIP = 14 * 1024

const svg = (width: number, height: number, box: readonly [number, number, number, number], inside: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.join(' ')}">${DEFINITIONS}${inside}</svg>`,
  )

/** Draws once, then encodes with the best quality that fits. */
const fitted = async (
  source: Buffer,
  width: number,
  height: number,
  encode: (picture: Picture, quality: number) => Picture,
  largest = LARGEST,
): Promise<Buffer> => {
  const pixels = await sharp(source).resize(width, height).raw().toBuffer()
  let bytes = await encode(sharp(pixels, { raw: { width, height, channels: 4 } }), 54).toBuffer()
  for (const quality of [44, 36, 28, 20, 14, 10]) {
    if (bytes.length <= largest) break
    bytes = await encode(sharp(pixels, { raw: { width, height, channels: 4 } }), quality).toBuffer()
  }
  return bytes
}

await mkdir(out, { recursive: true })
let total = 0
const write = async (name: string, bytes: Buffer | string): Promise<void> => {
  total += Buffer.byteLength(bytes)
  await writeFile(join(out, name), bytes)
}

for (const [name, recipe] of Object.entries(RECIPES)) {
  if (only.length > 0 && !only.includes(name)) continue
  const dish = recipe.draw(chanceOf(name))
  const ground = table(recipe.table)
  const avif = (source: Buffer, width: number, height: number): Promise<Buffer> =>
    fitted(source, width, height, (picture, quality) => picture.avif({ quality, effort: 4 }))
  await write(`${name}.avif`, await avif(svg(960, 720, [-240, -180, 480, 360], ground + dish), 480, 360))
  await write(`${name}-wide.avif`, await avif(svg(1280, 720, [-330, -186, 660, 372], ground + dish), 640, 360))
  await write(`${name}-square.avif`, await avif(svg(640, 640, [-180, -180, 360, 360], ground + dish), 320, 320))
  const round = `<clipPath id="round"><circle r="180"/></clipPath><g clip-path="url(#round)">${ground}${dish}</g>`
  const circle = svg(384, 384, [-180, -180, 360, 360], round)
  await write(
    `${name}-circle.webp`,
    await fitted(circle, 192, 192, (picture, quality) => picture.webp({ quality: quality + 14, effort: 5, alphaQuality: 60 })),
  )
}
for (const [name, strip] of Object.entries(STRIPS)) {
  if (only.length > 0 && !only.includes(name)) continue
  const source = svg(1600, 360, [-800, -180, 1600, 360], table(strip.table) + strip.draw(chanceOf(name)))
  await write(`${name}.avif`, await fitted(source, 1600, 360, (picture, quality) => picture.avif({ quality, effort: 4 }), LARGEST_STRIP))
}
for (const [name, mark] of Object.entries(MARKS)) {
  if (only.length === 0 || only.includes(name)) await write(`${name}.svg`, mark)
}
process.stdout.write(`${Object.keys(RECIPES).length} pictures, ${Object.keys(MARKS).length} marks, ${Math.round(total / 1024)} KB\n`)
