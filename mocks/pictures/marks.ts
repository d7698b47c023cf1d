/** The branches' logos, marks and quiet backgrounds, as SVG. Words are outlines (letters.ts); ink follows the reader's light or dark scheme. */
import { chanceOf } from './brush.ts'
import letters from './letters.json' with { type: 'json' }

const spoon = (colour: string): string =>
  `<g fill="${colour}"><ellipse cx="24" cy="15" rx="9" ry="12"/><rect x="21.6" y="25" width="4.8" height="20" rx="2.4"/></g>`
const flame = (colour: string, heart: string): string =>
  `<path fill="${colour}" d="M24 3c2 8 13 12 13 25a13 13 0 0 1-26 0c0-7 4-10 6-16 3 2 4 5 4 8 3-4 4-10 3-17z"/><path fill="${heart}" d="M24 24c1 4 6 6 6 12a6 6 0 0 1-12 0c0-4 3-6 6-12z"/>`
const sprig = (colour: string): string =>
  `<g fill="${colour}"><path d="M23 46V20h2.6v26z"/><path d="M24 24C13 24 8 17 8 7c10 0 16 6 16 17zM25 32c0-9 6-15 16-15 0 10-6 15-16 15z"/></g>`

const mark = (ground: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="96" height="96"><rect width="48" height="48" rx="11" fill="${ground}"/><g transform="translate(3.6 3.6) scale(.85)">${inside}</g></svg>\n`

/** A word of the outlines, `size` pixels to the em; its pen begins at x on the baseline y. */
const word = (name: keyof typeof letters, x: number, y: number, size: number, look: string): string =>
  `<path ${look} transform="translate(${x} ${y}) scale(${size / 1000})" d="${letters[name].path}"/>`

const widthOf = (name: keyof typeof letters, size: number): number => (letters[name].width * size) / 1000

const logo = (ink: string, nightInk: string, width: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} 48" width="${Math.ceil(width)}" height="48"><style>.i{fill:${ink}}@media(prefers-color-scheme:dark){.i{fill:${nightInk}}}</style>${inside}</svg>\n`

const mitte = (): string => {
  const small = widthOf('zum-goldenen', 10)
  return logo(
    '#3a2114',
    '#fff1dc',
    46 + small,
    `<g transform="translate(0 1)">${spoon('#c98a1e')}</g>${word('zum-goldenen', 46, 12, 10, 'class="i" opacity=".8"')}${word('loeffel', 45, 42, 34, 'class="i"')}`,
  )
}
const kreuzberg = (): string => {
  const [size, x] = [31, 46]
  const and = x + widthOf('glut', size) + 5
  const last = and + widthOf('und', size) + 5
  return logo(
    '#1d1a1a',
    '#fff4ee',
    last + widthOf('Loeffel', size) + 2,
    `${flame('#e2303f', '#ffc24a')}${word('glut', x, 36, size, 'class="i"')}${word('und', and, 36, size, 'fill="#e2303f"')}${word('Loeffel', last, 36, size, 'class="i"')}`,
  )
}
const prenzlauerberg = (): string => {
  const [size, x] = [30, 46]
  const garden = x + widthOf('loeffel-plain', size)
  return logo(
    '#22301f',
    '#eef5e8',
    garden + widthOf('garten', size) + 2,
    `${sprig('#3a9160')}${word('loeffel-plain', x, 35, size, 'class="i"')}${word('garten', garden, 35, size, 'fill="#3a9160"')}`,
  )
}

/** A whole page of small marks, apart from one another; the shop lays a veil over it, which makes them pale. */
const ground = (name: string, tile: string, strength = 0.55, under = ''): string => {
  const chance = chanceOf(name)
  let out = ''
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 12; column += 1) {
      const x = column * 134 + (row % 2) * 67 + chance.between(-18, 18)
      const y = row * 126 + chance.between(-16, 16)
      out += `<use href="#m" transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(chance.between(-40, 40))}) scale(.62)"/>`
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1600" height="1000"><defs><g id="m"><g transform="translate(-24 -24)">${tile}</g></g></defs>${under}<g opacity="${strength}">${out}</g></svg>\n`
}

/** Broad slanting bars across the page, as on a barrier in front of a fire. */
const stripes = (colour: string): string =>
  `<g fill="${colour}" opacity=".5">${Array.from({ length: 14 }, (_, at) => `<path d="M${at * 200 - 1000} 1000 ${at * 200} 0h100l-1000 1000z"/>`).join('')}</g>`

/** Every mark by its file name without the ending. */
export const MARKS: Readonly<Record<string, string>> = {
  'logo-mitte': mitte(),
  'mark-mitte': mark('#b4541f', spoon('#ffe3a6')),
  'background-mitte': ground('mitte', spoon('#b4541f')),
  'logo-kreuzberg': kreuzberg(),
  'mark-kreuzberg': mark('#1d1a1a', flame('#ff4b3a', '#ffc24a')),
  'background-kreuzberg': ground('kreuzberg', flame('#e2303f', '#ffc24a'), 0.9, stripes('#ffb000')),
  'logo-prenzlauerberg': prenzlauerberg(),
  'mark-prenzlauerberg': mark('#2f7d4f', sprig('#eef7e2')),
  'background-prenzlauerberg': ground('prenzlauerberg', sprig('#2f7d4f')),
}
