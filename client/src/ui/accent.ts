/**
 * The restaurant's one colour made fit to read and to press (UX.md, "Language of the look"): text, hover, focus and tint are derived in OKLCH
 * and their lightness is moved until they reach the contrast that is due. Pure; the shop writes the result into custom properties.
 */

/** The two colour schemes; both are designed in tokens.css. */
export type Scheme = 'light' | 'dark'

/** The surfaces that tokens.css paints, as the contrast is computed against them; a test compares the two files. */
export const surfaces: Record<Scheme, { page: string; raised: string; sunken: string }> = {
  light: { page: '#faf8f5', raised: '#ffffff', sunken: '#f2eee8' },
  dark: { page: '#14110f', raised: '#1e1a17', sunken: '#292420' },
}

/** Every colour derived from the accent, each as #rrggbb. */
export interface Accent {
  /** Filled controls: at least 3:1 against every surface. */
  fill: string
  /** Text and icons on `fill`: at least 4.5:1. */
  onFill: string
  /** `fill` under the pointer or finger; `onFill` still reads on it at 4.5:1. */
  fillHover: string
  /** Text, links and icons on any surface and on `tint`: at least 4.5:1. */
  text: string
  /** The quiet background of what is chosen. */
  tint: string
  /** The border of what is chosen: at least 3:1 against every surface and `tint`. */
  border: string
  /** The focus ring: at least 3:1 against every surface. */
  focus: string
}

/** The accent of a shop that names none: warm, and neutral enough for any kitchen. */
export const defaultAccent = '#c2410c'

interface Oklch {
  l: number
  c: number
  h: number
}
type Rgb = readonly [number, number, number]

/** Whether a text is a colour that `deriveAccent` understands: #rgb or #rrggbb, with or without the #. */
export function isColour(text: string): boolean {
  return /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim())
}

function channels(colour: string): Rgb {
  const hex = colour.trim().replace('#', '')
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  const number = Number.parseInt(full, 16)
  return [((number >> 16) & 255) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}

function hexOf(rgb: Rgb): string {
  return `#${rgb
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function luminance(colour: string): number {
  const [r, g, b] = channels(colour)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** The contrast of two colours by WCAG 2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function toOklch(colour: string): Oklch {
  const [r, g, b] = channels(colour).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

function toLinear({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const ll = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const mm = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const ss = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * ll - 3.3077115913 * mm + 0.2309699292 * ss,
    -1.2684380046 * ll + 2.6097574011 * mm - 0.3413193965 * ss,
    -0.0041960863 * ll - 0.7034186147 * mm + 1.707614701 * ss,
  ]
}

/** The nearest displayable colour: lightness and hue stay, the chroma gives way. */
function toHex(colour: Oklch): string {
  const l = Math.min(1, Math.max(0, colour.l))
  let low = 0
  let high = colour.c
  const inside = (c: number): boolean => toLinear({ l, c, h: colour.h }).every((value) => value >= -0.0005 && value <= 1.0005)
  if (!inside(high)) {
    for (let step = 0; step < 16; step += 1) {
      const middle = (low + high) / 2
      if (inside(middle)) low = middle
      else high = middle
    }
    high = low
  }
  return hexOf(toLinear({ l, c: high, h: colour.h }).map((value) => gamma(Math.max(0, value))) as [number, number, number])
}

/** The colour of the given hue nearest in lightness to `from`, walking towards `towards`, that satisfies the demand. */
function walk(from: Oklch, towards: 0 | 1, holds: (colour: string) => boolean): string {
  const start = toHex(from)
  if (holds(start)) return start
  const steps = 100
  for (let step = 1; step <= steps; step += 1) {
    const l = from.l + ((towards - from.l) * step) / steps
    const colour = toHex({ ...from, l })
    if (holds(colour)) return colour
  }
  return towards === 0 ? '#000000' : '#ffffff'
}

/** Derives every accent colour of one scheme from the restaurant's colour. Any #rrggbb gives readable results; what is no colour gives the default accent's. */
export function deriveAccent(colour: string, scheme: Scheme): Accent {
  const base = toOklch(isColour(colour) ? colour : defaultAccent)
  const grounds = Object.values(surfaces[scheme])
  const away: 0 | 1 = scheme === 'light' ? 0 : 1
  const clear = (least: number, against: readonly string[]) => (candidate: string) =>
    against.every((ground) => contrast(candidate, ground) >= least)

  const onDark = toHex({ l: 0.17, c: Math.min(base.c, 0.03), h: base.h })
  const readable = (fill: string): string => (contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : contrast(onDark, fill) >= 4.5 ? onDark : '')
  const fillHolds = (candidate: string): boolean => clear(3, grounds)(candidate) && readable(candidate) !== ''
  const fill = walk(base, away, fillHolds)
  const onFill = readable(fill)
  const filled = toOklch(fill)
  // Under the pointer the fill moves away from its own text, so the text only gains.
  const fillHover = toHex({ ...filled, l: filled.l + (onFill === '#ffffff' ? -0.06 : 0.05) })

  const tint = toHex(
    scheme === 'light' ? { l: 0.957, c: Math.min(base.c, 0.028), h: base.h } : { l: 0.29, c: Math.min(base.c, 0.045), h: base.h },
  )
  const everyGround = [...grounds, tint]
  return {
    fill,
    onFill,
    fillHover: contrast(onFill, fillHover) >= 4.5 ? fillHover : fill,
    text: walk(filled, away, clear(4.5, everyGround)),
    tint,
    border: walk(filled, away, clear(3, everyGround)),
    focus: walk(filled, away, clear(3.2, everyGround)),
  }
}
