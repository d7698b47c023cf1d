// The mock backend and the built shop as processes: for the stories, `make engines` and `make bench-client`.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFree } from '../../scripts/ports.ts'

export const root = new URL('../..', import.meta.url).pathname

/** The built shop; `E2E_BIN` is another build's, from the project's root. */
export const executable = join(root, process.env['E2E_BIN'] ?? 'bin/tablefront')

/** Waits until `ready` resolves to true; what it throws counts as false. */
export async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    if (await ready().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${what} did not become ready`)
}

/** Throws if a port is in use: the program that answers there would be taken for the one that is started next. */
async function unused(port: number): Promise<void> {
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use`)
}

/** Starts a process in the project's root; what it has printed is shown if it fails. */
export function run(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  child.on('error', (error) => console.error(`${command}: ${error.message}`))
  child.on('exit', (code) => {
    if (code !== null && code !== 0) console.error(`${command} ended with ${code}\n${printed.join('').slice(-4000)}`)
  })
  return child
}

/** Ends a process and waits for it. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 8000)
  await gone
  clearTimeout(late)
}

/** The running programs. What starts them again waits until they are ready. */
export interface Programs {
  /** The shop's address, and the upstream's main host. */
  readonly url: string
  readonly upstream: string
  /** The addresses of the branches, as `GET branches` lists them. */
  readonly branches: readonly string[]
  /** Posts JSON to the upstream's control (mocks/README.md). */
  control: (path: string, body: unknown) => Promise<void>
  /** Empties the shop's cached responses. */
  purge: () => Promise<void>
  stopUpstream: () => Promise<void>
  startUpstream: () => Promise<void>
  stopShop: () => Promise<void>
  /** Starts the shop on the same data folder. */
  startShop: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Starts both: the upstream's hosts on `port` and the next ones, the shop on `port` + 10, its metrics on `port` + 11. `settings` are the
 * shop's, by the upstream's address; `priority` is that of both (os.constants.priority).
 */
export async function startPrograms(
  port: number,
  settings: (upstream: string) => Record<string, string> = () => ({}),
  priority = 0,
): Promise<Programs> {
  const upstream = `http://127.0.0.1:${port}`
  const url = `http://127.0.0.1:${port + 10}`
  const data = mkdtempSync(join(tmpdir(), 'tablefront-'))
  let mock: ChildProcess | undefined
  let shop: ChildProcess | undefined
  const start = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const child = run(command, args, env)
    if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority)
    return child
  }
  const running = (child: ChildProcess | undefined): boolean => child !== undefined && child.exitCode === null && child.signalCode === null

  const startUpstream = async (): Promise<void> => {
    if (running(mock)) return
    await unused(port)
    mock = start(process.execPath, ['--no-warnings', 'mocks/serve.ts', '--port', String(port), '--shop', url])
    await until('The mock backend', async () => (await fetch(`${upstream}/api/settings`)).ok)
  }
  const startShop = async (): Promise<void> => {
    if (running(shop)) return
    await unused(port + 10)
    shop = start(executable, ['serve'], {
      TABLEFRONT_ADDR: `127.0.0.1:${port + 10}`,
      TABLEFRONT_METRICS_ADDR: `127.0.0.1:${port + 11}`,
      TABLEFRONT_UPSTREAM: upstream,
      TABLEFRONT_DATA_DIR: data,
      TABLEFRONT_LOG_LEVEL: 'warn',
      ...settings(upstream),
    })
    await until('The shop', async () => (await fetch(`${url}/readyz`)).ok)
  }
  const post = async (address: string, body?: unknown): Promise<void> => {
    const answer = await fetch(address, {
      method: 'POST',
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  }

  const close = async (): Promise<void> => {
    await end(shop)
    await end(mock)
    rmSync(data, { recursive: true, force: true })
  }

  try {
    await startUpstream()
    await startShop()
  } catch (error) {
    await close()
    throw error
  }
  const { data: branches } = (await (await fetch(`${upstream}/api/branches`)).json()) as { data: { url: string }[] }
  return {
    url,
    upstream,
    branches: branches.map((branch) => branch.url),
    control: (path, body) => post(`${upstream}${path}`, body),
    purge: () => post(`http://127.0.0.1:${port + 11}/purge`),
    stopUpstream: () => end(mock),
    startUpstream,
    stopShop: () => end(shop),
    startShop,
    close,
  }
}
