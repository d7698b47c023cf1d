// Writes docs/bench-client.md and its plot from the results.
import { budgets } from '../../client/budgets.build.ts'
import type { Audit } from './audit.ts'
import type { Many } from './many.ts'
import type { Sizes } from './sizes.ts'

/** All results of a run; a part that was not requested is absent. */
export interface Results {
  when: string
  machine: string
  screens: { name: string; runs: Audit[] }[]
  sizes?: Sizes | undefined
  many?: Many[] | undefined
  /** The menu on a processor eight times slower. */
  slow?: Audit[] | undefined
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

interface Line {
  what: string
  value: number | null
  unit: string
  gate: number
  aim: number
  /** Higher is better. */
  up?: boolean
}

const of = (runs: readonly Audit[], key: Exclude<keyof Audit, 'remarks'>): number => median(runs.map((run) => run[key]))

/** The lines of docs/bench-client.md with their gates, in its order. */
export function lines({ screens, sizes, many, slow }: Results): Line[] {
  const list: Line[] = []
  const menu = screens.find(({ name }) => name === 'menu')
  const others = screens.filter((screen) => screen !== menu)
  if (menu !== undefined) {
    const { runs } = menu
    list.push(
      { what: 'Lighthouse on the menu: performance', value: of(runs, 'performance'), unit: '', gate: 97, aim: 100, up: true },
      { what: 'Lighthouse on the menu: accessibility', value: of(runs, 'accessibility'), unit: '', gate: 100, aim: 100, up: true },
      { what: 'Lighthouse on the menu: best practices', value: of(runs, 'bestPractices'), unit: '', gate: 100, aim: 100, up: true },
      { what: 'Lighthouse on the menu: SEO', value: of(runs, 'seo'), unit: '', gate: 100, aim: 100, up: true },
      { what: 'LCP on the menu', value: of(runs, 'lcp'), unit: 'ms', gate: 1400, aim: 1000 },
      { what: 'TBT on the menu', value: of(runs, 'tbt'), unit: 'ms', gate: 60, aim: 0 },
      { what: 'CLS on the menu', value: of(runs, 'cls'), unit: '', gate: 0.01, aim: 0 },
    )
  }
  if (slow !== undefined && slow.length > 0)
    list.push(
      { what: 'LCP on the menu, processor 8 times slower', value: of(slow, 'lcp'), unit: 'ms', gate: 1400, aim: 1000 },
      { what: 'TBT on the menu, processor 8 times slower', value: of(slow, 'tbt'), unit: 'ms', gate: 60, aim: 0 },
    )
  if (others.length > 0) {
    const worst = (key: 'performance' | 'cls', pick: (...values: number[]) => number): number =>
      pick(...others.map(({ runs }) => of(runs, key)))
    list.push(
      { what: 'every other screen: performance, the worst', value: worst('performance', Math.min), unit: '', gate: 95, aim: 99, up: true },
      { what: 'every other screen: CLS, the worst', value: worst('cls', Math.max), unit: '', gate: 0.01, aim: 0 },
    )
  }
  if (sizes !== undefined)
    list.push(
      {
        what: 'JavaScript before the menu is usable, brotli',
        value: Math.round(sizes.scripts / 100) / 10,
        unit: 'KB',
        gate: budgets['src/main.tsx']?.scripts ?? 0,
        aim: 125,
      },
      {
        what: 'CSS before first paint, brotli',
        value: Math.round(sizes.styles / 100) / 10,
        unit: 'KB',
        gate: budgets['src/main.tsx']?.styles ?? 0,
        aim: 10,
      },
      { what: 'API round trips before the first paint of the menu', value: sizes.calls, unit: '', gate: 0, aim: 0 },
      { what: 'second visit, offline: the menu shows after', value: sizes.offline, unit: 'ms', gate: 10_000, aim: 500 },
    )
  if (many !== undefined && many.length > 0) {
    const mid = (key: keyof Many): number => median(many.map((one) => one[key]))
    list.push(
      { what: '2,000 products, 4x slower: the longest frame of scrolling', value: mid('longestFrame'), unit: 'ms', gate: 50, aim: 17 },
      { what: '2,000 products, 4x slower: a letter in the search (INP)', value: mid('keystroke'), unit: 'ms', gate: 50, aim: 16 },
      { what: '2,000 products, 4x slower: opening a sheet (INP)', value: mid('sheet'), unit: 'ms', gate: 100, aim: 50 },
    )
  }
  return list
}

/** Whether a line is within its gate. */
export function holds({ value, gate, up = false }: Line): boolean {
  return value !== null && (up ? value >= gate : value <= gate)
}

/** The report. */
export function markdown(results: Results): string {
  const rows = lines(results).map((line) => {
    const shown = line.value === null ? 'it does not' : `${line.value}${line.unit === '' ? '' : ` ${line.unit}`}`
    const aim = line.value !== null && (line.up === true ? line.value >= line.aim : line.value <= line.aim)
    const sign = line.up === true ? '≥' : '≤'
    const verdict = aim ? 'aim' : holds(line) ? 'gate' : '**missed**'
    return `| ${line.what} | ${shown} | ${sign} ${line.gate} | ${sign} ${line.aim} | ${verdict} |`
  })
  const screens = results.screens.map(
    ({ name, runs }) =>
      `| ${name} | ${runs.length} | ${of(runs, 'performance')} | ${of(runs, 'accessibility')} | ${of(runs, 'bestPractices')} | ${of(runs, 'seo')} | ${of(runs, 'fcp')} | ${of(runs, 'lcp')} | ${of(runs, 'tbt')} | ${of(runs, 'cls')} |`,
  )
  const { sizes, many, slow } = results
  return `# Loading performance of the client

For frontend developers and auditors.

Written by \`make bench-client\` on ${results.when}. ${results.machine}
The built executable in front of the mock backend; Lighthouse 13, mobile: simulated slow 4G (150 ms, 1.6 Mbit/s) and a processor four times slower than this one, for the rows that say so eight times${slow === undefined ? '' : ` (${slow.length} runs)`};
the median of each screen's runs; no other tool is connected to the browser. A build over a gate needs a fix; an aim is a goal.

| what | measured | gate | aim | reached |
|---|---|---|---|---|
${rows.join('\n')}

![LCP of each screen](bench-client.svg)

| screen | runs | performance | accessibility | best practices | SEO | FCP ms | LCP ms | TBT ms | CLS |
|---|---|---|---|---|---|---|---|---|---|
${screens.join('\n')}

Personal screens are \`noindex\`, which lowers their SEO score.
${
  sizes === undefined
    ? ''
    : `
Before the menu is usable: ${sizes.requests} requests; the page ${kb(sizes.page)}, scripts ${kb(sizes.scripts)}, styles ${kb(sizes.styles)}, fonts ${kb(sizes.fonts)}, pictures ${kb(sizes.pictures)} (transferred sizes).
`
}${
    many === undefined || many.length === 0
      ? ''
      : `
2,000 products in 60 categories, all of them in the document, on a phone's window, processor four times slower, median of ${many.length} runs: frame time ${median(many.map((one) => one.medianFrame))} ms, ${median(many.map((one) => one.slowFrames))} of ${median(many.map((one) => one.frames))} over 50 ms; search results ${median(many.map((one) => one.hits))} ms after the last letter (including a debounce of 150 ms); the sheet opens ${median(many.map((one) => one.sheetOpen))} ms after the press.
`
  }
How it works: the BFF writes header, categories and first cards into the page, with the styles on a first visit, so the first paint needs no other request ([decision](decisions/page-first-paint.md)).
The client's scripts, and with them those of the requested screen, are requested after that paint and its largest image (\`client/src/start.ts\`) and run one by one; the client renders in small tasks and replaces the first paint with the same geometry. Fonts, footer and telephone rules are loaded when the screen is shown. Off-screen sections are not laid out: the longest frames of scrolling are those in which the browser lays out a whole category that comes near ([decision](decisions/client-rendering.md)). Cards share one click listener, subscribe to no store, and are rendered a few at a time, in advance only while the customer pauses.
`
}

const kb = (bytes: number): string => `${Math.round(bytes / 100) / 10} KB`

/** The plot: LCP by screen, against gate and aim of the menu. */
export function svg({ screens }: Results): string {
  const row = 26
  const left = 230
  const width = 860
  const values = screens.map(({ name, runs }) => ({ name, lcp: of(runs, 'lcp') }))
  const most = Math.max(2000, ...values.map(({ lcp }) => lcp)) * 1.05
  const x = (value: number): number => Math.round(left + ((width - left - 70) * value) / most)
  const height = 60 + values.length * row
  const mark = (value: number, label: string, colour: string): string =>
    `<line x1="${x(value)}" y1="30" x2="${x(value)}" y2="${height - 10}" stroke="${colour}" stroke-dasharray="4 3"/><text x="${x(value) + 4}" y="26" fill="${colour}">${label}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Largest contentful paint of each screen in milliseconds">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${mark(1000, 'aim 1.0 s', '#1c6b3a')}${mark(1400, 'gate 1.4 s', '#b3261e')}
${values
  .map(
    ({ name, lcp }, at) =>
      `<text x="${left - 8}" y="${54 + at * row}" text-anchor="end" fill="#1f1a16">${name}</text><rect x="${left}" y="${40 + at * row}" width="${x(lcp) - left}" height="18" rx="3" fill="#c2410c"/><text x="${x(lcp) + 6}" y="${54 + at * row}" fill="#1f1a16">${lcp} ms</text>`,
  )
  .join('\n')}
</svg>
`
}
