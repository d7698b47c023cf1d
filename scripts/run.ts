// `make run` and `make dev`: starts the stand-in upstream, the BFF and (with --dev) Vite, prints the address, and ends exactly these
// when one of them ends or on Ctrl-C. Ports: 8080 the shop, 9090 its metrics, 8090 to 8093 the stand-in; TABLEFRONT_* of the environment win.
import { spawn, type ChildProcess } from 'node:child_process'

const dev = process.argv.includes('--dev')
const upstreamPort = Number(process.env['STANDIN_PORT'] ?? 8090)
const upstream = `http://127.0.0.1:${upstreamPort}`
const address = process.env['TABLEFRONT_ADDR'] ?? '127.0.0.1:8080'
const children: ChildProcess[] = []
const state = { ending: false }

function start(name: string, command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...env, ...process.env } })
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

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))

/** Asks until the address answers; gives up after half a minute, or at once when we are ending. */
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

start('The stand-in upstream', process.execPath, [
  '--no-warnings',
  'mocks/serve.ts',
  '--port',
  String(upstreamPort),
  '--shop',
  `http://${address}`,
])
await answers(`${upstream}/api/settings`)

// The executable itself, also in development: `go run` would not hand an end on to it.
start('The shop', 'bin/tablefront', ['serve'], {
  TABLEFRONT_UPSTREAM: upstream,
  TABLEFRONT_TILES_URL: `${upstream}/tiles/{z}/{x}/{y}.png`,
  TABLEFRONT_TILES_ATTRIBUTION: 'Tablefront',
  TABLEFRONT_GEOCODER_URL: `${upstream}/geocoder/reverse`,
  TABLEFRONT_GOOGLE_CLIENT_ID: 'tablefront-standin',
  TABLEFRONT_GOOGLE_ISSUER: `${upstream}/providers`,
  TABLEFRONT_GOOGLE_SCRIPT_URL: `${upstream}/providers/google.js`,
  TABLEFRONT_FACEBOOK_APP_ID: '1000',
  TABLEFRONT_FACEBOOK_APP_SECRET: 'standin-secret',
  TABLEFRONT_FACEBOOK_SCRIPT_URL: `${upstream}/providers/facebook.js`,
  TABLEFRONT_FACEBOOK_GRAPH_URL: `${upstream}/graph`,
  TABLEFRONT_LOG_LEVEL: 'warn',
})
if (await answers(`http://${address}/readyz`)) {
  if (dev)
    start('Vite', process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'client/vite.config.ts'], {
      TABLEFRONT_DEV_BFF: `http://${address}`,
    })
  console.log(
    `\n  The shop is open:  http://${dev ? '127.0.0.1:5173' : address}\n  Stand-in upstream: ${upstream} (its README: mocks/README.md)\n  Ctrl-C ends both.\n`,
  )
} else if (!state.ending) {
  console.error('The shop did not become ready.')
  end(1)
}
