/** The recipes: each picture is a table and what stands on it, around the middle, about 320 across. */
import {
  ball,
  blob,
  board,
  bowl,
  chanceOf,
  dark,
  fill,
  light,
  line,
  mix,
  oval,
  plate,
  roundBoard,
  put,
  scatter,
  shadow,
  slab,
  slate,
  under,
  type Chance,
} from './brush.ts'
import * as l from './ingredients.ts'

/** A picture: the colour of the table, and the drawing on it. */
export interface Recipe {
  table: string
  draw: (chance: Chance) => string
}

const WARM = '#e9d3b3'
const SAND = '#efe2cd'
const SAGE = '#cfd8c0'
const BLUE = '#c6d3d8'
const ROSE = '#ecd2c6'
const STONE = '#d9d4cc'
const NIGHT = '#4a3a34'

// Pizza -------------------------------------------------------------------------------------------------------------

const base = (c: Chance, sauce: string, cheese: number, cheeseTone = '#f6d98b'): string => {
  const crust = blob(c, 0, 0, 148, 148, 0.018, 22)
  const spots = Array.from({ length: 26 }, () => {
    const angle = c.between(0, 6.28)
    return fill(
      blob(c, Math.cos(angle) * 138, Math.sin(angle) * 138, c.between(5, 15), c.between(3, 6), 0.3, 8, angle + 1.57),
      c.pick(['#8a4a1c', '#b06a2c', '#6e3714']),
      'opacity=".55"',
    )
  }).join('')
  return (
    shadow(fill(crust, '#2a1408')) +
    fill(crust, '#bd7a38') +
    fill(blob(c, -2, -3, 145, 145, 0.016, 22), '#e2a65c') +
    fill(blob(c, -4, -7, 138, 137, 0.016, 22), '#efbd78', 'opacity=".7"') +
    spots +
    fill(blob(c, 0, 0, 124, 124, 0.03, 20), dark(sauce, 0.3)) +
    fill(blob(c, 0, 1, 121, 121, 0.035, 20), sauce) +
    scatter(c, cheese, 112, 20, (x, y) =>
      fill(
        blob(c, x, y, c.between(14, 28), c.between(12, 24), 0.24),
        mix(cheeseTone, c.pick(['#e09a3c', '#fff3cf']), c.between(0.05, 0.4)),
        'opacity=".92"',
      ),
    ) +
    scatter(c, Math.round(cheese / 4), 108, 26, (x, y) =>
      fill(blob(c, x, y, c.between(5, 9), c.between(4, 7), 0.3), '#c4752a', 'opacity=".5"'),
    )
  )
}
const pizza = (toppings: (c: Chance) => string, { sauce = '#c4381f', cheese = 46, tone = '#f6d98b', table = WARM } = {}): Recipe => ({
  table,
  draw: (c) => roundBoard(168, '#b07a48') + put(0, 0, 0, base(c, sauce, cheese, tone) + toppings(c)),
})
const on =
  (piece: l.Piece, count: number, apart: number, radius = 104) =>
  (c: Chance): string =>
    scatter(c, count, radius, apart, (x, y) => piece(c, x, y))
const all =
  (...steps: ((c: Chance) => string)[]) =>
  (c: Chance): string =>
    steps.map((step) => step(c)).join('')

// Plates and bowls ---------------------------------------------------------------------------------------------------

const pasta = (noodle: string, toppings: (c: Chance) => string, table = SAND, dish = '#fbf7ef', width = 8): Recipe => ({
  table,
  draw: (c) => plate(162, dish) + l.noodles(c, 112, noodle, width) + toppings(c),
})
const soup = (colour: string, garnish: (c: Chance) => string, dish: string, table: string): Recipe => ({
  table,
  draw: (c) =>
    bowl(150, dish) +
    oval(0, 0, 134, 134, dark(colour, 0.25)) +
    oval(2, 4, 131, 130, colour) +
    fill(blob(c, -26, -34, 92, 74, 0.1), light(colour, 0.22), 'opacity=".55"') +
    garnish(c) +
    oval(-62, -82, 34, 9, '#fff', 'opacity=".35" transform="rotate(-38 -62 -82)"'),
})
const salad = (toppings: (c: Chance) => string, dish = '#efe6d6', table = SAGE, leaves: l.Piece = l.lettuce): Recipe => ({
  table,
  draw: (c) => bowl(156, dish) + oval(0, 0, 138, 138, '#5a7a30') + scatter(c, 40, 118, 19, (x, y) => leaves(c, x, y)) + toppings(c),
})
/** A bowl laid in sectors around the middle. */
const laid = (
  dish: string,
  table: string,
  ground: (c: Chance) => string,
  sectors: readonly (readonly [l.Piece, number, number])[],
  middle: (c: Chance) => string,
): Recipe => ({
  table,
  draw: (c) => {
    const step = (2 * Math.PI) / sectors.length
    const begin = c.between(0, 6)
    const piles = sectors.map(([piece, count, apart], index) => {
      const angle = begin + index * step
      return `<g transform="translate(${Math.cos(angle) * 74} ${Math.sin(angle) * 74})">${scatter(c, count, 54, apart * 1.16, (x, y) => put(x, y, 0, piece(c, 0, 0), 1.34))}</g>`
    })
    return bowl(156, dish) + ground(c) + piles.join('') + middle(c)
  },
})
const rice = (c: Chance): string => l.grains(c, 0, 0, 138, 138, ['#fffdf6', '#f3ecda', '#fbf5e6'], 420)
const sesame = on(l.sesame, 26, 12, 120)

// Side views ---------------------------------------------------------------------------------------------------------

interface Layer {
  height: number
  draw: (c: Chance, y: number) => string
}
const wavy = (y: number, colour: string, w: number, depth: number, waves = 9): string => {
  const step = (2 * w) / waves
  const hem = Array.from({ length: waves }, (_, index) => {
    const x = w - index * step
    return `Q${x - step / 4} ${y + depth * (index % 2 === 0 ? 2 : 1.4)} ${x - step / 2} ${y + depth * 0.5}T${x - step} ${y}`
  }).join('')
  const path = `M${-w} ${y - 10}Q0 ${y - 15} ${w} ${y - 10}V${y}${hem}Z`
  return (
    fill(path, dark(colour, 0.35), 'transform="translate(0 5)"') +
    fill(path, colour) +
    line(`M${-w + 10} ${y - 6}Q0 ${y - 10} ${w - 14} ${y - 6}`, light(colour, 0.5), 4, 'opacity=".6"')
  )
}
const layers = {
  lettuce: { height: 13, draw: (_c, y) => wavy(y, '#7db23f', 138, 13, 8) },
  tomato: {
    height: 15,
    draw: (_c, y) =>
      slab(-50, y, 92, 17, 8, '#c8321f') +
      slab(48, y, 96, 17, 8, '#d8412b') +
      slab(-56, y - 3, 70, 5, 3, '#f07a5c', 'opacity=".8"') +
      slab(44, y - 3, 74, 5, 3, '#f58a6c', 'opacity=".8"'),
  },
  onion: {
    height: 9,
    draw: (_c, y) => [-84, -28, 30, 84].map((x) => slab(x, y, 52, 9, 5, '#b070a0') + slab(x, y - 2, 46, 4, 2, '#ecd3e4')).join(''),
  },
  pickle: {
    height: 12,
    draw: (_c, y) => [-70, 0, 70].map((x) => slab(x, y, 58, 13, 6, '#5f7f2a') + slab(x, y - 3, 48, 5, 3, '#a8c25a')).join(''),
  },
  patty: {
    height: 34,
    draw: (c, y) =>
      slab(0, y + 2, 238, 40, 19, '#3f1f10') +
      slab(-1, y - 1, 234, 35, 17, '#6b3820') +
      Array.from({ length: 38 }, () =>
        oval(c.between(-105, 105), y + c.between(-12, 11), c.between(3, 8), c.between(2, 4), c.pick(['#4f2814', '#8a4f2c', '#5c3019'])),
      ).join('') +
      slab(-20, y - 12, 150, 5, 3, '#a86c42', 'opacity=".6"'),
  },
  chicken: {
    height: 38,
    draw: (c, y) =>
      fill(blob(c, 0, y + 2, 122, 24, 0.09, 18), '#8a4f1c') +
      fill(blob(c, -1, y - 1, 119, 21, 0.1, 18), '#d8963f') +
      Array.from({ length: 46 }, () =>
        oval(c.between(-104, 104), y + c.between(-14, 12), c.between(3, 7), c.between(2, 5), c.pick(['#b8702a', '#f0bc66', '#e0a449'])),
      ).join(''),
  },
  plant: {
    height: 33,
    draw: (c, y) =>
      slab(0, y + 2, 238, 38, 18, '#3a2f1a') +
      slab(-1, y - 1, 234, 33, 16, '#66582c') +
      Array.from({ length: 34 }, () =>
        oval(
          c.between(-105, 105),
          y + c.between(-11, 10),
          c.between(3, 7),
          c.between(2, 4),
          c.pick(['#8f9a3a', '#4a3f1e', '#a5523a', '#c0a04a']),
        ),
      ).join(''),
  },
  halloumi: {
    height: 26,
    draw: (_c, y) =>
      slab(0, y + 2, 226, 30, 8, '#b98a3f') +
      slab(-1, y - 1, 222, 25, 7, '#f7e6b4') +
      [-80, -40, 0, 40, 80].map((x) => slab(x, y, 12, 24, 3, '#a8702f', 'opacity=".8"')).join(''),
  },
  cheese: {
    height: 8,
    draw: (_c, y) =>
      fill(
        `M-126 ${y - 7}H126L104 ${y + 5}L76 ${y + 3}L44 ${y + 30}L8 ${y + 4}L-44 ${y + 5}L-74 ${y + 24}L-104 ${y + 4}Z`,
        '#d98f14',
        'transform="translate(0 3)"',
      ) +
      fill(`M-126 ${y - 7}H126L104 ${y + 5}L76 ${y + 3}L44 ${y + 30}L8 ${y + 4}L-44 ${y + 5}L-74 ${y + 24}L-104 ${y + 4}Z`, '#f9b92c') +
      line(`M-118 ${y - 5}H112`, '#ffe08a', 3),
  },
  bacon: {
    height: 12,
    draw: (_c, y) =>
      line(`M-128 ${y}q16 -13 32 0t32 0t32 0t32 0t32 0t32 0t32 0t30 0`, '#7a2416', 13) +
      line(`M-128 ${y - 1}q16 -13 32 0t32 0t32 0t32 0t32 0t32 0t32 0t30 0`, '#c04a30', 10) +
      line(`M-128 ${y}q16 -13 32 0t32 0t32 0t32 0t32 0t32 0t32 0t30 0`, '#f2c0a0', 3),
  },
  avocado: {
    height: 13,
    draw: (_c, y) => [-76, -26, 26, 78].map((x) => slab(x, y, 58, 15, 8, '#6c8f2e') + slab(x, y - 1, 50, 10, 5, '#dbe38c')).join(''),
  },
  sauce: {
    height: 4,
    draw: (_c, y) =>
      fill(
        `M-116 ${y - 5}H116Q112 ${y + 12} 92 ${y + 6}Q74 ${y + 26} 56 ${y + 6}Q10 ${y + 12} -30 ${y + 5}Q-52 ${y + 20} -70 ${y + 5}Q-108 ${y + 10} -116 ${y - 5}Z`,
        '#f3dfae',
      ),
  },
  hotSauce: {
    height: 4,
    draw: (_c, y) =>
      fill(
        `M-116 ${y - 5}H116Q112 ${y + 14} 90 ${y + 6}Q70 ${y + 30} 52 ${y + 6}Q10 ${y + 12} -30 ${y + 5}Q-56 ${y + 24} -74 ${y + 5}Q-108 ${y + 10} -116 ${y - 5}Z`,
        '#b3281a',
      ),
  },
} as const satisfies Record<string, Layer>

const bun = (c: Chance, top: number, tone: string, seeds: boolean): string => {
  const path = `M-128 ${top}C-132 ${top - 92} -66 ${top - 112} 0 ${top - 112}S132 ${top - 92} 128 ${top}Q128 ${top + 10} 114 ${top + 10}H-114Q-128 ${top + 10} -128 ${top}Z`
  return (
    fill(path, dark(tone, 0.4), 'transform="translate(0 3)"') +
    fill(path, tone) +
    fill(
      `M-112 ${top - 20}C-108 ${top - 86} -56 ${top - 102} -8 ${top - 103}C-60 ${top - 84} -84 ${top - 56} -92 ${top - 12}Z`,
      light(tone, 0.45),
      'opacity=".65"',
    ) +
    line(`M-118 ${top + 4}H116`, dark(tone, 0.28), 4, 'opacity=".5"') +
    (seeds
      ? Array.from({ length: 26 }, () => {
          const x = c.between(-88, 88)
          const y = top - 22 - (1 - (x / 110) ** 2) * c.between(12, 76)
          return put(x, y, c.between(-40, 40), oval(0, 1.6, 6, 3.4, '#7a4a14', 'opacity=".4"') + oval(0, 0, 6, 3.4, '#fdf1d0'))
        }).join('')
      : '')
  )
}
const burger = (stack: readonly (keyof typeof layers)[], { tone = '#d68a3a', seeds = true, table = ROSE } = {}): Recipe => ({
  table,
  draw: (c) => {
    const heights = stack.map((name) => layers[name].height)
    const whole = heights.reduce((sum, height) => sum + height, 0)
    let y = 96
    const bottom = slab(0, y + 12, 240, 42, 20, dark(tone, 0.4)) + slab(0, y + 9, 240, 40, 18, tone) + slab(0, y - 4, 226, 12, 6, '#f6ddb0')
    y -= 14
    const drawn: string[] = []
    stack.forEach((name, index) => {
      y -= heights[index]! / 2
      drawn.push(layers[name].draw(c, y))
      y -= heights[index]! / 2
    })
    const scale = Math.min(1, 250 / (whole + 150))
    return put(
      0,
      148,
      0,
      shadow(oval(0, 2, 190, 26, '#2a1408')) +
        put(
          0,
          0,
          0,
          slab(0, -3, 380, 34, 17, '#8a5a30') + slab(0, -8, 380, 26, 13, '#b9814f') + slab(-4, -13, 352, 8, 4, '#d3a06c', 'opacity=".7"'),
        ) +
        put(0, -142 * scale, 0, bottom + drawn.join('') + bun(c, y - 4, tone, seeds), scale),
    )
  },
})

interface Drink {
  kind: 'tumbler' | 'high' | 'mug' | 'weizen' | 'wine' | 'bottle' | 'hot'
  colour: string
  foam?: number
  extra?: (c: Chance) => string
  table?: string
}
const glassPath: Record<Exclude<Drink['kind'], 'bottle' | 'hot'>, string> = {
  tumbler: 'M-62 -92L-52 128Q-51 140 -38 140H38Q51 140 52 128L62 -92Z',
  high: 'M-52 -138L-45 128Q-44 140 -32 140H32Q44 140 45 128L52 -138Z',
  mug: 'M-64 -112V124Q-64 140 -48 140H48Q64 140 64 124V-112Z',
  weizen:
    'M-58 -142C-60 -70 -28 -30 -32 60C-33 104 -42 122 -42 132Q-42 140 -34 140H34Q42 140 42 132C42 122 33 104 32 60C28 -30 60 -70 58 -142Z',
  wine: 'M-66 -134C-74 -46 -52 8 0 10C52 8 74 -46 66 -134Z',
}
const drink = ({ kind, colour, foam = 0, extra, table = BLUE }: Drink): Recipe => ({
  table,
  draw: (c) => {
    const floor = oval(8, 146, 104, 18, '#2a1408', 'opacity=".28" filter="url(#soft)"')
    if (kind === 'hot') return floor
    const path = kind === 'bottle' ? '' : glassPath[kind]
    const id = `g${Math.round(c.between(1, 99999))}`
    const [top, bottom] = kind === 'wine' ? [-62, 12] : kind === 'tumbler' ? [-62, 142] : [foam > 20 ? -74 : -108, 142]
    const liquid = `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})"><rect x="-90" y="${top}" width="180" height="${bottom - top}" fill="${colour}"/><rect x="-90" y="${top}" width="62" height="${bottom - top}" fill="${light(colour, 0.55)}" opacity=".45"/><rect x="34" y="${top}" width="60" height="${bottom - top}" fill="${dark(colour, 0.4)}" opacity=".3"/>${foam > 0 ? `<rect x="-90" y="${top - foam}" width="180" height="${foam + 10}" fill="#fffaf0"/>${Array.from({ length: 22 }, () => oval(c.between(-66, 66), top + c.between(-foam, 14), c.between(6, 13), c.between(5, 9), c.pick(['#fffdf7', '#f6ead2']))).join('')}` : `<ellipse cx="0" cy="${top}" rx="80" ry="9" fill="${light(colour, 0.5)}"/>`}${Array.from({ length: 22 }, () => oval(c.between(-48, 48), c.between(top + 24, bottom - 14), c.between(1.6, 3.6), c.between(1.6, 3.6), '#ffffff', 'opacity=".5"')).join('')}${extra?.(c) ?? ''}</g>`
    const stem =
      kind === 'wine'
        ? line('M0 10V126', '#eef4f5', 9) +
          line('M2 10V126', '#a9bcc2', 3) +
          oval(0, 132, 56, 11, '#b9c9ce') +
          oval(-2, 129, 54, 9, '#f1f6f7')
        : ''
    const handle =
      kind === 'mug'
        ? line('M62 -64H84Q104 -64 104 -40V40Q104 66 80 66H62', '#9fb4bb', 19) +
          line('M62 -64H84Q104 -64 104 -40V40Q104 66 80 66H62', '#e4edef', 11)
        : ''
    return (
      floor +
      put(
        0,
        4,
        0,
        handle +
          stem +
          fill(path, '#ffffff', 'opacity=".5"') +
          liquid +
          `<path d="${path}" fill="none" stroke="#ffffff" stroke-width="5" opacity=".85"/><path d="${path}" fill="none" stroke="#7f979f" stroke-width="1.6" opacity=".7"/>` +
          line(kind === 'wine' ? 'M-52 -112C-56 -60 -46 -30 -30 -16' : 'M-42 -84L-36 104', '#ffffff', 8, 'opacity=".6"'),
      )
    )
  },
})
const ice = (c: Chance): string =>
  Array.from({ length: 5 }, (_, k) =>
    put(
      c.between(-34, 34),
      -70 + k * 26,
      c.between(-30, 30),
      slab(0, 0, 34, 34, 8, '#ffffff', 'opacity=".42"') + slab(-4, -4, 20, 20, 5, '#ffffff', 'opacity=".4"'),
    ),
  ).join('')

const cup = (inside: (c: Chance) => string, r = 96, dish = '#fbf7ef', table = STONE): Recipe => ({
  table,
  draw: (c) =>
    plate(150, dish) +
    oval(6, 10, r, r, '#3a1a0a', 'opacity=".28" filter="url(#soft)"') +
    line(`M${r - 6} -16Q${r + 46} -22 ${r + 40} 8Q${r + 32} 34 ${r - 8} 22`, dark(dish, 0.22), 19) +
    line(`M${r - 6} -18Q${r + 44} -24 ${r + 38} 6Q${r + 30} 31 ${r - 8} 20`, dish, 14) +
    oval(0, 0, r, r, dark(dish, 0.2)) +
    oval(-1, -2, r - 2, r - 2, '#ffffff') +
    oval(0, 0, r - 10, r - 10, dark(dish, 0.3)) +
    inside(c) +
    put(
      -104,
      86,
      -38,
      slab(0, 0, 96, 8, 4, '#b9c0c4') +
        slab(0, -1.6, 92, 3, 2, '#f3f6f8') +
        oval(-52, 0, 20, 12, '#b9c0c4') +
        oval(-53, -2, 17, 9, '#e6ebee'),
    ),
})

const roll = (c: Chance, x: number, y: number, r: number, heart: readonly string[], outside: 'nori' | 'rice' | 'avocado'): string => {
  const hearts = heart
    .map((colour, index) =>
      fill(
        blob(
          c,
          x + Math.cos(index * (6.28 / heart.length)) * r * 0.26,
          y + Math.sin(index * (6.28 / heart.length)) * r * 0.26,
          r * 0.27,
          r * 0.24,
          0.1,
        ),
        colour,
      ),
    )
    .join('')
  const seeds =
    outside === 'rice'
      ? Array.from({ length: 14 }, () => {
          const a = c.between(0, 6.28)
          return l.sesame(c, x + Math.cos(a) * r * 0.86, y + Math.sin(a) * r * 0.86)
        }).join('')
      : ''
  const skin = outside === 'nori' ? '#24302a' : outside === 'avocado' ? '#8fae44' : '#fbf7ea'
  return (
    under(x, y + 3, r, r) +
    oval(x, y, r, r, dark(skin, 0.25)) +
    oval(x - 1, y - 1, r * 0.96, r * 0.96, skin) +
    (outside === 'rice' ? oval(x, y, r * 0.74, r * 0.74, '#24302a') : '') +
    oval(x, y, r * (outside === 'rice' ? 0.66 : 0.84), r * (outside === 'rice' ? 0.66 : 0.84), '#fffdf6') +
    Array.from({ length: 18 }, () =>
      put(x + c.between(-r, r) * 0.5, y + c.between(-r, r) * 0.5, c.between(0, 180), oval(0, 0, 4, 2, '#ece4d0')),
    ).join('') +
    hearts +
    seeds
  )
}
const rolls = (
  count: number,
  heart: readonly string[],
  outside: 'nori' | 'rice' | 'avocado',
  extra: (c: Chance) => string = () => '',
): Recipe => ({
  table: STONE,
  draw: (c) =>
    slate(400, 232) +
    Array.from({ length: count }, (_, index) => roll(c, -132 + (index % 4) * 82, index < 4 ? -52 : 40, 37, heart, outside)).join('') +
    extra(c) +
    put(152, 84, 0, fill(blob(c, 0, 0, 20, 14, 0.2), '#9fbf4a') + fill(blob(c, -2, -3, 12, 7, 0.2), '#c3da78')) +
    put(98, 92, 0, fill(blob(c, 0, 0, 24, 11, 0.25), '#f3b7a6') + line('M-18 2Q-6 -8 6 1T20 -2', '#fde3da', 3)),
})

const curry = (colour: string, pieces: (c: Chance) => string, dish = '#2f4a52', table = WARM): Recipe => ({
  table,
  draw: (c) =>
    bowl(156, dish) +
    oval(0, 0, 138, 138, dark(colour, 0.28)) +
    oval(1, 3, 136, 135, colour) +
    fill(blob(c, 30, -40, 84, 60, 0.15), light(colour, 0.25), 'opacity=".5"') +
    pieces(c) +
    put(
      -58,
      44,
      0,
      `<g>${shadow(oval(0, 0, 62, 56, '#2a1408'))}${l.grains(c, 0, 0, 64, 56, ['#fffdf6', '#f3ecda', '#fbf5e6'], 150)}${l.parsley(c, 4, -4)}</g>`,
    ),
})

const spread = (colour: string, top: (c: Chance) => string, dish: string, table: string): Recipe => ({
  table,
  draw: (c) =>
    bowl(150, dish) +
    oval(0, 0, 134, 134, dark(colour, 0.18)) +
    oval(1, 2, 132, 131, colour) +
    [112, 84, 56, 30]
      .map((r, k) =>
        line(
          `M${-r} 6A${r} ${r * 0.92} 0 1 1 ${r * 0.7} ${r * 0.62}`,
          k % 2 === 0 ? dark(colour, 0.16) : light(colour, 0.5),
          15,
          'opacity=".55"',
        ),
      )
      .join('') +
    top(c),
})

const bread = (c: Chance, w: number, h: number): string =>
  fill(blob(c, 3, 8, w, h, 0.05, 14), '#2a1408', 'opacity=".3"') +
  fill(blob(c, 0, 0, w, h, 0.05, 14), '#9c5f28') +
  fill(blob(c, -1, -3, w * 0.92, h * 0.88, 0.05, 14), '#ecc98e') +
  Array.from({ length: 20 }, () =>
    oval(c.between(-w, w) * 0.7, c.between(-h, h) * 0.6, c.between(2, 5), c.between(1.4, 3.2), '#d3a562', 'opacity=".8"'),
  ).join('')

/** Every picture by its name. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'pizza-margherita': pizza(all(on(l.mozzarella, 9, 54), on(l.basil, 7, 62))),
  'pizza-salami': pizza(all(on(l.mozzarella, 5, 60), on(l.salami, 13, 46), on(l.parsley, 8, 40)), { table: SAND }),
  'pizza-funghi': pizza(all(on(l.mushroom, 20, 36), on(l.garlic, 9, 34), on(l.parsley, 14, 30)), { table: STONE }),
  'pizza-rucola': pizza(all(on(l.ham, 8, 56), on(l.rocket, 18, 26), on(l.cherryTomato, 8, 50), on(l.parmesan, 11, 36)), { table: SAGE }),
  'pizza-formaggi': pizza(all(on(l.mozzarella, 9, 50), on(l.blueCheese, 9, 48), on(l.parmesan, 8, 46), on(l.walnut, 4, 70)), {
    sauce: '#f0cf86',
    tone: '#f9e2a4',
    table: SAND,
  }),
  'pizza-verdure': pizza(all(on(l.aubergine, 7, 62), on(l.courgette, 7, 54), on(l.pepperStrip, 10, 44), on(l.onion, 6, 50)), {
    table: WARM,
  }),
  'pizza-tonno': pizza(all(on(l.tuna, 11, 44), on(l.onion, 10, 42), on(l.olive, 8, 46), on(l.caper, 10, 34)), { table: BLUE }),
  'pizza-diavola': pizza(all(on(l.salami, 9, 52), on(l.chilli, 7, 50), on(l.onion, 7, 50), on(l.honey, 2, 80, 50)), {
    sauce: '#a82a16',
    table: ROSE,
  }),
  'pizza-marinara': pizza(
    all(
      (c) =>
        scatter(c, 70, 110, 13, (x, y) =>
          fill(blob(c, x, y, c.between(6, 15), c.between(5, 11), 0.3), c.pick(['#d9482a', '#a82c14', '#e0613a']), 'opacity=".75"'),
        ),
      (c) => scatter(c, 18, 104, 30, (x, y) => put(x, y, 0, l.garlic(c, 0, 0), 1.5)),
      on(l.basil, 6, 62),
      on(l.parsley, 14, 30),
      (c) => scatter(c, 10, 104, 36, (x, y) => oval(x, y, 7, 5, '#f0b23c', 'opacity=".7"')),
    ),
    { cheese: 0, table: WARM },
  ),

  'pasta-pomodoro': pasta(
    '#f0c765',
    all((c) => l.sauce(c, 0, 0, 66, 56, '#cf3f22'), on(l.cherryTomato, 6, 26, 46), on(l.basil, 3, 40, 30)),
  ),
  'pasta-bolognese': pasta(
    '#efc468',
    all(
      (c) => l.sauce(c, 0, 0, 74, 62, '#8f3418'),
      (c) =>
        scatter(c, 60, 60, 7, (x, y) =>
          fill(blob(c, x, y, c.between(4, 8), c.between(3, 6), 0.3), c.pick(['#6b2a12', '#a8522c', '#7d3a1c'])),
        ),
      on(l.parmesan, 7, 26, 50),
      on(l.parsley, 4, 30, 40),
    ),
    WARM,
  ),
  'pasta-carbonara': pasta(
    '#f4d27c',
    all(
      on(l.bacon, 12, 30, 78),
      on(l.parmesan, 8, 32, 70),
      () => ball(0, 0, 22, '#f5a521'),
      (c) => scatter(c, 40, 92, 10, (x, y) => oval(x, y, 1.8, 1.6, '#2b2018')),
    ),
    STONE,
    '#3d4a52',
  ),
  'pasta-pesto': pasta(
    '#bcc659',
    all(
      on(l.bean, 7, 34, 70),
      on(l.potato, 4, 52, 66),
      (c) => scatter(c, 40, 96, 10, (x, y) => oval(x, y, c.between(2, 4), c.between(1.6, 3), '#4f7a2a')),
      on(l.basil, 3, 46, 36),
      (c) => scatter(c, 9, 70, 22, (x, y) => oval(x, y, 5, 3.4, '#f1dca6')),
    ),
    SAGE,
  ),
  'pasta-mare': pasta(
    '#f0c765',
    all(on(l.mussel, 5, 52, 76), on(l.prawn, 5, 54, 66), on(l.cherryTomato, 5, 40, 80), on(l.parsley, 9, 30, 84)),
    BLUE,
    '#eef3f4',
  ),
  lasagne: {
    table: WARM,
    draw: (c) =>
      plate(162) +
      put(
        0,
        10,
        0,
        slab(8, 16, 214, 136, 16, '#2a1408', 'opacity=".28" filter="url(#soft)"') +
          [0, 1, 2, 3, 4]
            .map(
              (k) =>
                slab(0, 48 - k * 13, 212, 20, 7, k % 2 === 0 ? '#b33a1c' : '#f0cf8a') +
                slab(0, 44 - k * 13, 206, 6, 3, k % 2 === 0 ? '#d8613c' : '#fbe7b4'),
            )
            .join('') +
          slab(0, -42, 214, 106, 16, '#d98f3c') +
          slab(-1, -45, 206, 96, 14, '#f3c266') +
          put(
            0,
            -42,
            0,
            scatter(c, 22, 90, 20, (x, y) =>
              fill(
                blob(c, x, y * 0.45, c.between(9, 18), c.between(6, 11), 0.3),
                c.pick(['#c4702a', '#fbe3a4', '#e0953a']),
                'opacity=".85"',
              ),
            ) +
              l.basil(c, 4, -4) +
              l.sauce(c, -48, 8, 22, 12, '#cf3f22'),
          ),
      ),
  },

  bruschetta: {
    table: SAND,
    draw: (c) =>
      board(390, 270) +
      [
        [-116, -40, -14],
        [2, -62, 6],
        [118, -34, -8],
        [-66, 66, 10],
        [64, 68, -12],
      ]
        .map(([x, y, turn]) =>
          put(
            x!,
            y!,
            turn!,
            bread(c, 62, 42) +
              scatter(c, 9, 42, 15, (px, py) => put(px, py, 0, l.cherryTomato(c, 0, 0), 0.8), 0.6) +
              put(0, -2, 0, l.basil(c, 0, 0), 0.7),
          ),
        )
        .join(''),
  },
  'soup-tomato': soup(
    '#d2461f',
    all(
      () => line('M-60 10C-30 -50 40 -40 50 6S-6 70 -26 34', '#fbe9d4', 7, 'opacity=".9"'),
      on(l.crouton, 5, 40, 60),
      (c) => l.basil(c, 6, 0),
    ),
    '#f3ead9',
    WARM,
  ),
  'soup-potato': soup('#e3bb63', all(on(l.sausage, 6, 42, 76), on(l.carrotStick, 4, 44, 84), on(l.parsley, 10, 32, 92)), '#4a6472', SAND),
  antipasti: {
    table: SAGE,
    draw: (c) => {
      const many = (piece: l.Piece, count: number, apart: number, scale: number): string =>
        scatter(c, count, 100, apart, (x, y) => put(x, y, 0, piece(c, 0, 0), scale))
      return (
        plate(168, '#e9e3d6') +
        many(l.aubergine, 7, 62, 1.6) +
        many(l.courgette, 8, 56, 1.5) +
        many(l.mozzarella, 5, 70, 1.2) +
        many(l.pepperStrip, 10, 46, 1.7) +
        many(l.olive, 9, 44, 1.25) +
        many(l.greenOlive, 6, 52, 1.2) +
        many(l.basil, 6, 52, 1.1)
      )
    },
  },
  burrata: {
    table: ROSE,
    draw: (c) =>
      plate(162, '#3d4a52') +
      scatter(c, 16, 104, 34, (x, y) => put(x, y, 0, l.cherryTomato(c, 0, 0), 1.5)) +
      fill(blob(c, 5, 9, 62, 58, 0.05), '#2a1408', 'opacity=".3"') +
      fill(blob(c, 0, 0, 62, 58, 0.05), '#e6dfcc') +
      fill(blob(c, -3, -5, 56, 50, 0.05), '#fffdf6') +
      fill(blob(c, -16, -18, 26, 16, 0.1), '#ffffff') +
      line('M-4 -52Q8 -34 -2 -22', '#d9d0b8', 6) +
      scatter(c, 22, 100, 12, (x, y) => l.pistachio(c, x, y)) +
      l.basil(c, 34, 20) +
      l.basil(c, -66, -40) +
      l.honey(c, 0, 34),
  },

  'salad-mixed': salad(all(on(l.tomatoSlice, 6, 56), on(l.cucumber, 7, 48), on(l.radish, 8, 38), on(l.parsley, 8, 36))),
  'salad-caesar': salad(
    all(on(l.crouton, 11, 38), on(l.parmesan, 13, 34), on(l.chickenStrip, 4, 62, 80), on(l.eggHalf, 2, 90, 70)),
    '#e9dfcb',
    SAND,
  ),
  'salad-beet': salad(
    all(on(l.beet, 10, 46), on(l.goatCheese, 9, 42), on(l.walnut, 9, 40), on(l.honey, 1, 90, 30)),
    '#f3ece0',
    ROSE,
    l.rocket,
  ),
  'salad-lentil': {
    table: WARM,
    draw: (c) =>
      bowl(156, '#d9c9ae') +
      oval(0, 0, 138, 138, '#2a221b') +
      scatter(c, 330, 132, 7.6, (x, y) => l.lentil(c, x, y)) +
      scatter(c, 14, 110, 36, (x, y) => put(x, y, 0, l.carrotStick(c, 0, 0), 0.6)) +
      scatter(c, 16, 112, 32, (x, y) => l.parsley(c, x, y)) +
      scatter(c, 8, 100, 44, (x, y) => l.goatCheese(c, x, y)) +
      put(94, -88, 0, l.lemonWedge(c, 0, 0), 1.2),
  },
  'salad-fattoush': salad(
    all(on(l.cucumber, 6, 52), on(l.tomatoSlice, 5, 58), on(l.pitaChip, 7, 50), on(l.mint, 5, 56), on(l.pomegranate, 26, 17)),
    '#7a4632',
    SAGE,
  ),

  klopse: {
    table: SAND,
    draw: (c) =>
      plate(164) +
      l.sauce(c, 4, 6, 114, 96, '#efe2bd') +
      [
        [-46, -30],
        [38, -40],
        [-4, 40],
      ]
        .map(([x, y]) => l.dumpling(c, x!, y!) + l.sauce(c, x! - 2, y! - 8, 26, 17, '#f6ecce'))
        .join('') +
      scatter(c, 16, 86, 20, (x, y) => l.caper(c, x, y)) +
      put(
        84,
        44,
        0,
        scatter(c, 5, 34, 22, (x, y) => put(x, y, 0, l.beet(c, 0, 0), 0.8)),
      ) +
      l.parsley(c, -20, 2) +
      l.parsley(c, 30, 0),
  },
  schnitzel: {
    table: WARM,
    draw: (c) =>
      plate(168) +
      put(
        -18,
        -12,
        -12,
        fill(blob(c, 5, 9, 112, 82, 0.07, 13), '#2a1408', 'opacity=".3"') +
          fill(blob(c, 0, 0, 112, 82, 0.07, 13), '#a8641f') +
          fill(blob(c, -3, -5, 106, 75, 0.07, 13), '#dd9a3e') +
          scatter(
            c,
            70,
            96,
            11,
            (x, y) =>
              fill(blob(c, x, y * 0.7, c.between(5, 12), c.between(3, 7), 0.3), c.pick(['#c17a2a', '#f0bc66', '#e8ab50']), 'opacity=".75"'),
            1,
          ) +
          l.parsley(c, -20, -6),
      ) +
      put(92, 62, 0, l.lemonWedge(c, 0, 0), 1.35) +
      put(
        20,
        96,
        0,
        fill(blob(c, 0, 0, 34, 20, 0.12), '#8f1228') + scatter(c, 8, 22, 9, (x, y) => put(x, y, 0, l.pomegranate(c, 0, 0), 1.4), 0.5),
      ) +
      scatter(c, 4, 26, 24, (x, y) => l.potato(c, x + 100, y - 50)),
  },
  currywurst: {
    table: ROSE,
    draw: (c) =>
      `${shadow(slab(0, 0, 330, 220, 24, '#2a1408'))}${slab(0, 3, 330, 220, 24, '#d8cfc0')}${slab(0, -1, 326, 214, 22, '#fffaf0')}${slab(0, 0, 296, 186, 18, '#efe6d4')}` +
      put(
        -52,
        0,
        0,
        scatter(c, 14, 78, 32, (x, y) => l.sausage(c, x, y), 0.86),
      ) +
      l.sauce(c, -52, -4, 72, 48, '#b3331a') +
      put(
        -52,
        0,
        0,
        scatter(c, 70, 66, 6, (x, y) => oval(x, y, 1.7, 1.4, c.pick(['#e8a21c', '#8a4a10'])), 0.72),
      ) +
      put(
        88,
        0,
        0,
        scatter(c, 15, 60, 13, (x, y) => put(x, y, c.between(-30, 30), l.fry(c, 0, 0)), 1),
      ),
  },
  salmon: {
    table: BLUE,
    draw: (c) =>
      plate(166) +
      l.sauce(c, -4, 16, 108, 76, '#f3efdc') +
      put(
        -16,
        -6,
        -16,
        slab(5, 10, 178, 78, 30, '#2a1408', 'opacity=".3"') +
          slab(0, 0, 178, 78, 30, '#d9602f') +
          slab(-2, -4, 168, 66, 26, '#f58a58') +
          [-62, -34, -6, 22, 50].map((x) => line(`M${x} -28Q${x + 16} 0 ${x} 28`, '#fcc4a2', 4)).join('') +
          line('M-70 -20Q0 -34 66 -20', '#ffd9bf', 5, 'opacity=".7"'),
      ) +
      scatter(c, 7, 84, 40, (x, y) => l.parsley(c, x, y)) +
      scatter(c, 5, 40, 26, (x, y) => put(x + 70, y + 72, 0, l.cucumber(c, 0, 0), 0.8)) +
      put(86, -70, 0, l.lemonWedge(c, 0, 0), 1.2),
  },

  tiramisu: {
    table: SAND,
    draw: (c) =>
      plate(158) +
      put(
        0,
        16,
        0,
        slab(8, 14, 178, 120, 12, '#2a1408', 'opacity=".3" filter="url(#soft)"') +
          slab(0, 42, 176, 30, 6, '#b98550') +
          slab(0, 30, 176, 22, 6, '#f6ecd4') +
          slab(0, 16, 176, 22, 6, '#a8733f') +
          slab(0, 2, 176, 20, 6, '#fbf3e0') +
          slab(0, -40, 178, 96, 12, '#3f2416') +
          slab(-1, -43, 172, 88, 10, '#5f3a24') +
          scatter(c, 130, 84, 6, (x, y) =>
            oval(x, -42 + y * 0.46, c.between(1, 3), c.between(1, 2), c.pick(['#7d5235', '#2f1a0f', '#8f6140'])),
          ),
      ) +
      put(34, -36, 0, l.mint(c, 0, 0)) +
      put(-62, 84, 0, ball(0, 0, 8, '#3a2114', 6) + ball(20, 6, 8, '#3a2114', 6)),
  },
  pannacotta: {
    table: ROSE,
    draw: (c) =>
      plate(156) +
      l.sauce(c, 0, 10, 100, 86, '#b3123c') +
      oval(4, 8, 66, 62, '#2a1408', 'opacity=".3"') +
      oval(0, 0, 66, 62, '#e6dcc6') +
      oval(-2, -6, 60, 54, '#fffaf0') +
      oval(-20, -24, 24, 11, '#ffffff') +
      l.sauce(c, 0, -6, 36, 27, '#c21f48') +
      put(0, -8, 0, l.berry(c, -8, 0) + l.berry(c, 9, 3) + l.mint(c, 0, -12)) +
      scatter(c, 7, 104, 44, (x, y) => l.berry(c, x, y)),
  },
  strudel: {
    table: WARM,
    draw: (c) =>
      plate(162) +
      [
        [-34, -14, -18],
        [40, 26, -18],
      ]
        .map(([x, y, turn]) =>
          put(
            x!,
            y!,
            turn!,
            slab(6, 12, 150, 74, 30, '#2a1408', 'opacity=".3"') +
              slab(0, 0, 150, 74, 30, '#a8641f') +
              slab(-1, -4, 146, 64, 27, '#e0a449') +
              [-50, -24, 2, 28].map((k) => line(`M${k} -30Q${k + 20} 0 ${k + 4} 28`, '#b9752a', 4, 'opacity=".8"')).join('') +
              scatter(c, 36, 66, 8, (px, py) => oval(px, py * 0.42, 2, 1.6, '#fffdf6')) +
              oval(66, 2, 17, 29, '#f3dca0') +
              l.oat(c, 64, -8) +
              put(67, 10, 0, ball(0, 0, 6, '#7a3a1c')),
          ),
        )
        .join('') +
      put(-82, 70, 0, ball(0, 0, 34, '#fff3cf')) +
      put(-70, 62, 0, l.mint(c, 0, 0)),
  },
  icecream: {
    table: ROSE,
    draw: (c) =>
      bowl(140, '#eef3f4') +
      oval(0, 0, 124, 124, '#d6e0e2') +
      [
        ['#fbeec2', -46, 26],
        ['#6b3f24', 48, 30],
        ['#f2a7b3', 0, -42],
      ]
        .map(([colour, x, y]) =>
          put(
            x as number,
            y as number,
            0,
            oval(5, 9, 60, 58, '#2a1408', 'opacity=".25"') +
              fill(blob(c, 0, 0, 60, 58, 0.04, 14), dark(colour as string, 0.16)) +
              fill(blob(c, -3, -5, 55, 52, 0.04, 14), colour as string) +
              oval(-20, -24, 24, 14, light(colour as string, 0.6), 'opacity=".7"') +
              scatter(c, 16, 46, 12, (px, py) =>
                oval(px, py, c.between(2, 6), c.between(1.4, 3), dark(colour as string, 0.14), 'opacity=".6"'),
              ),
          ),
        )
        .join('') +
      put(
        66,
        -66,
        -38,
        slab(0, 0, 108, 20, 5, '#d9a050') +
          [-36, -18, 0, 18, 36].map((x) => line(`M${x} -9L${x + 8} 9M${x + 8} -9L${x} 9`, '#b07a30', 1.8)).join(''),
      ) +
      put(0, -84, 0, l.mint(c, 0, 0)),
  },
  baklava: {
    table: SAGE,
    draw: (c) =>
      plate(162, '#e6ddcb') +
      [
        [-62, -44],
        [28, -58],
        [-6, 4],
        [76, 8],
        [-78, 40],
        [20, 74],
      ]
        .map(([x, y]) =>
          put(
            x!,
            y!,
            c.between(-16, 16),
            fill('M-48 0L0 -34L48 0L0 34Z', '#2a1408', 'opacity=".3" transform="translate(5 9)"') +
              fill('M-48 0L0 34V46L-48 12ZM48 0L0 34V46L48 12Z', '#9c5f20') +
              fill('M-48 6L0 40V43L-48 9ZM48 6L0 40V43L48 9Z', '#efc06a') +
              fill('M-48 0L0 -34L48 0L0 34Z', '#d9923a') +
              fill('M-38 0L0 -27L30 -5Q0 -10 -38 0Z', '#f7cf85', 'opacity=".8"') +
              scatter(c, 11, 17, 5, (px, py) => l.pistachio(c, px, py)),
          ),
        )
        .join(''),
  },
  chocolate: {
    table: STONE,
    draw: (c) =>
      plate(160) +
      put(
        4,
        20,
        0,
        fill('M-86 40L92 -2L6 -76Z', '#2a1408', 'opacity=".3" transform="translate(6 12)" filter="url(#soft)"') +
          fill('M-86 30L92 -12V26L-86 74Z', '#2f1810') +
          fill('M-86 44L92 2V8L-86 50Z', '#6b3a24') +
          fill('M-86 30L92 -12L2 -90Z', '#4a281a') +
          fill('M-70 22L74 -12L4 -76Z', '#5f3624') +
          line('M-60 18L4 -66', '#8a5a40', 4, 'opacity=".6"'),
      ) +
      l.sauce(c, -66, -56, 30, 16, '#3a1c12') +
      scatter(c, 60, 120, 9, (x, y) => oval(x, y, 1.5, 1.2, '#5f3624')) +
      put(78, 66, 0, l.berry(c, 0, 0) + l.berry(c, 17, 5) + l.mint(c, 6, -14)) +
      put(-6, -36, 0, l.mint(c, 0, 0)),
  },

  water: drink({ kind: 'tumbler', colour: '#d3ecf3', extra: (c) => ice(c) + put(22, -48, 20, l.lemonWedge(c, 0, 0)) }),
  lemonade: drink({
    kind: 'high',
    colour: '#f6e27a',
    extra: (c) =>
      ice(c) + put(-10, -40, 10, l.lemonWedge(c, 0, 0)) + put(14, 30, 0, l.limeSlice(c, 0, 0)) + put(-6, -96, 0, l.mint(c, 0, 0)),
    table: SAGE,
  }),
  cola: drink({ kind: 'high', colour: '#4a1f14', extra: ice, table: ROSE }),
  schorle: drink({ kind: 'high', colour: '#e9b84a', foam: 8, table: SAGE }),
  ayran: drink({ kind: 'tumbler', colour: '#f8f6ee', foam: 26, extra: (c) => put(6, -88, 0, l.mint(c, 0, 0)), table: BLUE }),
  icetea: drink({ kind: 'high', colour: '#c9742a', extra: (c) => ice(c) + put(12, -56, 0, l.lemonWedge(c, 0, 0)), table: WARM }),
  beer: drink({ kind: 'mug', colour: '#f0a81e', foam: 38, table: WARM }),
  wheatbeer: drink({ kind: 'weizen', colour: '#e09a2c', foam: 36, table: SAND }),
  'wine-white': drink({ kind: 'wine', colour: '#f2e08c', table: SAGE }),
  'wine-red': drink({ kind: 'wine', colour: '#7a1230', table: ROSE }),

  'burger-classic': burger(['sauce', 'pickle', 'patty', 'onion', 'tomato', 'lettuce']),
  'burger-cheese': burger(['sauce', 'patty', 'cheese', 'patty', 'cheese', 'pickle', 'onion'], { table: WARM }),
  'burger-bacon': burger(['hotSauce', 'lettuce', 'patty', 'cheese', 'bacon', 'onion', 'hotSauce'], { tone: '#b8692c', table: NIGHT }),
  'burger-chicken': burger(['sauce', 'lettuce', 'chicken', 'tomato', 'sauce', 'lettuce'], { seeds: false, table: SAND }),
  'burger-halloumi': burger(['sauce', 'lettuce', 'halloumi', 'tomato', 'onion', 'lettuce'], { table: SAGE }),
  'burger-vegan': burger(['lettuce', 'plant', 'avocado', 'tomato', 'onion', 'lettuce'], { tone: '#c07a34', table: SAGE }),

  doner: {
    table: ROSE,
    draw: (c) =>
      put(
        0,
        20,
        -8,
        shadow(fill('M-170 30C-160 140 160 140 170 30Z', '#2a1408')) +
          scatter(c, 12, 60, 20, (x, y) => put(x * 2.2, y * 0.3 - 6, 0, l.lettuce(c, 0, 0))) +
          scatter(c, 32, 66, 12, (x, y) => put(x * 1.9, y * 0.45 - 18, 0, l.meatShaving(c, 0, 0), 1.5)) +
          scatter(c, 7, 58, 28, (x, y) => put(x * 2, y * 0.3 - 8, 0, l.tomatoSlice(c, 0, 0))) +
          scatter(c, 12, 62, 16, (x, y) => put(x * 1.9, y * 0.35 - 10, 0, l.redCabbage(c, 0, 0), 1.2)) +
          scatter(c, 6, 56, 26, (x, y) => put(x * 1.9, y * 0.3 - 12, 0, l.onion(c, 0, 0))) +
          line('M-110 -18C-60 -44 -30 10 20 -24S90 -4 120 -24', '#fdf6e4', 13) +
          fill('M-172 16C-176 134 176 134 172 16C150 44 -150 44 -172 16Z', '#a8682c') +
          fill('M-170 14C-172 122 172 122 170 14C148 40 -148 40 -170 14Z', '#e3ae66') +
          fill('M-150 40C-110 62 20 66 60 62C0 96 -130 84 -150 40Z', '#f3cf92', 'opacity=".6"') +
          scatter(c, 40, 70, 10, (x, y) => put(x * 2, y * 0.4 + 72, 0, l.sesame(c, 0, 0), 1.3)),
      ),
  },
  durum: {
    table: WARM,
    draw: (c) =>
      board(390, 250) +
      [
        [-22, -46, -13],
        [22, 50, -7],
      ]
        .map(([x, y, turn]) =>
          put(
            x!,
            y!,
            turn!,
            slab(6, 12, 300, 84, 40, '#2a1408', 'opacity=".3"') +
              slab(0, 0, 300, 84, 40, '#b98445') +
              slab(-1, -4, 294, 72, 36, '#ecc98e') +
              scatter(c, 16, 60, 14, (px, py) =>
                fill(blob(c, px * 2.1, py * 0.5, c.between(6, 16), c.between(3, 7), 0.3), '#b37a38', 'opacity=".55"'),
              ) +
              slab(-70, 0, 150, 88, 42, '#e9edf0') +
              slab(-72, -6, 142, 66, 32, '#fbfcfd') +
              line('M-110 -34L-96 34M-64 -36L-50 36M-18 -36L-6 36', '#cfd6da', 3) +
              put(
                136,
                0,
                0,
                oval(0, 0, 25, 40, '#d9a860') +
                  oval(2, 0, 21, 35, '#6b8f35') +
                  scatter(c, 9, 26, 9, (px, py) => put(px * 0.6, py, 0, l.meatShaving(c, 0, 0), 0.7)) +
                  put(0, 10, 0, l.redCabbage(c, 0, 0), 0.7) +
                  put(2, -16, 0, l.cherryTomato(c, 0, 0), 0.8),
              ),
          ),
        )
        .join(''),
  },
  iskender: {
    table: ROSE,
    draw: (c) =>
      plate(166) +
      scatter(c, 14, 104, 34, (x, y) => l.crouton(c, x, y)) +
      scatter(c, 60, 92, 12, (x, y) => put(x, y, 0, l.meatShaving(c, 0, 0), 1.4)) +
      l.sauce(c, -6, 6, 70, 44, '#c8391c') +
      put(
        86,
        52,
        0,
        oval(3, 6, 44, 38, '#2a1408', 'opacity=".25"') +
          fill(blob(c, 0, 0, 44, 38, 0.08), '#f3efe4') +
          fill(blob(c, -3, -4, 36, 28, 0.08), '#ffffff'),
      ) +
      put(-84, 56, 0, l.pepperStrip(c, 0, 0), 1.6) +
      put(-66, 82, 0, l.tomatoSlice(c, 0, 0), 1.2) +
      l.parsley(c, 0, 0),
  },
  adana: {
    table: WARM,
    draw: (c) =>
      plate(168, '#e6ddcb') +
      put(-70, 30, 0, l.grains(c, 0, 0, 64, 60, ['#d9a860', '#c88f42', '#efcf92'], 150)) +
      [
        [6, -44, -12],
        [22, 10, -12],
      ]
        .map(([x, y, turn]) =>
          put(
            x!,
            y!,
            turn!,
            slab(5, 9, 206, 44, 20, '#2a1408', 'opacity=".3"') +
              slab(0, 0, 206, 44, 20, '#5a2a14') +
              slab(-1, -3, 202, 36, 17, '#8f4a26') +
              [-80, -48, -16, 16, 48, 80].map((k) => line(`M${k} -17Q${k + 8} 0 ${k} 17`, '#6b3218', 6)).join('') +
              line('M-90 -10Q0 -16 90 -10', '#c07a4c', 4, 'opacity=".7"') +
              slab(122, 0, 50, 6, 3, '#c0c6ca'),
          ),
        )
        .join('') +
      put(70, 82, 0, l.tomatoSlice(c, 0, 0), 1.5) +
      put(26, 92, 0, l.chilli(c, 0, 0), 1.6) +
      put(-14, 86, 0, l.onion(c, 0, 0) + l.onion(c, 16, 4)) +
      put(104, 44, 0, l.parsley(c, 0, 0) + l.parsley(c, 14, 6)),
  },
  skewers: {
    table: SAGE,
    draw: (c) =>
      plate(168) +
      [-58, 2, 60]
        .map((y, k) =>
          put(
            0,
            y,
            -10 + k * 4,
            slab(0, 2, 300, 5, 2, '#b98a50') +
              [-100, -62, -24, 14, 52, 90]
                .map((x, i) =>
                  i % 2 === 0
                    ? put(x, 0, 0, ball(0, 0, 22, '#c9823c', 19) + line('M-10 -10L-4 12M2 -12L8 11', '#7a3f18', 4, 'opacity=".7"'))
                    : put(
                        x,
                        0,
                        0,
                        slab(0, 0, 17, 36, 6, i === 3 ? '#5f9a34' : '#d8361f') +
                          slab(-2, -6, 9, 20, 4, i === 3 ? '#9cc95f' : '#f07a5c', 'opacity=".8"'),
                      ),
                )
                .join(''),
          ),
        )
        .join('') +
      scatter(c, 10, 124, 44, (x, y) => l.parsley(c, x, y)) +
      put(102, 90, 0, l.lemonWedge(c, 0, 0), 1.2),
  },
  lahmacun: {
    table: SAND,
    draw: (c) =>
      board(350, 330, 60) +
      put(
        0,
        0,
        -20,
        fill(blob(c, 5, 9, 150, 118, 0.04, 18), '#2a1408', 'opacity=".32"') +
          fill(blob(c, 0, 0, 150, 118, 0.04, 18), '#c98d4a') +
          fill(blob(c, -2, -4, 144, 112, 0.04, 18), '#e9bd7c') +
          fill(blob(c, 0, 0, 128, 98, 0.05, 18), '#a83a1c') +
          scatter(c, 120, 116, 9, (x, y) =>
            fill(blob(c, x, y * 0.8, c.between(4, 9), c.between(3, 7), 0.3), c.pick(['#c4552f', '#7d2a14', '#d97a48', '#8f3a1c'])),
          ) +
          scatter(c, 14, 110, 34, (x, y) => l.parsley(c, x, y * 0.8)) +
          scatter(c, 7, 100, 48, (x, y) => l.onion(c, x, y * 0.8)),
      ) +
      put(104, 106, 0, l.lemonWedge(c, 0, 0), 1.3),
  },

  hummus: spread(
    '#ecd7a6',
    all(
      (c) => l.sauce(c, 4, 4, 40, 32, '#c99a2e'),
      on(l.chickpea, 10, 17, 40),
      (c) => scatter(c, 44, 112, 9, (x, y) => oval(x, y, 2, 1.6, '#b3331a')),
      on(l.parsley, 6, 46, 96),
    ),
    '#7a4632',
    WARM,
  ),
  cacik: spread(
    '#f6f3ea',
    all(on(l.cucumber, 7, 42, 88), (c) => l.sauce(c, 0, 0, 28, 20, '#b9b43a'), on(l.mint, 4, 56, 72)),
    '#4a6472',
    BLUE,
  ),
  falafel: {
    table: SAGE,
    draw: (c) =>
      plate(160, '#e6ddcb') +
      scatter(c, 14, 110, 26, (x, y) => l.lettuce(c, x, y)) +
      scatter(c, 8, 92, 46, (x, y) => put(x, y, 0, l.falafel(c, 0, 0), 1.25)) +
      put(74, 66, 0, bowl(44, '#f3ead9') + oval(0, 0, 37, 37, '#f3efdc') + l.parsley(c, 0, 0)) +
      put(-96, -56, 0, l.lemonWedge(c, 0, 0)),
  },
  fries: {
    table: ROSE,
    draw: (c) =>
      bowl(146, '#c8321f') +
      oval(0, 0, 128, 128, '#8a4a14') +
      scatter(c, 62, 104, 11, (x, y) => l.fry(c, x, y)) +
      put(70, 64, 0, bowl(46, '#fbf7ef') + oval(0, 0, 39, 39, '#b3221a') + oval(-10, -12, 14, 6, '#e8604c')),
  },
  halloumi: {
    table: BLUE,
    draw: (c) =>
      plate(160, '#3d4a52') +
      [-64, -34, -4, 26, 56, 84]
        .map((y, k) =>
          put(
            -10 + (k % 2) * 22,
            y - 12,
            -10 + k * 4,
            slab(4, 7, 168, 27, 9, '#0a0804', 'opacity=".4"') +
              slab(0, 0, 168, 27, 9, '#c08a3c') +
              slab(-1, -3, 164, 20, 7, '#f6e0a6') +
              [-58, -22, 14, 50].map((x) => slab(x, 0, 10, 25, 3, '#8f5a20', 'opacity=".75"')).join(''),
          ),
        )
        .join('') +
      line('M-104 -40C-60 30 -10 -60 40 10S100 60 116 20', '#5a1020', 6, 'opacity=".85"') +
      scatter(c, 24, 112, 16, (x, y) => l.pomegranate(c, x, y)) +
      l.mint(c, 84, -70),
  },
  dolma: {
    table: SAGE,
    draw: (c) =>
      plate(160) +
      [
        [-62, -50],
        [10, -62],
        [78, -40],
        [-84, 6],
        [-10, 0],
        [66, 14],
        [-50, 60],
        [26, 66],
      ]
        .map(([x, y]) =>
          put(
            x!,
            y!,
            c.between(-24, 24),
            slab(4, 8, 84, 36, 16, '#2a1408', 'opacity=".32"') +
              slab(0, 0, 84, 36, 16, '#3f5424') +
              slab(-1, -4, 78, 26, 12, '#5f7a35') +
              line('M-30 8Q-10 -14 30 -8M-12 12Q0 -6 20 10', '#34481c', 2.4) +
              slab(-10, -9, 40, 5, 3, '#a3b868', 'opacity=".7"'),
          ),
        )
        .join('') +
      put(104, 74, 0, l.lemonWedge(c, 0, 0), 1.15) +
      put(-104, 56, 0, l.mint(c, 0, 0)),
  },

  'bowl-salmon': laid(
    '#2f4a52',
    SAND,
    rice,
    [
      [l.salmonCube, 9, 23],
      [l.edamame, 18, 13],
      [l.cucumber, 6, 26],
      [l.carrotStick, 8, 14],
    ],
    (c) => l.avocadoFan(c, 0, 0) + sesame(c),
  ),
  'bowl-chicken': laid(
    '#6b3f2c',
    SAGE,
    rice,
    [
      [l.chickenStrip, 7, 17],
      [l.broccoli, 6, 26],
      [l.carrotStick, 8, 14],
      [l.redCabbage, 14, 11],
    ],
    (c) => put(0, 0, 0, l.eggHalf(c, 0, 0), 1.2) + sesame(c),
  ),
  'bowl-falafel': laid(
    '#d9c9ae',
    SAGE,
    (c) => oval(0, 0, 138, 138, '#5a7a30') + scatter(c, 30, 118, 22, (x, y) => l.lettuce(c, x, y)),
    [
      [l.falafel, 4, 36],
      [l.redCabbage, 16, 10],
      [l.chickpea, 20, 13],
      [l.tomatoSlice, 5, 28],
    ],
    (c) => put(0, 0, 0, l.sauce(c, 0, 0, 40, 32, '#ecd7a6') + l.parsley(c, 0, 0)),
  ),
  'bowl-tofu': laid(
    '#34383c',
    WARM,
    rice,
    [
      [l.tofu, 7, 24],
      [l.sprout, 12, 12],
      [l.springOnion, 18, 12],
      [l.carrotStick, 8, 14],
    ],
    (c) => l.sauce(c, 0, 0, 38, 28, '#b9762c') + scatter(c, 9, 30, 12, (x, y) => put(x, y, 0, l.nut(c, 0, 0), 0.8)) + sesame(c),
  ),
  'bowl-buddha': laid(
    '#eee6d8',
    ROSE,
    (c) => l.grains(c, 0, 0, 138, 138, ['#ead6a4', '#d9bd7c', '#f6e8c4'], 300),
    [
      [l.sweetPotato, 8, 24],
      [l.chickpea, 20, 13],
      [l.lettuce, 8, 18],
      [l.beet, 6, 24],
      [l.radish, 8, 18],
    ],
    (c) => l.avocadoFan(c, 0, 0) + line('M-80 -30C-30 20 20 -50 84 10', '#f6ead2', 6, 'opacity=".9"'),
  ),

  nigiri: {
    table: STONE,
    draw: (c) =>
      slate(410, 220) +
      [-138, -46, 46, 138]
        .map((x, k) =>
          [0]
            .map(() =>
              put(
                x,
                k % 2 === 0 ? -8 : 8,
                -12,
                slab(4, 9, 62, 128, 26, '#0a0804', 'opacity=".4"') +
                  slab(0, 4, 60, 126, 25, '#e9e2d0') +
                  slab(-1, 0, 56, 120, 23, '#fffdf6') +
                  slab(0, -6, 64, 122, 27, '#d9602f') +
                  slab(-2, -9, 59, 114, 25, '#f58a58') +
                  [-44, -22, 0, 22].map((y) => line(`M-24 ${y - 6}Q0 ${y + 12} 24 ${y - 10}`, '#fcc4a2', 5)).join('') +
                  slab(-12, -40, 14, 40, 7, '#ffd9bf', 'opacity=".5"'),
              ),
            )
            .join(''),
        )
        .join('') +
      put(176, 76, 0, fill(blob(c, 0, 0, 17, 12, 0.2), '#9fbf4a')),
  },
  california: rolls(8, ['#f6a05c', '#8fae44', '#f3f0e4'], 'rice'),
  maki: rolls(8, ['#8fbf46'], 'nori'),
  dragon: rolls(
    8,
    ['#f2ab7a', '#fbe3a4'],
    'avocado',
    (c) =>
      line('M-168 -62C-120 -30 -80 -80 -30 -50S60 -80 136 -46M-168 30C-120 58 -70 14 -20 44S80 20 136 46', '#3a1a10', 6, 'opacity=".85"') +
      scatter(c, 30, 130, 10, (x, y) => l.sesame(c, x, y * 0.6 - 6)),
  ),
  miso: soup('#c99a55', all(on(l.tofuSmall, 11, 28, 92), on(l.wakame, 8, 36, 92), on(l.springOnion, 14, 20, 100)), '#5a1e1a', STONE),

  'curry-red': curry(
    '#d9652a',
    all(on(l.aubergine, 5, 58, 90), on(l.bambooShoot, 7, 36, 96), on(l.pepperStrip, 6, 44, 92), on(l.basil, 4, 56, 80)),
  ),
  'curry-green': curry(
    '#a3b04a',
    all(on(l.courgette, 6, 46, 92), on(l.pea, 18, 20, 104), on(l.bean, 5, 46, 84), on(l.basil, 4, 56, 84)),
    '#e9dfcb',
    SAGE,
  ),
  padthai: pasta(
    '#dfa257',
    all(on(l.prawn, 4, 62, 70), on(l.tofu, 5, 52, 76), on(l.sprout, 9, 34, 86), on(l.springOnion, 12, 26, 90), on(l.nut, 14, 24, 88), (c) =>
      put(96, 74, 0, l.limeSlice(c, 0, 0), 1.3),
    ),
    WARM,
    '#2f4a52',
    9,
  ),
  dal: curry(
    '#e0a02c',
    all(
      on(l.parsley, 8, 44, 92),
      (c) => scatter(c, 120, 124, 8, (x, y) => oval(x, y, 3.6, 2.8, '#c07f1a', 'opacity=".7"')),
      on(l.wakame, 7, 42, 90),
      () => line('M10 -70C50 -90 90 -50 60 -20S-10 -30 4 -56', '#fbf3e0', 6, 'opacity=".85"'),
    ),
    '#7a4632',
    SAND,
  ),
  friedrice: {
    table: WARM,
    draw: (c) =>
      bowl(156, '#34383c') +
      l.grains(c, 0, 0, 138, 138, ['#f0d69a', '#e3be74', '#fbeac0'], 420) +
      scatter(c, 24, 118, 22, (x, y) => l.pea(c, x, y)) +
      scatter(c, 10, 108, 36, (x, y) => fill(blob(c, x, y, 15, 10, 0.3), '#f9d14a') + fill(blob(c, x - 2, y - 2, 9, 5, 0.3), '#fdeaa0')) +
      scatter(c, 12, 112, 32, (x, y) => put(x, y, 0, l.carrotStick(c, 0, 0), 0.5)) +
      scatter(c, 16, 118, 26, (x, y) => l.springOnion(c, x, y)) +
      put(0, 0, 0, l.friedEgg(c, 0, 0), 1.3),
  },

  breakfast: {
    table: BLUE,
    draw: (c) =>
      board(400, 280) +
      put(-110, -30, -10, ball(0, 0, 56, '#c98a42', 46) + line('M-36 -8Q0 -30 36 -10', '#a8682a', 5)) +
      put(-96, 72, 6, bread(c, 56, 36) + l.sauce(c, 0, -2, 36, 20, '#b3123c')) +
      put(
        8,
        -52,
        0,
        [0, 1, 2]
          .map((k) =>
            put(
              k * 24 - 20,
              k * 9,
              -12,
              slab(2, 5, 78, 60, 8, '#3a1a0a', 'opacity=".25"') +
                slab(0, 0, 78, 60, 8, '#f2c44c') +
                slab(-1, -3, 74, 52, 7, '#fbdc7c') +
                oval(-12, -8, 6, 5, '#e0a92c') +
                oval(16, 8, 4, 4, '#e0a92c'),
            ),
          )
          .join(''),
      ) +
      put(
        20,
        62,
        0,
        scatter(c, 4, 40, 36, (x, y) => put(x * 1.4, y * 0.6, 0, l.ham(c, 0, 0), 1.3)),
      ) +
      put(132, -44, 0, plate(58, '#fbf7ef') + put(0, 0, 0, l.friedEgg(c, 0, 0), 1.05)) +
      put(128, 72, 0, bowl(42, '#fbf7ef') + oval(0, 0, 35, 35, '#d8711c') + oval(-9, -10, 13, 6, '#f6b25a')) +
      l.parsley(c, 60, 20),
  },
  shakshuka: {
    table: NIGHT,
    draw: (c) =>
      put(0, 0, 0, line('M120 -100L212 -176', '#1f2326', 30) + line('M122 -104L208 -176', '#3c4449', 18)) +
      bowl(158, '#2a2f33') +
      oval(0, 0, 141, 141, '#8f2412') +
      oval(2, 3, 138, 137, '#c43c1c') +
      scatter(c, 46, 122, 17, (x, y) =>
        fill(blob(c, x, y, c.between(7, 16), c.between(5, 11), 0.3), c.pick(['#e05a34', '#a82c14', '#d9482a', '#eda323'])),
      ) +
      [
        [-48, -40],
        [54, -22],
        [-8, 58],
      ]
        .map(([x, y]) => put(x!, y!, 0, l.friedEgg(c, 0, 0), 1.25))
        .join('') +
      scatter(c, 15, 118, 36, (x, y) => l.parsley(c, x, y)),
  },
  avocado: {
    table: SAND,
    draw: (c) =>
      board(390, 280) +
      [
        [-76, -18, -8],
        [86, 22, 10],
      ]
        .map(([x, y, turn]) =>
          put(
            x!,
            y!,
            turn!,
            bread(c, 92, 74) +
              fill(blob(c, 0, -2, 74, 56, 0.1, 13), '#7f9a35') +
              fill(blob(c, -2, -5, 68, 49, 0.1, 13), '#b9cc62') +
              fill(blob(c, -16, -18, 34, 16, 0.2), '#d9e38c', 'opacity=".8"') +
              scatter(c, 7, 50, 25, (px, py) => l.radish(c, px, py * 0.8)) +
              scatter(c, 6, 54, 26, (px, py) => l.parsley(c, px, py * 0.8)) +
              scatter(c, 22, 60, 10, (px, py) => oval(px, py * 0.8, 1.7, 1.5, '#2b2018')),
          ),
        )
        .join('') +
      put(126, -92, 0, l.lemonWedge(c, 0, 0)),
  },
  granola: {
    table: ROSE,
    draw: (c) =>
      bowl(152, '#8fa9b3') +
      oval(0, 0, 135, 135, '#e9e4d8') +
      oval(-1, -2, 132, 131, '#fffdf8') +
      put(
        -40,
        16,
        0,
        scatter(c, 90, 84, 9, (x, y) => l.oat(c, x, y)),
      ) +
      put(
        -40,
        16,
        0,
        scatter(c, 9, 70, 30, (x, y) => l.nut(c, x, y)),
      ) +
      put(
        58,
        -18,
        0,
        scatter(c, 17, 62, 20, (x, y) => put(x, y, 0, l.berry(c, 0, 0), 1.35)),
      ) +
      l.mint(c, 40, 54) +
      l.honey(c, -20, -46),
  },

  cappuccino: cup(
    (c) =>
      oval(0, 0, 84, 84, '#8a5028') +
      oval(0, 0, 80, 80, '#b87a44') +
      fill('M0 54C-60 6 -46 -44 -14 -42C-2 -42 0 -30 0 -26C0 -30 2 -42 14 -42C46 -44 60 6 0 54Z', '#fbefd9') +
      fill('M0 34C-34 4 -28 -22 -9 -22C-2 -22 0 -14 0 -12C0 -14 2 -22 9 -22C28 -22 34 4 0 34Z', '#d39a62') +
      oval(c.between(-1, 1), 58, 9, 5, '#fbefd9'),
  ),
  espresso: cup(
    () =>
      oval(0, 0, 58, 58, '#3a1c0e') +
      oval(0, 0, 54, 54, '#6b3a1a') +
      oval(-4, -4, 48, 47, '#8f5528') +
      oval(-18, -18, 20, 10, '#c08a50', 'opacity=".7"'),
    70,
    '#3d4a52',
    SAND,
  ),
  tea: drink({
    kind: 'tumbler',
    colour: '#b9c45a',
    extra: (c) => [0, 1, 2, 3].map((k) => put(-24 + k * 16, -40 + k * 26, k * 40, l.mint(c, 0, 0), 1.3)).join(''),
    table: SAGE,
  }),

  'combo-pizza': {
    table: WARM,
    draw: (c) =>
      put(-96, 10, 0, roundBoard(168, '#b07a48') + base(c, '#c4381f', 46) + on(l.mozzarella, 8, 56)(c) + on(l.basil, 6, 64)(c), 0.86) +
      put(150, -64, 0, RECIPES['salad-mixed']!.draw(chanceOf('s')), 0.46) +
      put(150, 84, 0, RECIPES['tiramisu']!.draw(chanceOf('t')), 0.46),
  },
  'combo-lunch': {
    table: SAND,
    draw: () =>
      put(-82, 16, 0, RECIPES['pasta-pomodoro']!.draw(chanceOf('p')), 0.82) +
      put(134, -38, 0, RECIPES['soup-tomato']!.draw(chanceOf('s')), 0.56),
  },
  'combo-burger': {
    table: ROSE,
    draw: () =>
      put(-70, 4, 0, RECIPES['burger-cheese']!.draw(chanceOf('b')), 0.82) +
      put(106, 72, 0, RECIPES['fries']!.draw(chanceOf('f')), 0.46) +
      put(156, -46, 0, RECIPES['cola']!.draw(chanceOf('c')), 0.62),
  },
  'combo-meze': {
    table: SAGE,
    draw: () =>
      put(-104, -52, 0, RECIPES['hummus']!.draw(chanceOf('h')), 0.54) +
      put(92, -62, 0, RECIPES['dolma']!.draw(chanceOf('d')), 0.56) +
      put(-92, 96, 0, RECIPES['falafel']!.draw(chanceOf('f')), 0.5) +
      put(94, 92, 0, RECIPES['cacik']!.draw(chanceOf('c')), 0.52),
  },
  'combo-bowl': {
    table: SAND,
    draw: () =>
      put(-78, 12, 0, RECIPES['bowl-salmon']!.draw(chanceOf('b')), 0.86) +
      put(134, -60, 0, RECIPES['miso']!.draw(chanceOf('m')), 0.48) +
      put(140, 76, 0, RECIPES['tea']!.draw(chanceOf('t')), 0.5),
  },
}

/** The strips behind the headings of inner pages, 1600 across and 360 high: calm in the middle, where the words stand. */
export const STRIPS: Readonly<Record<string, Recipe>> = {
  'bread-mitte': {
    table: '#e3c79d',
    draw: (c) =>
      put(-610, 20, -20, RECIPES['pizza-margherita']!.draw(chanceOf('left')), 0.95) +
      put(640, -30, 30, RECIPES['pizza-rucola']!.draw(chanceOf('right')), 0.95) +
      [-390, -300, 330, 430]
        .map((x, k) => put(x, k % 2 === 0 ? -96 : 92, k * 40, k % 2 === 0 ? l.tomatoSlice(c, 0, 0) : l.basil(c, 0, 0), 2.2))
        .join('') +
      [-440, -240, 270, 470]
        .map((x, k) => put(x, k % 2 === 0 ? 104 : -88, 0, k % 2 === 0 ? l.olive(c, 0, 0) : l.mozzarella(c, 0, 0), 1.8))
        .join(''),
  },
  'bread-kreuzberg': {
    table: NIGHT,
    draw: (c) =>
      put(-620, 0, 0, RECIPES['fries']!.draw(chanceOf('left')), 0.95) +
      put(640, 30, 0, RECIPES['shakshuka']!.draw(chanceOf('right')), 0.95) +
      [-400, -290, 310, 420]
        .map((x, k) => put(x, k % 2 === 0 ? -84 : 96, k * 60, k % 2 === 0 ? l.chilli(c, 0, 0) : l.onion(c, 0, 0) + l.onion(c, 16, 8), 2.8))
        .join('') +
      [-450, -230, 250, 470].map((x, k) => put(x, k % 2 === 0 ? 90 : -90, k * 50, l.pepperStrip(c, 0, 0), 2.6)).join(''),
  },
  'bread-prenzlauerberg': {
    table: '#c6d5b4',
    draw: (c) =>
      put(-620, 10, 0, RECIPES['bowl-buddha']!.draw(chanceOf('left')), 0.98) +
      put(640, -20, 0, RECIPES['bowl-salmon']!.draw(chanceOf('right')), 0.98) +
      [-400, -290, 310, 420]
        .map((x, k) => put(x, k % 2 === 0 ? -86 : 94, k * 50, k % 2 === 0 ? l.limeSlice(c, 0, 0) : l.mint(c, 0, 0), 2))
        .join('') +
      [-450, -230, 250, 470]
        .map((x, k) => put(x, k % 2 === 0 ? 92 : -92, 0, k % 2 === 0 ? l.cucumber(c, 0, 0) : l.radish(c, 0, 0), 1.9))
        .join(''),
  },
}
