/**
 * Outlines of the logos' words, since a picture can't use the page's fonts: `node mocks/pictures/letters.ts --tools <folder>` writes
 * `letters.json` from the fonts of @fontsource-variable (OFL-1.1). The folder holds fontkit and wawoff2 in node_modules; neither is a dependency.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

interface Glyph {
  path: { toSVG(): string }
}
interface Font {
  unitsPerEm: number
  getVariation(axes: Record<string, number>): Font
  layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number; xOffset: number }[] }
}

const { values } = parseArgs({ options: { tools: { type: 'string', default: '.' } } })
const need = createRequire(join(resolve(values.tools), 'package.json'))
const fontkit = need('fontkit') as { create(bytes: Buffer): Font }
const woff2 = need('wawoff2') as { decompress(bytes: Buffer): Promise<Uint8Array> }
const fonts = join(import.meta.dirname, '..', '..', 'node_modules', '@fontsource-variable')

const words = [
  ['zum-goldenen', 'inter', 'ZUM GOLDENEN', 560, 0.2],
  ['loeffel', 'fraunces', 'Löffel', 650, 0],
  ['glut', 'nunito', 'Glut', 900, 0],
  ['und', 'nunito', '&', 900, 0],
  ['Loeffel', 'nunito', 'Löffel', 900, 0],
  ['loeffel-plain', 'inter', 'löffel', 480, -0.02],
  ['garten', 'inter', 'garten', 760, -0.02],
] as const

const out: Record<string, { path: string; width: number }> = {}
for (const [name, family, text, weight, spacing] of words) {
  const bytes = await readFile(join(fonts, family, 'files', `${family}-latin-wght-normal.woff2`))
  const font = fontkit.create(Buffer.from(await woff2.decompress(bytes))).getVariation({ wght: weight })
  const { glyphs, positions } = font.layout(text)
  let at = 0
  let path = ''
  glyphs.forEach((glyph, index) => {
    const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {}
    // Units of 1000 to the em, y downwards, whole numbers.
    const scale = 1000 / font.unitsPerEm
    let isX = true
    path += glyph.path.toSVG().replace(/[A-Z]|-?\d+(?:\.\d+)?/g, (part) => {
      if (/[A-Z]/.test(part)) {
        isX = true
        return part
      }
      const value = Math.round(isX ? (Number(part) + xOffset) * scale + at : -Number(part) * scale)
      isX = !isX
      return String(value)
    })
    at += xAdvance * scale + spacing * 1000
  })
  out[name] = { path: path.replace(/\s+/g, ' ').replace(/ ?([A-Z]) ?/g, '$1'), width: Math.round(at) }
}
await writeFile(join(import.meta.dirname, 'letters.json'), `${JSON.stringify(out, null, 2)}\n`)
process.stdout.write(`${Object.keys(out).length} words\n`)
