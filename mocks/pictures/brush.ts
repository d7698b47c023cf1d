/** The brush: seeded chance, colours and the few shapes that all pictures are made of. Light comes from the upper left. SVG text in, SVG text out. */

/** A source of chance that a name begins, so that a picture is drawn the same each time. */
export interface Chance {
  next(): number
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Begins a source of chance. */
export const chanceOf = (name: string): Chance => {
  let state = 2166136261
  for (const sign of name) state = Math.imul(state ^ sign.charCodeAt(0), 16777619)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    pick: (items) => items[Math.floor(next() * items.length)]!,
  }
}

const channels = (colour: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]

/** A colour mixed with another: 0 is the first, 1 the second. */
export const mix = (colour: string, other: string, share: number): string => {
  const [a, b] = [channels(colour), channels(other)]
  return `#${a
    .map((value, index) =>
      Math.round(value + ((b[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
/** Darker, towards a warm brown rather than black. */
export const dark = (colour: string, share = 0.25): string => mix(colour, '#3a1a0a', share)
/** Lighter, towards warm white. */
export const light = (colour: string, share = 0.3): string => mix(colour, '#fff6e2', share)

const n = (value: number): string => String(Math.round(value * 10) / 10)

/** A closed, rounded outline around a centre. */
export const blob = (chance: Chance, x: number, y: number, rx: number, ry = rx, wobble = 0.12, points = 9, turn = 0): string => {
  const ring = Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI
    const far = 1 + chance.between(-wobble, wobble)
    const [px, py] = [Math.cos(angle) * rx * far, Math.sin(angle) * ry * far]
    return [x + px * Math.cos(turn) - py * Math.sin(turn), y + px * Math.sin(turn) + py * Math.cos(turn)] as const
  })
  const middle = (a: readonly [number, number], b: readonly [number, number]): string => `${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`
  const last = ring.at(-1)!
  return `M${middle(last, ring[0]!)}${ring.map((point, index) => `Q${n(point[0])} ${n(point[1])} ${middle(point, ring[(index + 1) % points]!)}`).join('')}Z`
}

/** A path with a fill. */
export const fill = (path: string, colour: string, more = ''): string => `<path d="${path}" fill="${colour}" ${more}/>`
/** A path with a stroke. */
export const line = (path: string, colour: string, width: number, more = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
/** A circle or ellipse. */
export const oval = (x: number, y: number, rx: number, ry: number, colour: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${colour}" ${more}/>`
/** A rounded rectangle around a centre. */
export const slab = (x: number, y: number, w: number, h: number, r: number, colour: string, more = ''): string =>
  `<rect x="${n(x - w / 2)}" y="${n(y - h / 2)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${colour}" ${more}/>`
/** Moves, turns and scales what is inside. */
export const put = (x: number, y: number, turn: number, inside: string, scale = 1): string =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})${scale === 1 ? '' : ` scale(${n(scale * 100) === '0' ? 0 : Math.round(scale * 100) / 100})`}">${inside}</g>`
/** A soft shadow of a path or shape below it. */
export const shadow = (inside: string): string => `<g opacity=".34" filter="url(#soft)" transform="translate(5 9)">${inside}</g>`
/** A small, hard shadow for things that lie on food. */
export const under = (x: number, y: number, rx: number, ry = rx): string => oval(x + 2, y + 3, rx, ry, '#3a1a0a', 'opacity=".28"')

/** A solid round thing: an edge in shade and a light on its upper left. */
export const ball = (x: number, y: number, r: number, colour: string, ry = r): string =>
  `${under(x, y, r, ry)}${oval(x, y, r, ry, dark(colour, 0.22))}${oval(x - r * 0.07, y - ry * 0.09, r * 0.9, ry * 0.88, colour)}${oval(x - r * 0.3, y - ry * 0.36, r * 0.4, ry * 0.28, light(colour, 0.5), 'opacity=".75"')}`

/** Places on a disc, apart from one another, nearer to the middle than `radius`. */
export const scatter = (
  chance: Chance,
  count: number,
  radius: number,
  apart: number,
  draw: (x: number, y: number, index: number) => string,
  squash = 1,
): string => {
  const taken: [number, number][] = []
  let out = ''
  for (let tries = 0; taken.length < count && tries < count * 60; tries += 1) {
    const [angle, far] = [chance.between(0, 2 * Math.PI), Math.sqrt(chance.next()) * radius]
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far * squash]
    if (taken.some(([tx, ty]) => Math.hypot(tx - x, ty - y) < apart)) continue
    out += draw(x, y, taken.length)
    taken.push([x, y])
  }
  return out
}

/** A leaf from its stalk, with a vein. */
export const leaf = (chance: Chance, x: number, y: number, length: number, turn: number, colour: string, width = 0.42): string => {
  const half = length * width
  const tone = mix(colour, chance.pick(['#ffffff', '#1c3a10']), chance.between(0, 0.18))
  return put(
    x,
    y,
    turn,
    `${fill(`M0 0C${n(length * 0.25)} ${n(-half)} ${n(length * 0.7)} ${n(-half * 0.9)} ${n(length)} 0C${n(length * 0.7)} ${n(half * 0.9)} ${n(length * 0.25)} ${n(half)} 0 0Z`, '#1d2a0c', 'opacity=".3" transform="translate(2 3)"')}${fill(
      `M0 0C${n(length * 0.25)} ${n(-half)} ${n(length * 0.7)} ${n(-half * 0.9)} ${n(length)} 0C${n(length * 0.7)} ${n(half * 0.9)} ${n(length * 0.25)} ${n(half)} 0 0Z`,
      tone,
    )}${fill(`M0 0C${n(length * 0.25)} ${n(-half)} ${n(length * 0.7)} ${n(-half * 0.9)} ${n(length)} 0Z`, light(tone, 0.3), 'opacity=".5"')}${line(`M4 0H${n(length * 0.85)}`, light(tone, 0.5), 1.4, 'opacity=".7"')}`,
  )
}

/** The table below: a calm surface with light from the upper left. */
export const table = (colour: string): string =>
  `<radialGradient id="lamp" cx="-140" cy="-140" r="560" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${light(colour, 0.6)}"/><stop offset="1" stop-color="${colour}"/></radialGradient><rect x="-800" y="-300" width="1600" height="600" fill="url(#lamp)"/>`

/** A plate with its rim. */
export const plate = (r = 158, colour = '#fbf7ef'): string =>
  `${shadow(oval(0, 0, r, r, '#2a1408'))}${oval(0, 0, r, r, dark(colour, 0.1))}${oval(-1, -2, r - 2, r - 2, colour)}${oval(0, 0, r * 0.78, r * 0.78, dark(colour, 0.09))}${oval(1, 2, r * 0.76, r * 0.76, mix(colour, dark(colour, 0.04), 0.5))}`

/** A bowl, seen from above; the food lies inside its inner radius. */
export const bowl = (r = 156, colour = '#3f5d6b'): string =>
  `${shadow(oval(0, 0, r, r, '#2a1408'))}${oval(0, 0, r, r, dark(colour, 0.35))}${oval(-1, -2, r - 2, r - 2, colour)}${oval(-1, -3, r - 6, r - 6, light(colour, 0.2))}${oval(0, 0, r * 0.9, r * 0.9, dark(colour, 0.3))}`

/** A wooden board. */
export const board = (w = 380, h = 290, r = 34, colour = '#b9814f'): string => {
  const grain = [-0.36, -0.2, -0.05, 0.12, 0.27, 0.4]
    .map((at) =>
      line(
        `M${-w / 2 + 12} ${at * h}C${-w / 5} ${at * h + 9} ${w / 6} ${at * h - 9} ${w / 2 - 12} ${at * h + 3}`,
        dark(colour, 0.2),
        2.2,
        'opacity=".4"',
      ),
    )
    .join('')
  return `${shadow(slab(0, 0, w, h, r, '#2a1408'))}${slab(0, 3, w, h, r, dark(colour, 0.35))}${slab(0, -1, w, h, r, colour)}${slab(-2, -4, w - 10, h - 10, r - 5, light(colour, 0.12))}${grain}`
}

/** A round wooden board. */
export const roundBoard = (r = 170, colour = '#b9814f'): string =>
  `${shadow(oval(0, 0, r, r, '#2a1408'))}${oval(0, 3, r, r, dark(colour, 0.35))}${oval(0, -1, r, r, colour)}${oval(-2, -3, r - 6, r - 6, light(colour, 0.14))}${oval(0, 0, r - 20, r - 20, colour)}`

/** A slate for sushi. */
export const slate = (w = 400, h = 220): string =>
  `${shadow(slab(0, 0, w, h, 12, '#1a1208'))}${slab(0, 2, w, h, 12, '#22282b')}${slab(0, -1, w, h, 12, '#343c40')}${slab(-3, -4, w - 14, h - 14, 9, '#3c4549')}`

/** The definitions every picture needs. */
export const DEFINITIONS =
  '<defs><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="9"/></filter></defs>'
