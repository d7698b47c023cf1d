/** Shapes of everything edible that a dish is composed of, each drawn around a point. */
import { ball, blob, dark, fill, leaf, light, line, mix, oval, put, slab, under, type Chance } from './brush.ts'

/** Draws one piece at a place. */
export type Piece = (chance: Chance, x: number, y: number) => string

const turned = (chance: Chance): number => chance.between(0, 360)

export const basil: Piece = (c, x, y) => {
  const turn = turned(c)
  return (
    leaf(c, x, y, c.between(24, 34), turn, '#3f8a2f', 0.5) + leaf(c, x, y, c.between(20, 28), turn + c.between(110, 160), '#4c9a38', 0.5)
  )
}
export const rocket: Piece = (c, x, y) => leaf(c, x, y, c.between(28, 46), turned(c), '#4f8f2d', 0.22)
export const parsley: Piece = (c, x, y) =>
  [0, 1, 2].map((k) => leaf(c, x, y, c.between(8, 13), turned(c) + k * 120, '#4a9a35', 0.55)).join('')
export const mint: Piece = (c, x, y) =>
  [0, 1, 2].map((k) => leaf(c, x, y, c.between(18, 26), k * 118 + c.between(-20, 20), '#5fae5a', 0.45)).join('')
export const lettuce: Piece = (c, x, y) => {
  const tone = c.pick(['#8fbf46', '#7db23f', '#a4cc5c', '#5f9a34'])
  const turn = c.between(0, 6)
  return (
    fill(blob(c, x + 3, y + 4, 36, 25, 0.2, 11, turn), '#24400f', 'opacity=".35"') +
    fill(blob(c, x, y, 36, 25, 0.22, 11, turn), tone) +
    fill(blob(c, x - 4, y - 4, 24, 14, 0.2, 9, turn), light(tone, 0.35), 'opacity=".6"') +
    put(x, y, (turn * 180) / Math.PI, line('M-26 0Q0 -5 24 0', light(tone, 0.65), 3, 'opacity=".7"'))
  )
}
export const tomatoSlice: Piece = (c, x, y) => {
  const r = c.between(17, 21)
  const seeds = [0, 1, 2, 3, 4].map((k) => put(x, y, k * 72 + 10, oval(r * 0.5, 0, r * 0.27, r * 0.2, '#f6a05c'))).join('')
  return (
    under(x, y, r) +
    oval(x, y, r, r, '#b92a1c') +
    oval(x, y, r * 0.88, r * 0.88, '#e2503a') +
    seeds +
    oval(x - r * 0.3, y - r * 0.4, r * 0.3, r * 0.14, '#fff', 'opacity=".35"')
  )
}
export const cherryTomato: Piece = (c, x, y) => ball(x, y, c.between(11, 14), '#d8361f')
export const cucumber: Piece = (c, x, y) => {
  const r = c.between(17, 20)
  return (
    under(x, y, r) +
    oval(x, y, r, r, '#3d7a2c') +
    oval(x, y, r * 0.88, r * 0.88, '#d4e8a8') +
    oval(x, y, r * 0.55, r * 0.55, '#e6f2c6') +
    [0, 1, 2, 3, 4, 5].map((k) => put(x, y, k * 60 + 15, oval(r * 0.36, 0, r * 0.12, r * 0.05, '#b3cf82'))).join('')
  )
}
export const radish: Piece = (c, x, y) => {
  const r = c.between(11, 14)
  return under(x, y, r) + oval(x, y, r, r, '#d0315c') + oval(x, y, r * 0.85, r * 0.85, '#fdf3f3') + oval(x, y, r * 0.3, r * 0.3, '#f6dfe3')
}
export const onion: Piece = (c, x, y) => {
  const r = c.between(11, 17)
  const tone = '#a4527c'
  return put(
    x,
    y,
    turned(c),
    line(`M${-r} 0A${r} ${r * 0.9} 0 0 1 ${r} 0`, '#4a1a30', 4.5, 'opacity=".25" transform="translate(1 3)"') +
      line(`M${-r} 0A${r} ${r * 0.9} 0 0 1 ${r} 0`, tone, 4) +
      line(`M${-r + 4} 0A${r - 4} ${r * 0.75} 0 0 1 ${r - 4} 0`, '#e9cfdc', 2.6),
  )
}
export const olive: Piece = (c, x, y) => {
  const tone = c.pick(['#3b3340', '#2e2a35'])
  return under(x, y, 10) + oval(x, y, 10, 10, tone) + oval(x, y, 4.4, 4.4, '#b5763c') + oval(x - 4, y - 5, 3, 1.8, '#fff', 'opacity=".5"')
}
export const greenOlive: Piece = (c, x, y) => ball(x, y, 9, c.pick(['#8a9a3a', '#7d8f35'])) + oval(x + 2, y, 3, 3, '#c23b22')
export const salami: Piece = (c, x, y) => {
  const r = c.between(20, 24)
  return (
    under(x, y, r) +
    oval(x, y, r, r, '#8e2416') +
    oval(x - 1, y - 1, r * 0.92, r * 0.92, '#c2402c') +
    Array.from({ length: 7 }, () =>
      oval(x + c.between(-r, r) * 0.6, y + c.between(-r, r) * 0.6, c.between(1.6, 3.2), c.between(1.4, 2.4), '#efc0a2'),
    ).join('') +
    oval(x - r * 0.3, y - r * 0.35, r * 0.4, r * 0.22, '#e8785c', 'opacity=".5"')
  )
}
export const mushroom: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    fill('M-16 3C-17 -15 17 -15 16 3C8 7 5 3 5 9V17H-5V9C-5 3 -8 7 -16 3Z', '#4a2f1c', 'opacity=".3" transform="translate(2 3)"') +
      fill('M-16 3C-17 -15 17 -15 16 3C8 7 5 3 5 9V17H-5V9C-5 3 -8 7 -16 3Z', '#f3e2c7') +
      line('M-16 3C-17 -15 17 -15 16 3', '#b98a5a', 3) +
      fill('M-8 2Q0 -3 8 2Q0 6 -8 2Z', '#a9744a'),
  )
export const ham: Piece = (c, x, y) => {
  const turn = c.between(0, 6)
  return (
    fill(blob(c, x + 2, y + 4, 34, 17, 0.25, 11, turn), '#5a1f17', 'opacity=".3"') +
    fill(blob(c, x, y, 34, 17, 0.28, 11, turn), '#cf6a5e') +
    fill(blob(c, x - 3, y - 3, 22, 8, 0.25, 9, turn), '#e79c8c') +
    put(x, y, (turn * 180) / Math.PI, line('M-26 4Q-8 -6 6 3T27 0', '#f6ded2', 3.2))
  )
}
export const parmesan: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    fill('M-13 -3L12 -6L15 2L-9 6Z', '#6a4a18', 'opacity=".25" transform="translate(2 3)"') +
      fill('M-13 -3L12 -6L15 2L-9 6Z', '#f7e6b0') +
      line('M-12 -3L12 -6', '#fff7d8', 1.6),
  )
export const pepperStrip: Piece = (c, x, y) => {
  const tone = c.pick(['#d8361f', '#eda323', '#5f9a34'])
  return put(
    x,
    y,
    turned(c),
    line('M-16 4Q0 -11 16 4', dark(tone, 0.4), 8, 'opacity=".4" transform="translate(1 3)"') +
      line('M-16 4Q0 -11 16 4', tone, 7.5) +
      line('M-13 1Q0 -9 10 -1', light(tone, 0.55), 2, 'opacity=".8"'),
  )
}
export const chilli: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    line('M-15 2Q0 10 14 -5', '#5a0f08', 8, 'opacity=".35" transform="translate(1 3)"') +
      line('M-15 2Q0 10 14 -5', '#d2271a', 7) +
      line('M-12 2Q0 7 9 -2', '#ff8d6e', 1.8) +
      line('M-15 2L-21 -2', '#5f9a34', 3.4),
  )
export const courgette: Piece = (_c, x, y) =>
  under(x, y, 17) +
  oval(x, y, 17, 17, '#3f7a2e') +
  oval(x, y, 14.5, 14.5, '#dfe7ac') +
  line(`M${x - 9} ${y - 6}L${x + 9} ${y - 4}M${x - 10} ${y + 4}L${x + 8} ${y + 6}`, '#8a6a2c', 2.4, 'opacity=".8"')
export const aubergine: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    oval(2, 3, 22, 14, '#2a1020', 'opacity=".3"') +
      oval(0, 0, 22, 14, '#5b2a55') +
      oval(0, 0, 19, 11, '#d9c08e') +
      line('M-12 -5L10 -7M-14 2L13 0M-10 7L9 6', '#7a5428', 2.2, 'opacity=".8"'),
  )
export const tuna: Piece = (c, x, y) =>
  fill(blob(c, x + 2, y + 3, 15, 10, 0.3, 9, c.between(0, 6)), '#5a3420', 'opacity=".3"') +
  fill(blob(c, x, y, 15, 10, 0.32, 9, c.between(0, 6)), '#d7ad8d') +
  line(`M${x - 9} ${y}Q${x} ${y - 4} ${x + 9} ${y + 1}`, '#b98664', 2)
export const caper: Piece = (_c, x, y) => ball(x, y, 5, '#6f7d34')
export const mozzarella: Piece = (c, x, y) => {
  const r = c.between(17, 27)
  return (
    fill(blob(c, x, y, r, r * 0.86, 0.18), '#f3dca0') +
    fill(blob(c, x - 1, y - 2, r * 0.88, r * 0.72, 0.18), '#fdf3d6') +
    oval(x - r * 0.3, y - r * 0.3, r * 0.3, r * 0.16, '#fff', 'opacity=".8"')
  )
}
export const blueCheese: Piece = (c, x, y) =>
  fill(blob(c, x, y, 16, 13, 0.25), '#f2ead0') +
  Array.from({ length: 5 }, () => oval(x + c.between(-9, 9), y + c.between(-7, 7), 2.6, 1.6, '#6f8f8a')).join('')
export const garlic: Piece = (c, x, y) =>
  put(x, y, turned(c), oval(1, 2, 7, 4, '#7a5a1a', 'opacity=".3"') + oval(0, 0, 7, 4, '#f5e3b8') + oval(-1, -1, 4, 1.6, '#fffaf0'))
export const prawn: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    line('M-15 9A16 16 0 1 1 14 11', '#7a2a12', 13, 'opacity=".3" transform="translate(2 4)"') +
      line('M-15 9A16 16 0 1 1 14 11', '#ee8a5c', 12) +
      line('M-14 6A15 15 0 1 1 13 8', '#fbc3a0', 5) +
      line('M-13 -7L-19 -11M-1 -13L-1 -20M10 -8L16 -13', '#d9653a', 2.4) +
      fill('M14 10L24 8L21 19Z', '#d9532e'),
  )
export const mussel: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    fill('M-19 0C-12 -16 16 -13 20 0C14 13 -12 15 -19 0Z', '#20242f', 'transform="translate(1 2)"') +
      fill('M-19 0C-12 -15 16 -12 20 0C14 11 -12 13 -19 0Z', '#3c4357') +
      fill('M-14 0C-8 -9 11 -8 14 0C10 7 -8 8 -14 0Z', '#e9a555') +
      line('M-10 -2Q2 -6 10 -1', '#ffd9a0', 2),
  )
export const avocadoFan: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    [-2, -1, 0, 1, 2]
      .map((k) =>
        put(
          k * 9,
          Math.abs(k) * 2,
          k * 9,
          oval(1.5, 3, 9, 25, '#2f3d10', 'opacity=".25"') +
            oval(0, 0, 9, 25, '#6c8f2e') +
            oval(-0.5, 0, 7.2, 22.5, '#cfdc7a') +
            oval(-1, 2, 4.6, 17, '#e8ecac'),
        ),
      )
      .join(''),
  )
export const eggHalf: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    oval(2, 4, 23, 18, '#3a1a0a', 'opacity=".28"') +
      oval(0, 0, 23, 18, '#e9e2d3') +
      oval(-1, -1, 21.5, 16.5, '#fffdf6') +
      oval(3, 0, 11.5, 11, '#e8951f') +
      oval(2, -1, 9.5, 9, '#f8b933') +
      oval(-1, -4, 3.4, 2, '#ffe39a'),
  )
export const friedEgg: Piece = (c, x, y) =>
  fill(blob(c, x + 2, y + 4, 34, 30, 0.16), '#3a1a0a', 'opacity=".25"') +
  fill(blob(c, x, y, 34, 30, 0.18), '#f1e6cf') +
  fill(blob(c, x - 1, y - 2, 31, 27, 0.16), '#fffdf8') +
  ball(x, y, 13, '#f5a521')
export const lemonWedge: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    fill('M-23 0A23 23 0 0 0 23 0Z', '#3a1a0a', 'opacity=".28" transform="translate(2 4)"') +
      fill('M-23 0A23 23 0 0 0 23 0Z', '#f2c21b') +
      fill('M-19 1A19 19 0 0 0 19 1Z', '#fff3b8') +
      [-1, 0, 1].map((k) => put(0, 1, k * 46, fill('M-6 4L0 16L6 4Q0 1 -6 4Z', '#f7d84a'))).join(''),
  )
export const limeSlice: Piece = (_c, x, y) =>
  under(x, y, 17) +
  oval(x, y, 17, 17, '#5f9a34') +
  oval(x, y, 15, 15, '#e9f3c4') +
  [0, 1, 2, 3, 4, 5].map((k) => put(x, y, k * 60, fill('M0 -2.4L12.5 -4.4A13 13 0 0 1 12.5 4.4L0 2.4Z', '#a8cf5a'))).join('')
export const salmonCube: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(2, 4, 27, 23, 6, '#5a2010', 'opacity=".3"') +
      slab(0, 0, 27, 23, 6, '#e8703f') +
      slab(-1, -2, 24, 18, 5, '#f7915f') +
      line('M-9 -8Q-3 0 -8 9M1 -9Q7 0 2 9', '#fbc6a4', 2.6),
  )
export const chickenStrip: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(2, 4, 42, 15, 7, '#3a1a0a', 'opacity=".28"') +
      slab(0, 0, 42, 15, 7, '#b9763a') +
      slab(-1, -2, 38, 10, 5, '#dea563') +
      line('M-13 -5V5M-3 -5V5M7 -5V5', '#8a4d20', 3, 'opacity=".75"'),
  )
export const meatShaving: Piece = (c, x, y) => {
  const tone = c.pick(['#9c5a30', '#b06a3a', '#84481f', '#c07c48'])
  const turn = c.between(0, 6)
  return (
    fill(blob(c, x + 2, y + 3, 21, 7, 0.2, 9, turn), '#3a1a0a', 'opacity=".3"') +
    fill(blob(c, x, y, 21, 7, 0.22, 9, turn), tone) +
    fill(blob(c, x - 1, y - 2, 15, 3, 0.2, 9, turn), light(tone, 0.35), 'opacity=".7"')
  )
}
export const tofu: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(2, 4, 25, 25, 5, '#3a1a0a', 'opacity=".28"') +
      slab(0, 0, 25, 25, 5, '#c98a3f') +
      slab(-1, -2, 21, 20, 4, '#efc981') +
      oval(-3, -5, 6, 3, '#fff0cd'),
  )
export const falafel: Piece = (c, x, y) => {
  const r = c.between(20, 23)
  return (
    ball(x, y, r, '#8f5d28') +
    Array.from({ length: 14 }, () =>
      oval(
        x + c.between(-r, r) * 0.66,
        y + c.between(-r, r) * 0.66,
        c.between(1.4, 3),
        c.between(1.2, 2.4),
        c.pick(['#5f3a14', '#c08c48', '#7fa03c']),
      ),
    ).join('')
  )
}
export const broccoli: Piece = (c, x, y) =>
  Array.from({ length: 7 }, (_, k) =>
    ball(x + Math.cos(k) * 9 * (k > 0 ? 1 : 0), y + Math.sin(k) * 8 * (k > 0 ? 1 : 0), c.between(7, 9), c.pick(['#3f8a35', '#4f9a3f'])),
  ).join('')
export const carrotStick: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(1, 3, 36, 8, 4, '#5a2a08', 'opacity=".3"') + slab(0, 0, 36, 8, 4, '#e8802a') + slab(-1, -1.6, 31, 3, 2, '#fbb26a'),
  )
export const edamame: Piece = (c, x, y) => put(x, y, turned(c), ball(0, 0, 8.5, c.pick(['#8fbf46', '#a4cc5c']), 6))
export const pea: Piece = (_c, x, y) => ball(x, y, 6.2, '#7db23f')
export const chickpea: Piece = (_c, x, y) => ball(x, y, 7.6, '#d9a860')
export const lentil: Piece = (c, x, y) =>
  oval(x + 1, y + 1.5, 4.6, 3.8, '#1a120a', 'opacity=".4"') +
  oval(x, y, 4.6, 3.8, c.pick(['#3f352b', '#4f4334', '#2f2822'])) +
  oval(x - 1, y - 1.2, 1.6, 0.9, '#a39880')
export const redCabbage: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    line('M-15 0Q-5 -9 3 0T17 -2', '#3a0f30', 5, 'opacity=".3" transform="translate(1 2)"') +
      line('M-15 0Q-5 -9 3 0T17 -2', c.pick(['#7d2f6a', '#96407f']), 4.6) +
      line('M-12 -1Q-5 -7 2 0', '#d9a3cb', 1.3),
  )
export const sprout: Piece = (c, x, y) => put(x, y, turned(c), line('M-16 2Q0 -9 15 1', '#f4efdc', 3.4) + ball(16, 1, 4, '#d9c25a'))
export const sweetPotato: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(2, 4, 26, 22, 7, '#5a2408', 'opacity=".3"') + slab(0, 0, 26, 22, 7, '#d2671f') + slab(-1, -2, 22, 16, 6, '#f09145'),
  )
export const beet: Piece = (c, x, y) =>
  fill(blob(c, x + 2, y + 4, 20, 16, 0.16), '#2a0815', 'opacity=".35"') +
  fill(blob(c, x, y, 20, 16, 0.16), '#7a1740') +
  fill(blob(c, x - 2, y - 3, 15, 10, 0.16), '#a62a5c') +
  oval(x - 5, y - 6, 6, 2.6, '#d9719a', 'opacity=".8"')
export const goatCheese: Piece = (c, x, y) =>
  fill(blob(c, x + 2, y + 3, 14, 11, 0.2), '#3a1a0a', 'opacity=".25"') +
  fill(blob(c, x, y, 14, 11, 0.22), '#fbf7ea') +
  fill(blob(c, x - 1, y - 3, 9, 5, 0.2), '#ffffff')
export const walnut: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    fill(blob(c, 1, 3, 12, 9, 0.2), '#3a1a0a', 'opacity=".3"') +
      fill(blob(c, 0, 0, 12, 9, 0.22), '#9a642f') +
      line('M-7 -3Q0 -6 6 -2M-6 3Q0 0 7 4', '#d0a068', 2),
  )
export const pistachio: Piece = (c, x, y) =>
  put(x, y, turned(c), oval(0.6, 1.6, 5, 3.4, '#23300a', 'opacity=".35"') + oval(0, 0, 5, 3.4, c.pick(['#7f9a35', '#93ad48'])))
export const crouton: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(1, 4, 17, 17, 4, '#3a1a0a', 'opacity=".3"') + slab(0, 0, 17, 17, 4, '#b8762f') + slab(-1, -2, 14, 12, 3, '#e3b067'),
  )
export const pomegranate: Piece = (_c, x, y) => ball(x, y, 4.4, '#b3123c')
export const pitaChip: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    fill('M-15 10L0 -16L16 9Z', '#3a1a0a', 'opacity=".28" transform="translate(2 3)"') +
      fill('M-15 10L0 -16L16 9Z', '#d59b50') +
      fill('M-10 6L-1 -10L8 5Z', '#ecc182'),
  )
export const potato: Piece = (c, x, y) =>
  fill(blob(c, x + 2, y + 4, 21, 17, 0.12), '#3a1a0a', 'opacity=".28"') +
  fill(blob(c, x, y, 21, 17, 0.12), '#d39a3c') +
  fill(blob(c, x - 2, y - 3, 16, 11, 0.12), '#f2ca6d') +
  oval(x - 6, y - 7, 6, 2.6, '#fff0bf', 'opacity=".8"')
export const fry: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(1, 4, 66, 10, 3, '#3a1a0a', 'opacity=".25"') +
      slab(0, 0, 66, 10, 3, '#d9992f') +
      slab(0, -2, 64, 5, 2, c.pick(['#f9d876', '#f4c75c'])),
  )
export const sausage: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(2, 5, 26, 26, 10, '#3a1a0a', 'opacity=".3"') +
      slab(0, 0, 26, 26, 10, '#9c4f28') +
      slab(-1, -2, 21, 20, 8, '#d98a55') +
      oval(-3, -6, 6, 2.6, '#f6c79a', 'opacity=".8"'),
  )
export const dumpling: Piece = (c, x, y) => ball(x, y, c.between(33, 37), '#c79a6a')
export const berry: Piece = (c, x, y) => ball(x, y, c.between(7, 9), c.pick(['#3d3f7a', '#b3123c', '#c9213f']))
export const nut: Piece = (c, x, y) => put(x, y, turned(c), ball(0, 0, 8, c.pick(['#d9a860', '#c48e48']), 5.4))
export const sesame: Piece = (c, x, y) => put(x, y, turned(c), oval(0, 0, 2.8, 1.6, c.pick(['#fbf0d2', '#f2dfae', '#2b2620'])))
export const oat: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    oval(0.6, 1.4, 6.4, 4.2, '#3a1a0a', 'opacity=".25"') + oval(0, 0, 6.4, 4.2, c.pick(['#d8a860', '#b97f3c', '#e7c58a'])),
  )
export const tofuSmall: Piece = (c, x, y) => put(x, y, turned(c), slab(0, 0, 17, 17, 3, '#d9cfb5') + slab(-1, -1.6, 14, 13, 3, '#fbf6e6'))
export const wakame: Piece = (c, x, y) =>
  fill(blob(c, x, y, 17, 8, 0.3, 9, c.between(0, 6)), '#2f5a3a') +
  fill(blob(c, x - 1, y - 2, 10, 3, 0.3, 9, c.between(0, 6)), '#5f9a6a', 'opacity=".8"')
export const springOnion: Piece = (_c, x, y) => oval(x, y, 6, 6, '#5f9a34') + oval(x, y, 3.6, 3.6, '#dff0b8')
export const bambooShoot: Piece = (c, x, y) => put(x, y, turned(c), slab(0, 0, 32, 9, 3, '#d9b45f') + slab(-1, -1.6, 28, 4, 2, '#f3dc9c'))
export const bean: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    slab(1, 3, 40, 7, 4, '#1d2a0c', 'opacity=".3"') + slab(0, 0, 40, 7, 4, '#4f8f2d') + slab(-1, -1.4, 34, 2.4, 1, '#9cc95f'),
  )
export const bacon: Piece = (c, x, y) =>
  put(
    x,
    y,
    turned(c),
    line('M-14 0Q-7 -7 0 0T14 0', '#5a1a10', 8, 'opacity=".3" transform="translate(1 3)"') +
      line('M-14 0Q-7 -7 0 0T14 0', '#a83c26', 7) +
      line('M-14 1Q-7 -6 0 1T14 1', '#f0b48c', 2.2),
  )
export const honey: Piece = (c, x, y) =>
  line(`M${x - 34} ${y}C${x - 12} ${y - 22} ${x + 10} ${y + 22} ${x + 36} ${y - c.between(0, 10)}`, '#e09a1a', 3.4, 'opacity=".85"')

/** A wobbly spot of sauce. */
export const sauce = (c: Chance, x: number, y: number, rx: number, ry: number, colour: string): string =>
  fill(blob(c, x, y, rx, ry, 0.14, 11), dark(colour, 0.12)) +
  fill(blob(c, x - 1, y - 2, rx * 0.94, ry * 0.92, 0.13, 11), colour) +
  oval(x - rx * 0.34, y - ry * 0.42, rx * 0.3, ry * 0.12, '#fff', 'opacity=".3"')

/** Grains of rice, bulgur or quinoa over a disc. */
export const grains = (c: Chance, x: number, y: number, rx: number, ry: number, colours: readonly string[], count: number): string => {
  let out = fill(blob(c, x, y, rx, ry, 0.05, 14), dark(colours[0] ?? '#ffffff', 0.09))
  for (let index = 0; index < count; index += 1) {
    const [angle, far] = [c.between(0, 6.28), Math.sqrt(c.next())]
    out += put(
      x + Math.cos(angle) * far * rx * 0.96,
      y + Math.sin(angle) * far * ry * 0.96,
      c.between(0, 180),
      oval(0, 0.8, 7, 2.9, dark(colours[0] ?? '#ffffff', 0.16)) + oval(0, 0, 7, 2.6, c.pick(colours)),
    )
  }
  return out
}

/** A nest of noodles around the middle. */
export const noodles = (c: Chance, radius: number, colour: string, width: number, count = 96): string => {
  let out = oval(4, 8, radius, radius * 0.96, '#3a1a0a', 'opacity=".28"') + oval(0, 0, radius, radius * 0.96, dark(colour, 0.22))
  for (let index = 0; index < count; index += 1) {
    const far = radius * (1 - (index / count) * 0.62)
    const turn = c.between(0, 360)
    const sweep = c.between(0.62, 0.98)
    const path = `M${-far * sweep} ${far * c.between(-0.25, 0.25)}C${-far * 0.6} ${-far * c.between(0.5, 0.95)} ${far * 0.6} ${-far * c.between(0.4, 0.9)} ${far * sweep} ${far * c.between(-0.25, 0.25)}`
    const tone = mix(colour, c.pick(['#fff3cf', '#a5651f']), c.between(0, 0.22))
    out += put(
      0,
      0,
      turn,
      line(path, dark(colour, 0.42), width + 2) +
        line(path, tone, width) +
        line(path, light(tone, 0.6), width * 0.24, 'opacity=".7" transform="translate(0 -1)"'),
    )
  }
  return out
}
