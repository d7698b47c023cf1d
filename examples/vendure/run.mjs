// `make vendure`: starts the engine (server.mjs), the adapter and the shop in front of it, and ends them together.
import { spawn } from 'node:child_process'

const ports = { engine: process.env.ENGINE_PORT ?? '3000', adapter: process.env.ADAPTER_PORT ?? '8090' }
const shop = process.env.SHOP ?? 'http://127.0.0.1:8080'
const engine = `http://127.0.0.1:${ports.engine}/shop-api`
const children = []
const start = (args, cwd, env) =>
  children.push(
    spawn(process.execPath, ['--no-warnings', ...args], { cwd, env: { ...process.env, ...env }, stdio: 'inherit' }).on('exit', () => end()),
  )
const end = () => children.splice(0).forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', () => {}) // the terminal has told the children as well
process.on('SIGTERM', end)

/** Waits until a check succeeds; ends when a program has ended meanwhile. */
async function until(check) {
  while (!(await check().catch(() => false))) {
    if (children.length === 0) process.exit(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

console.log('Vendure starts; the first time it fills its database, which takes about a minute.')
start(['server.mjs'], import.meta.dirname, { PORT: ports.engine, SHOP: shop })
// With the payment methods last.
await until(async () => {
  const body = JSON.stringify({ query: '{ activePaymentMethods { id } }' })
  const headers = { 'Content-Type': 'application/json', 'vendure-token': 'mitte' }
  return (await (await fetch(engine, { method: 'POST', headers, body })).json()).data?.activePaymentMethods.length > 0
})
const upstream = `http://127.0.0.1:${ports.adapter}`
start(['adapter.mjs'], import.meta.dirname, { PORT: ports.adapter, ENGINE: engine, CHANNELS: 'mitte,wedding,netto' })
await until(async () => (await fetch(`${upstream}/api/settings`)).ok)
start(['scripts/run.ts'], `${import.meta.dirname}/../..`, {
  TABLEFRONT_UPSTREAM: upstream,
  TABLEFRONT_ADDR: new URL(shop).host,
  TABLEFRONT_TEXTS: 'builtin',
  TABLEFRONT_DATA_DIR: './data/vendure',
})
