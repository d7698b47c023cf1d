/**
 * Quiet map tiles, drawn from formulas: a river, parks, blocks and streets in metres around Berlin, the same at every zoom, so that tiles meet at
 * their edges. No place on them is real.
 */
import type { ExtraAnswer } from './answer.ts'
import { plain } from './answer.ts'
import { writePng } from './png.ts'

const SIZE = 256
/** Metres around the equator; the web's Mercator. */
const AROUND = 40075016.686
/** The origin of the drawing: the centre of Berlin, in Mercator metres from the map's north-west corner. */
const ORIGIN_X = ((13.405 + 180) / 360) * AROUND
const ORIGIN_Y = (0.5 - Math.log(Math.tan(Math.PI / 4 + (52.52 * Math.PI) / 360)) / (2 * Math.PI)) * AROUND

const PALETTE = [0xf2efe9, 0xe9e5dc, 0xffffff, 0xf7dfa8, 0xcfe3c4, 0xbcd9ea, 0xdfd8cb, 0xe2c98a, 0xd9ead0, 0xa9cadf] as const
const [LAND, BLOCK, STREET, AVENUE, PARK, WATER, EDGE, AVENUE_EDGE, PARK_EDGE, WATER_EDGE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** A number in 0..1 from a cell of the grid. */
const noise = (x: number, y: number): number => {
  const mixed = Math.sin(x * 127.1 + y * 311.7) * 43758.5453
  return mixed - Math.floor(mixed)
}

/** Metres to the middle of the nearest line of a grid. */
const toLine = (at: number, spacing: number): number => Math.abs(((((at + spacing / 2) % spacing) + spacing) % spacing) - spacing / 2)

const parkAt = (x: number, y: number): number => {
  let nearest = Infinity
  const [cx, cy] = [Math.floor(x / 2600), Math.floor(y / 2600)]
  for (let dx = -1; dx <= 1; dx += 1)
    for (let dy = -1; dy <= 1; dy += 1) {
      const [gx, gy] = [cx + dx, cy + dy]
      if (noise(gx, gy) < 0.45) continue
      const radius = 220 + 520 * noise(gx + 7, gy)
      const px = (gx + 0.2 + 0.6 * noise(gx, gy + 3)) * 2600
      const py = (gy + 0.2 + 0.6 * noise(gx + 5, gy)) * 2600
      const bend = 1 + 0.18 * Math.sin(Math.atan2(y - py, x - px) * 3 + gx)
      nearest = Math.min(nearest, Math.hypot(x - px, (y - py) * 1.25) - radius * bend)
    }
  return nearest
}

const colourAt = (x: number, y: number, metresPerPixel: number): number => {
  // Streets bend a little.
  const u = x * 0.94 + y * 0.34 + 160 * Math.sin(y / 2300) + 40 * Math.sin(x / 700)
  const v = y * 0.94 - x * 0.34 + 180 * Math.sin(x / 2700) + 40 * Math.sin(y / 900)
  const river = Math.abs(y - 500 - 1100 * Math.sin(x / 3600) - 260 * Math.sin(x / 900)) - (110 + 40 * Math.sin(x / 1500))
  const wide = Math.max(1, metresPerPixel)
  const avenue = Math.min(toLine(u, 3200), toLine(v, 2900))
  const avenueHalf = Math.max(22, 1.3 * wide)
  if (avenue < avenueHalf) return river < 0 || metresPerPixel < 40 ? AVENUE : AVENUE_EDGE
  if (river < 0) return river > -Math.max(8, wide) ? WATER_EDGE : WATER
  if (avenue < avenueHalf + Math.max(4, wide * 0.8)) return AVENUE_EDGE
  const park = parkAt(x, y)
  if (park < 0) {
    const path = toLine(u * 0.8 + v * 0.5, 420)
    return metresPerPixel < 8 && path < 4 ? PARK_EDGE : PARK
  }
  if (metresPerPixel < 60) {
    const street = Math.min(toLine(u, 640), toLine(v, 580))
    const half = Math.max(10, wide * 0.8)
    if (street < half) return STREET
    if (metresPerPixel < 12 && street < half + 3) return EDGE
  }
  if (metresPerPixel < 14) {
    const lane = Math.min(toLine(u, 160), toLine(v, 145))
    const half = Math.max(5, wide * 0.6)
    if (lane < half) return STREET
    if (metresPerPixel < 3) {
      if (lane < half + 1.5) return EDGE
      const [bu, bv] = [Math.floor(u / 160), Math.floor(v / 145)]
      if (
        toLine(u + noise(bu, bv) * 40, 40) > 6 &&
        toLine(v + noise(bv, bu) * 36, 36) > 5 &&
        noise(Math.floor(u / 40), Math.floor(v / 36)) > 0.25
      )
        return BLOCK
      return LAND
    }
    return BLOCK
  }
  return LAND
}

const drawn = new Map<string, Buffer>()

/** Draws a tile of the usual web map. Throws a RangeError outside the map. */
export const drawTile = (z: number, x: number, y: number): Buffer => {
  const across = 2 ** z
  if (z < 0 || z > 20 || x < 0 || y < 0 || x >= across || y >= across) throw new RangeError('outside the map')
  const key = `${z}/${x}/${y}`
  const kept = drawn.get(key)
  if (kept) return kept
  const metresPerPixel = AROUND / across / SIZE
  const pixels = new Uint8Array(SIZE * SIZE)
  for (let row = 0; row < SIZE; row += 1)
    for (let column = 0; column < SIZE; column += 1) {
      const mx = (x * SIZE + column + 0.5) * metresPerPixel - ORIGIN_X
      const my = (y * SIZE + row + 0.5) * metresPerPixel - ORIGIN_Y
      // Mercator metres are longer than those on the ground here.
      pixels[row * SIZE + column] = colourAt(mx * 0.6085, my * 0.6085, metresPerPixel * 0.6085)
    }
  const png = writePng(SIZE, SIZE, pixels, PALETTE)
  if (drawn.size > 500) drawn.clear()
  drawn.set(key, png)
  return png
}

/** Answers `/tiles/{z}/{x}/{y}.png`. */
export const tile = (path: string): ExtraAnswer => {
  const parts = /^(\d{1,2})\/(\d{1,7})\/(\d{1,7})\.png$/.exec(path)
  if (!parts) return plain(404, 'Not found')
  try {
    const body = drawTile(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    return {
      status: 200,
      headers: {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=604800',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
      body,
    }
  } catch (error) {
    if (error instanceof RangeError) return plain(404, 'Not found')
    throw error
  }
}
