// `make bench-client`: measures loading and a menu of two thousand products on the built executable, against gates and goals (docs/bench-client.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { audit, screens, type Audit, type Screen, type Slowdown } from './audit.ts'
import { measureMany, type Many } from './many.ts'
import { holds, lines, markdown, svg, type Results } from './report.ts'
import { startShop } from './shop.ts'
import { measureSizes } from './sizes.ts'

const root = new URL('../..', import.meta.url).pathname
const kept = `${root}.cache/bench-client.json`

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    runs: { type: 'string' },
    screens: { type: 'string' },
    parts: { type: 'string', default: 'screens,slow,sizes,many' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log('node scripts/bench-client/run.ts [--short] [--runs 3] [--screens menu,login] [--parts screens,slow,sizes,many] [--keep DIR]')
  process.exit(0)
}
const runs = values.short ? 1 : Number(values.runs ?? 3)
const parts = new Set(values.parts.split(','))
const names = values.short ? ['menu'] : values.screens?.split(',')
const asked = screens.filter(({ name }) => names === undefined || names.includes(name))
if (asked.length === 0 || !(runs >= 1)) {
  console.error(`--screens: one of ${screens.map(({ name }) => name).join(', ')}; --runs: a number`)
  process.exit(2)
}

// A partial run keeps the results of other parts that were measured on this machine.
const before = ((): Partial<Results> => {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Partial<Results>
  } catch {
    return {}
  }
})()
const results: Results = {
  when: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} processors${cpus()[0] === undefined ? '' : ` (${cpus()[0]?.model ?? ''})`}, Node ${process.versions.node}.`,
  screens: values.short ? [] : (before.screens ?? []),
  sizes: values.short ? undefined : before.sizes,
  many: values.short ? undefined : before.many,
  slow: values.short ? undefined : before.slow,
}

/** The machine's load: Lighthouse multiplies the time that other programs take. */
const load = (): string => (loadavg()[0] ?? 0).toFixed(1)
const busy = load()

/** Audits, and tries again once if the browser or Lighthouse fails, so that a long run is not lost. */
async function audited(screen: Screen, run: number, slowdown: Slowdown = 4): Promise<Audit> {
  const keep = (report: string, trace: unknown): void => {
    if (values.keep === undefined) return
    mkdirSync(values.keep, { recursive: true })
    const name = `${values.keep}/${screen.name.replace(/\W+/g, '-')}-${slowdown}x-${run}`
    writeFileSync(`${name}.json`, report)
    // For the performance panel of a browser's own tools.
    writeFileSync(`${name}.trace.json`, JSON.stringify(trace))
  }
  try {
    return await audit(shop, screen, keep, slowdown)
  } catch (error) {
    console.error(`${screen.name}: ${error instanceof Error ? error.message : String(error)}; once more`)
    return audit(shop, screen, keep, slowdown)
  }
}

/** Saves the results so far: an interrupted run can be resumed with `--screens`. */
function keepResults(): void {
  if (values.short) return
  mkdirSync(`${root}.cache`, { recursive: true })
  writeFileSync(kept, JSON.stringify(results))
}

const place = (name: string): number => screens.findIndex((screen) => screen.name === name)

const shop = await startShop()
try {
  if (parts.has('screens')) {
    await shop.scenario('open')
    for (const screen of asked) {
      const audits: Audit[] = []
      for (let run = 0; run < runs; run += 1) audits.push(await audited(screen, run))
      const entry = { name: screen.name, runs: audits }
      const at = results.screens.findIndex(({ name }) => name === screen.name)
      if (at < 0) results.screens.push(entry)
      else results.screens[at] = entry
      results.screens.sort((a, b) => place(a.name) - place(b.name))
      keepResults()
      console.log(
        `${screen.name.padEnd(36)} ${audits.map((one) => `${one.performance}/${one.accessibility}/${one.bestPractices}/${one.seo} LCP ${one.lcp} TBT ${one.tbt} CLS ${one.cls}`).join(' · ')}`,
      )
      const remarks = new Set(audits.flatMap((one) => one.remarks))
      if (values.short && remarks.size > 0) console.log(`  ${[...remarks].join('\n  ')}`)
    }
  }
  const [menu] = screens
  if (parts.has('slow') && menu !== undefined) {
    await shop.scenario('open')
    results.slow = []
    // An interruption of the browser also counts eight times; more runs make the median steadier.
    const slowRuns = values.short ? 1 : 2 * runs + 1
    for (let run = 0; run < slowRuns; run += 1) results.slow.push(await audited(menu, run, 8))
    console.log(`${'menu, processor 8 times slower'.padEnd(36)} ${results.slow.map(({ lcp, tbt }) => `LCP ${lcp} TBT ${tbt}`).join(' · ')}`)
  }
  if (parts.has('sizes')) {
    await shop.scenario('open')
    results.sizes = await measureSizes(shop)
    console.log(JSON.stringify(results.sizes))
  }
  if (parts.has('many') && !values.short) {
    await shop.scenario('open', 'many-products')
    const many: Many[] = []
    for (let run = 0; run < runs; run += 1) many.push(await measureMany(shop))
    results.many = many
    for (const one of many) console.log(JSON.stringify(one))
  }
} finally {
  await shop.close()
}

results.machine += ` The load was ${busy} before the last run of this command and ${load()} after it.`
const missed = lines(results).filter((line) => !holds(line))
for (const { what, value, unit, gate, up } of missed)
  console.log(`missed: ${what}: ${String(value)} ${unit}, the gate is ${up === true ? '≥' : '≤'} ${gate}`)
if (!values.short) {
  keepResults()
  writeFileSync(`${root}docs/bench-client.md`, markdown(results))
  writeFileSync(`${root}docs/bench-client.svg`, svg(results))
  console.log('docs/bench-client.md is written')
}
process.exitCode = missed.length > 0 ? 1 : 0
