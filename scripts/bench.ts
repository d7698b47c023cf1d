// The second half of `make bench`: prints benchstat's summary of bin/bench.txt and writes it as the table of docs/bench.md, with gates and aims.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

/** Of each case, the gate and the aim of its ratio to the floor. */
const cases: [string, string, number, number][] = [
  ['cached/identity', 'cached settings, 20 KB', 1.6, 1.3],
  ['cached/gzip', 'cached settings, gzip', 1.8, 1.4],
  ['cached/304', 'cached settings, 304', 1.8, 1.4],
  ['forwarded/me', 'GET me, forwarded', 1.6, 1.3],
  ['forwarded/61KB', '61 KB, validated and unwrapped', 2.2, 1.7],
  ['forwarded/61KB-meta', '61 KB with meta', 2.2, 1.7],
  ['forwarded/post-2KB', 'POST 2 KB', 1.6, 1.3],
  ['500-branches', 'cached settings of 500 branches (floor: of one)', 1.25, 1.1],
]
const benchstat = (...args: string[]): string => execFileSync('.cache/tools/benchstat', [...args, 'bin/bench.txt'], { encoding: 'utf8' })
console.log(benchstat())

const figures: Record<string, [value: number, spread: string]> = {}
let unit = ''
for (const line of benchstat('-format', 'csv').split('\n')) {
  const [name = '', value = '', spread = ''] = line.split(',')
  if (spread === 'CI') unit = value
  else if (spread) figures[`${name.replace(/-\d+$/, '')} ${unit}`] = [Number(value), spread]
}
const show = (name: string): string => (figures[name] ? `${Number(figures[name][0].toPrecision(3))} ± ${figures[name][1]}` : '–')
/** The verdict of a figure that must not be above its gate; undecided where the gate is inside of the interval. */
const verdict = (name: string, gate: number, aim = 0): string => {
  const [value, spread] = figures[name] ?? [Number.NaN, '0']
  const most = value * (1 + Number.parseFloat(spread) / 100)
  const least = value * (1 - Number.parseFloat(spread) / 100)
  if (most <= aim) return 'aim reached'
  if (most <= gate) return 'within the gate'
  return least <= gate ? 'undecided' : '**red**'
}
const rows = cases.map(([key, name, gate, aim]) => {
  const measured = ['floor-µs', 'µs', 'gin+resty-×floor', '×floor'].map((what) => show(`Request/${key} ${what}`))
  return `| ${[name, ...measured, gate, aim, verdict(`Request/${key} ×floor`, gate, aim)].join(' | ')} |`
})
const [, load = 0] = loadavg()
const table = `Measured on ${new Date().toISOString().slice(0, 10)} with ${cpus().length} processors; the load average was ${load.toFixed(1)}.

| CPU time per request | floor, µs | Tablefront, µs | gin and resty with defaults, × floor | Tablefront, × floor | gate | aim | |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

| a fill of the cache, 57 KB | measured | gate | aim | |
|---|---|---|---|---|
| validated, µs | ${show('Fill validation-µs')} | – | – | |
| validated and read, conforming, × validation | ${show('Fill ×validation-conforming')} | 3 | 1.5 | ${verdict('Fill ×validation-conforming', 3, 1.5)} |
| prices as texts, × validation | ${show('Fill ×validation-deviating')} | – | – | |

| journaled orders | measured | gate | |
|---|---|---|---|
| 64 customers, as fast as they can: orders a second | ${show('Orders orders/s')} | ≥ 500 | ${(figures['Orders orders/s']?.[0] ?? 0) >= 500 ? 'within the gate' : '**red**'} |
| 500 orders a second: p99 in ms | ${show('Orders p99-ms-at-500/s')} | < 50 | ${verdict('Orders p99-ms-at-500/s', 50)} |`
const page = readFileSync('docs/bench.md', 'utf8').replace(/(?<=<!-- make bench -->\n\n)[^]*?(?=\n\n<!-- end -->)/, () => table)
writeFileSync('docs/bench.md', page)
