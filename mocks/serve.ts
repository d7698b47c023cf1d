/** `node mocks/serve.ts`: the mock backend on its own ports. See README.md. */
import { parseArgs } from 'node:util'
import { startUpstream, CALLS } from './runtimes/upstream.ts'

const usage = `The mock backend: one restaurant group, a main host and three branches.

  node mocks/serve.ts [--port 8090] [--host 127.0.0.1] [--shop http://127.0.0.1:8080] [--now ISO] [--scenario name,name]

  --port      the main host's port; the branches take the three after it (0: any free ports)
  --host      the address to listen on
  --shop      the storefront, where the payment page returns to when a request does not say it by X-Forwarded-Host
  --now       an ISO instant from which the restaurant's clock runs
  --scenario  scenarios in force from the start, see mocks/README.md
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    shop: { type: 'string', default: 'http://127.0.0.1:8080' },
    now: { type: 'string' },
    scenario: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65532) {
  process.stderr.write(`--port: not a port: ${values.port}\n`)
  process.exit(2)
}

try {
  const upstream = await startUpstream({
    port,
    host: values.host,
    shop: values.shop.replace(/\/+$/, ''),
    now: values.now ?? null,
    scenarios: values.scenario.split(',').filter((name) => name !== ''),
  })
  process.stdout.write(`mock backend, ${CALLS} calls\n`)
  for (const shop of upstream.world.shops) process.stdout.write(`  ${shop.host.padEnd(15)} ${shop.url}  ${shop.data.name}\n`)
  const stop = (): void => {
    void upstream.close().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`the mock backend can't start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(2)
}
