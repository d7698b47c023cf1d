// The built shop with the mock upstream; it can be stopped to simulate a lost network.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

export interface Shop {
  url: string
  /** The first branch's address. */
  branch: string
  stop: () => Promise<void>
  /** Restarts the shop if it is stopped. */
  start: () => Promise<void>
  close: () => Promise<void>
}

async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    if (await ready().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${what} did not become ready`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

export async function startShop(port: number): Promise<Shop> {
  const upstream = `http://127.0.0.1:${port}`
  const url = `http://127.0.0.1:${port + 10}`
  const data = mkdtempSync(join(tmpdir(), 'tablefront-engines-'))
  const run = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
    spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env['PATH'] ?? '', ...env } })
  const standIn = run(process.execPath, ['--no-warnings', 'mocks/serve.ts', '--port', String(port), '--shop', url])
  await until('The stand-in upstream', async () => (await fetch(`${upstream}/api/settings`)).ok)
  let bff: ChildProcess | undefined
  const start = async (): Promise<void> => {
    if (bff !== undefined && bff.exitCode === null && bff.signalCode === null) return
    bff = run(join(root, 'bin/tablefront'), ['serve'], {
      TABLEFRONT_ADDR: `127.0.0.1:${port + 10}`,
      TABLEFRONT_METRICS_ADDR: `127.0.0.1:${port + 11}`,
      TABLEFRONT_UPSTREAM: upstream,
      TABLEFRONT_DATA_DIR: data,
      TABLEFRONT_LOG_LEVEL: 'error',
    })
    await until('The shop', async () => (await fetch(`${url}/readyz`)).ok)
  }
  await start()
  const branches = (await (await fetch(`${url}/api/branches`)).json()) as { url: string }[]
  const stop = async (): Promise<void> => {
    if (bff !== undefined) await end(bff)
  }
  return {
    url,
    branch: branches[0]?.url ?? '',
    stop,
    start,
    close: async () => {
      await stop()
      await end(standIn)
      rmSync(data, { recursive: true, force: true })
    },
  }
}
