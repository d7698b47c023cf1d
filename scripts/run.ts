// `make run` and `make dev`: starts the mock backend, the BFF and (with --dev) Vite, prints the URL, and stops them on Ctrl-C or when one of them exits.
// Ports: 8080 the shop, 9090 its metrics, 8090 to 8093 the mock backend, 5173 Vite. A port in use is replaced by the next free one, unless a variable
// sets it. TABLEFRONT_* of the environment win; with TABLEFRONT_UPSTREAM there is no mock backend, and nothing is set that it would play.
import { spawn, type ChildProcess } from 'node:child_process'
import { pageSettings, serviceSettings } from '../mocks/runtimes/settings.ts'
import { choosePort, hostAndPort } from './ports.ts'

const dev = process.argv.includes('--dev')
const children: ChildProcess[] = []
const state = { ending: false }

/** Starts a program. The terminal's Ctrl-C goes to this process alone, which stops the programs; only Vite reads the keyboard and stays in its group. */
function start(name: string, command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...env, ...process.env }, detached: name !== 'Vite' })
  child.on('error', (error) => {
    console.error(`${name} did not start: ${error.message}`)
    end(1)
  })
  child.on('exit', (code) => {
    if (!state.ending) {
      console.error(`${name} has ended${code === null ? '' : ` with code ${code}`}; ending the rest`)
      end(code ?? 1)
    }
  })
  children.push(child)
  return child
}

function end(code: number): void {
  if (state.ending) return
  state.ending = true
  process.exitCode = code
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))

/** Polls until the URL responds; gives up after half a minute, or at once when everything is being stopped. */
async function answers(url: string): Promise<boolean> {
  for (let i = 0; i < 300 && !state.ending; i++) {
    try {
      const answer = await fetch(url)
      if (answer.ok) return true
    } catch {
      // not yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function run(): Promise<void> {
  const given = hostAndPort(process.env['TABLEFRONT_ADDR'] || '127.0.0.1:8080')
  const shopPort = await choosePort({
    what: 'the shop',
    first: given.port,
    variable: 'TABLEFRONT_ADDR',
    written: (port) => `127.0.0.1:${port}`,
  })
  const own = process.env['TABLEFRONT_UPSTREAM'] ?? ''
  const upstreamPort =
    own !== ''
      ? 0
      : await choosePort({
          what: 'the mock backend and its three branches',
          first: Number(process.env['MOCK_PORT'] ?? 8090),
          count: 4,
          variable: 'MOCK_PORT',
        })
  const metrics = hostAndPort(process.env['TABLEFRONT_METRICS_ADDR'] || '127.0.0.1:9090')
  const metricsPort =
    process.env['TABLEFRONT_METRICS_ADDR'] === ''
      ? 0
      : await choosePort({
          what: "the shop's metrics",
          first: metrics.port,
          variable: 'TABLEFRONT_METRICS_ADDR',
          written: (port) => `127.0.0.1:${port}`,
        })
  const devPort = dev
    ? await choosePort({ what: 'Vite', first: Number(process.env['TABLEFRONT_DEV_PORT'] ?? 5173), variable: 'TABLEFRONT_DEV_PORT' })
    : 0
  const address = `${given.host}:${shopPort}`
  const upstream = own || `http://127.0.0.1:${upstreamPort}`

  if (own === '') {
    start('The mock backend', process.execPath, [
      '--no-warnings',
      'mocks/serve.ts',
      '--port',
      String(upstreamPort),
      '--shop',
      `http://${address}`,
    ])
    if (!(await answers(`${upstream}/api/settings`))) {
      if (!state.ending) console.error('The mock backend did not become ready.')
      end(1)
      return
    }
  }

  // The executable itself, also in development: `go run` does not forward signals to it.
  start('The shop', 'bin/tablefront', ['serve'], {
    TABLEFRONT_ADDR: address,
    TABLEFRONT_METRICS_ADDR: `127.0.0.1:${metricsPort}`,
    // A second shop has its own order journal.
    TABLEFRONT_DATA_DIR: shopPort === 8080 ? './data' : `./data/${shopPort}`,
    TABLEFRONT_UPSTREAM: upstream,
    TABLEFRONT_LOG_LEVEL: 'warn',
    ...(own === '' && { ...pageSettings(upstream), ...serviceSettings(upstream) }),
  })
  if (!(await answers(`http://${address}/readyz`))) {
    if (!state.ending) console.error('The shop did not become ready.')
    end(1)
    return
  }
  if (dev)
    start('Vite', process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'client/vite.config.ts'], {
      TABLEFRONT_DEV_BFF: `http://${address}`,
      TABLEFRONT_DEV_PORT: String(devPort),
    })
  console.log(
    `\n  The shop is open:  http://${dev ? `127.0.0.1:${devPort}` : address}\n  ${own === '' ? `Mock backend:      ${upstream} (its README: mocks/README.md)` : `Backend:           ${own}`}\n  Ctrl-C ends all.\n`,
  )
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  end(1)
}
