// The test harness: a mock upstream and a BFF per worker, and functions that provoke failures.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** A call that the mock upstream has received. */
export interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}

/** Controls the mock upstream (mocks/README.md). */
export interface Upstream {
  /** The address of the main host. */
  readonly url: string
  /** The addresses of the branches, as `GET branches` lists them. */
  readonly branches: readonly string[]
  /** Activates scenarios and purges the BFF's cache, so that the next call sees them. */
  scenario(scenario: { names?: string[]; settings?: Record<string, string>; now?: string; branch?: string }): Promise<void>
  /** Provokes a failure of one call. */
  fault(fault: { match: string; kind: string; times?: number }): Promise<void>
  /** The orders that the upstream has. */
  orders(): Promise<{ code: string }[]>
  /** Changes an order's status as the restaurant would; `deliverAt` is the expected time. */
  order(code: string, status: string, deliverAt?: string): Promise<void>
  /** The calls the upstream received. */
  log(): Promise<Received[]>
  /** Stops the process, as in an outage; `start` restarts it. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** The shop under test. */
export interface Shop {
  readonly url: string
  readonly upstream: Upstream
  /** Empties the BFF's cached responses. */
  purge(): Promise<void>
  /** Ends the BFF and starts it again on the same data folder. */
  restart(): Promise<void>
}

export const root = new URL('../..', import.meta.url).pathname
const firstPort = Number(process.env['E2E_PORT_BASE'] ?? 21000)

export async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    try {
      if (await ready()) return
    } catch {
      // not yet
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${what} did not become ready`)
}

export function run(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  child.on('exit', (code) => {
    if (code !== null && code !== 0) console.error(`${command} ended with ${code}\n${said.join('').slice(-4000)}`)
  })
  return child
}

export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 8000)
  await gone
  clearTimeout(late)
}

async function tell(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}

async function open(index: number): Promise<Shop & { close(): Promise<void>; reset(): Promise<void> }> {
  const port = firstPort + index * 20
  const upstreamUrl = `http://127.0.0.1:${port}`
  const url = `http://127.0.0.1:${port + 10}`
  const metrics = `http://127.0.0.1:${port + 11}`
  const data = mkdtempSync(join(tmpdir(), 'tablefront-e2e-'))
  let standIn: ChildProcess | undefined
  let bff: ChildProcess | undefined

  const startUpstream = async () => {
    standIn = run(process.execPath, ['--no-warnings', 'mocks/serve.ts', '--port', String(port), '--shop', url], {})
    await until('The mock upstream', async () => (await fetch(`${upstreamUrl}/api/settings`)).ok)
  }
  const startBff = async () => {
    bff = run(join(root, process.env['E2E_BIN'] ?? 'bin/tablefront'), ['serve'], {
      TABLEFRONT_ADDR: `127.0.0.1:${port + 10}`,
      TABLEFRONT_METRICS_ADDR: `127.0.0.1:${port + 11}`,
      TABLEFRONT_UPSTREAM: upstreamUrl,
      TABLEFRONT_DATA_DIR: data,
      TABLEFRONT_TRUSTED_PROXIES: '127.0.0.1/32',
      TABLEFRONT_ACCESSIBILITY_CONTACT: 'barrierefrei@goldener-loeffel.example',
      TABLEFRONT_TILES_URL: `${upstreamUrl}/tiles/{z}/{x}/{y}.png`,
      TABLEFRONT_TILES_ATTRIBUTION: 'Tablefront',
      TABLEFRONT_GEOCODER_URL: `${upstreamUrl}/geocoder/reverse`,
      TABLEFRONT_GOOGLE_CLIENT_ID: 'tablefront-standin',
      TABLEFRONT_GOOGLE_ISSUER: `${upstreamUrl}/providers`,
      TABLEFRONT_GOOGLE_SCRIPT_URL: `${upstreamUrl}/providers/google.js`,
      TABLEFRONT_FACEBOOK_APP_ID: '1000',
      TABLEFRONT_FACEBOOK_APP_SECRET: 'standin-secret',
      TABLEFRONT_FACEBOOK_SCRIPT_URL: `${upstreamUrl}/providers/facebook.js`,
      TABLEFRONT_FACEBOOK_GRAPH_URL: `${upstreamUrl}/graph`,
      TABLEFRONT_LOG_LEVEL: 'warn',
    })
    await until('The shop', async () => (await fetch(`${url}/readyz`)).ok)
  }
  const purge = async () => {
    const answer = await fetch(`${metrics}/purge`, { method: 'POST' })
    if (!answer.ok) throw new Error(`purge answered ${answer.status}`)
  }

  await startUpstream()
  await startBff()
  const answer = (await (await fetch(`${upstreamUrl}/api/branches`)).json()) as { data: { url: string }[] }
  return {
    url,
    purge,
    restart: async () => {
      await end(bff)
      await startBff()
    },
    upstream: {
      url: upstreamUrl,
      branches: answer.data.map((branch) => branch.url),
      scenario: async (scenario) => {
        await tell(`${upstreamUrl}/__scenario`, scenario)
        await purge()
      },
      fault: (fault) => tell(`${upstreamUrl}/__fault`, fault),
      orders: async () => (await (await fetch(`${upstreamUrl}/__orders`)).json()) as { code: string }[],
      order: (code, status, deliverAt) => tell(`${upstreamUrl}/__order`, { code, status, deliverAt }),
      log: async () => (await (await fetch(`${upstreamUrl}/__log`)).json()) as Received[],
      stop: () => end(standIn),
      start: startUpstream,
    },
    reset: async () => {
      if (standIn && standIn.exitCode !== null) await startUpstream()
      await tell(`${upstreamUrl}/__reset`, {})
      await purge()
    },
    close: async () => {
      await end(bff)
      await end(standIn)
      rmSync(data, { recursive: true, force: true })
    },
  }
}

let visitors = 0

/** The `test` of all stories: `shop` is reset for each, and the page has a client address of its own. */
export const test = base.extend<{ shop: Shop }, { worker: Awaited<ReturnType<typeof open>> }>({
  worker: [
    async ({}, use, info) => {
      const worker = await open(info.parallelIndex)
      await use(worker)
      await worker.close()
    },
    { scope: 'worker' },
  ],
  shop: async ({ worker }, use) => {
    await worker.reset()
    await use(worker)
  },
  baseURL: async ({ worker }, use) => use(worker.url),
  // Each story has a client address of its own, so that rate limits never delay another one.
  extraHTTPHeaders: async ({}, use, info) => {
    const visitor = info.parallelIndex * 20_000 + ++visitors
    await use({ 'X-Forwarded-For': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` })
  },
})

/** Stores a branch as a returning customer has it, with the cookie by which the page is rendered. */
export async function withBranch(page: Page, shop: Shop, index = 0): Promise<void> {
  const branch = shop.upstream.branches[index] ?? ''
  await page.context().addCookies([{ name: 'branch', value: encodeURIComponent(branch), url: shop.url }])
  await page.addInitScript((url) => {
    if (!localStorage.getItem('branchUrl')) localStorage.setItem('branchUrl', url)
  }, branch)
}

/** Stores the language as a returning customer has it. */
export async function withLanguage(page: Page, shop: Shop, lang: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: lang, url: shop.url }])
  await page.addInitScript((name) => {
    if (!localStorage.getItem('lang')) localStorage.setItem('lang', name)
  }, lang)
}
