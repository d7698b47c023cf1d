// `make vendure`: starts the engine (server.mjs), the adapter and the shop in front of it, and ends them together.
import { spawn } from 'node:child_process'

const ports = { engine: process.env.ENGINE_PORT ?? '3000', adapter: process.env.ADAPTER_PORT ?? '8090' }
const engine = `http://127.0.0.1:${ports.engine}/shop-api`
const children = []
const start = (args, cwd, env) =>
  children.push(
    spawn(process.execPath, ['--no-warnings', ...args], { cwd, env: { ...process.env, ...env }, stdio: 'inherit' }).on('exit', () => end()),
  )
const end = () => children.splice(0).forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // the terminal has told the children as well

start(['server.mjs'], import.meta.dirname, { PORT: ports.engine })
start(['adapter.mjs'], import.meta.dirname, { PORT: ports.adapter, ENGINE: engine })
const upstream = `http://127.0.0.1:${ports.adapter}`
// The first start of the engine fills its database, with the payment methods last.
const ready = async () => (await (await fetch(`${upstream}/api/checkout/payment-providers`)).json()).data?.length > 0
while (!(await ready().catch(() => false))) {
  if (children.length === 0) process.exit(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
}
start(['scripts/run.ts'], `${import.meta.dirname}/../..`, {
  TABLEFRONT_UPSTREAM: upstream,
  TABLEFRONT_TEXTS: 'builtin',
  TABLEFRONT_DATA_DIR: './data/vendure',
})
