// Runs the measured shop: the built executable with the mock upstream, on ports of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

const root = new URL('../..', import.meta.url).pathname
const port = Number(process.env['BENCH_PORT_BASE'] ?? 23400)

/** The running shop. */
export interface Shop {
  url: string
  /** The first branch's address, as customers choose it. */
  branch: string
  /** Activates scenarios of the mock upstream (mocks/README.md) and purges the cache. */
  scenario: (...names: string[]) => Promise<void>
  /** A login as the client keeps it, JSON: its token, and the cookies that came with it. */
  login: (email: string) => Promise<string>
  /** Ends what was started. */
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

/** Starts the mock upstream and the shop. */
export async function startShop(): Promise<Shop> {
  const upstream = `http://127.0.0.1:${port}`
  const url = `http://127.0.0.1:${port + 10}`
  const data = mkdtempSync(join(tmpdir(), 'tablefront-bench-'))
  const start = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
    child.on('error', (error) => console.error(`${command}: ${error.message}`))
    // Low priority: on a visitor's device there is no server.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    return child
  }
  const children = [start(process.execPath, ['--no-warnings', 'mocks/serve.ts', '--port', String(port), '--shop', url])]
  await until('The stand-in upstream', async () => (await fetch(`${upstream}/api/settings`)).ok)
  children.push(
    start(join(root, 'bin/tablefront'), ['serve'], {
      TABLEFRONT_ADDR: `127.0.0.1:${port + 10}`,
      TABLEFRONT_METRICS_ADDR: `127.0.0.1:${port + 11}`,
      TABLEFRONT_UPSTREAM: upstream,
      TABLEFRONT_PUBLIC_URL: url,
      TABLEFRONT_DATA_DIR: data,
      TABLEFRONT_ACCESSIBILITY_CONTACT: 'barrierefrei@goldener-loeffel.example',
      TABLEFRONT_TILES_URL: `${upstream}/tiles/{z}/{x}/{y}.png`,
      TABLEFRONT_TILES_ATTRIBUTION: 'Tablefront',
      TABLEFRONT_LOG_LEVEL: 'error',
    }),
  )
  await until('The shop', async () => (await fetch(`${url}/readyz`)).ok)
  const branches = (await (await fetch(`${url}/api/branches`)).json()) as { url: string }[]
  const branch = branches[0]?.url ?? ''
  const page = (): Promise<Response> =>
    fetch(url, { headers: { Cookie: `branch=${encodeURIComponent(branch)}; lang=en`, Accept: 'text/html' } })
  return {
    url,
    branch,
    scenario: async (...names) => {
      const answer = await fetch(`${upstream}/__scenario`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ names }),
      })
      if (!answer.ok) throw new Error(`no such scenario: ${names.join(', ')}: ${await answer.text()}`)
      await fetch(`http://127.0.0.1:${port + 11}/purge`, { method: 'POST' })
      // The page is complete once its responses are cached.
      await until('The page', async () => (await (await page()).text()).includes('"firstCategory"'))
    },
    login: async (email) => {
      const answer = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Branch': branch, Lang: 'en' },
        body: JSON.stringify({ email, password: 'correct-horse' }),
      })
      const { token } = (await answer.json()) as { token?: string }
      if (token === undefined) throw new Error(`the login of ${email} failed with ${answer.status}`)
      // The sealed token is in a cookie.
      return JSON.stringify({ token, cookies: answer.headers.getSetCookie() })
    },
    close: async () => {
      await Promise.all(
        children.map(
          (child) =>
            new Promise<void>((resolve) => {
              if (child.exitCode !== null) resolve()
              child.once('exit', () => resolve())
              child.kill('SIGTERM')
            }),
        ),
      )
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Makes the browser a returning visitor's: the branch is chosen, the language English, the pop-up seen. */
export async function asReturningVisitor(context: BrowserContext, shop: Shop): Promise<void> {
  await context.addCookies([
    { name: 'branch', value: encodeURIComponent(shop.branch), url: shop.url },
    { name: 'lang', value: 'en', url: shop.url },
  ])
  await context.addInitScript((branch) => {
    localStorage.setItem('branchUrl', branch)
    localStorage.setItem('lang', 'en')
    sessionStorage.setItem('tablefront:popup', '1')
  }, shop.branch)
}
