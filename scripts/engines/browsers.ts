// A common interface to the engines: Chromium by Playwright, and those of a distribution, which it can't drive: Firefox ESR by WebDriver BiDi, WebKitGTK
// by WebDriver.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { launch } from '../../client/e2e/chromium.ts'

export const engines = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof engines)[number]

/** The options of a browser. */
export interface Look {
  width: number
  height: number
  dark: boolean
  /** The font size in the customer's settings, in pixels; 16 is the browsers' default. */
  fontSize: number
  /** An unused port for the driver. */
  port: number
}

/** The browser functions that the test needs: real mouse and key events, scripts, screenshots. */
export interface Browser {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page; the result is JSON. */
  run<T>(expression: string): Promise<T>
  /** Clicks at a point of the viewport. */
  press(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  picture(): Promise<Buffer>
  /** The page's uncaught errors. */
  readonly uncaught: readonly string[]
  close(): Promise<void>
}

export async function openBrowser(engine: Engine, look: Look): Promise<Browser> {
  return { chromium: openChromium, firefox: openFirefox, webkit: openWebKit }[engine](look)
}

/** Polls until `get` succeeds. */
async function until<T>(what: string, get: () => Promise<T>): Promise<T> {
  const end = Date.now() + 30_000
  for (;;) {
    try {
      return await get()
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what}: ${String(error)}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // Kills the process group: drivers start browsers, browsers start processes.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  const late = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 5000)
  await gone
  clearTimeout(late)
}

const key = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
const pressAt = (x: number, y: number) => [
  { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]
const pointer = (x: number, y: number) => [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions: pressAt(x, y) }]
const keyboard = (text: string) => [{ type: 'key', id: 'keys', actions: Array.from(text).flatMap(key) }]

async function openChromium({ width, height }: Look): Promise<Browser> {
  const browser = await chromium.launch(launch)
  const page = await browser.newPage({ viewport: { width, height } })
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  return {
    uncaught,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}

/** The profile's preferences: no network activity of its own, no dialogs. */
const preferences = ({ dark, fontSize }: Look): string =>
  Object.entries({
    'font.size.variable.x-western': fontSize,
    'font.size.variable.ar': fontSize,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    'intl.accept_languages': 'de-DE,de,en',
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'browser.aboutwelcome.enabled': false,
    // Service workers are allowed on 127.0.0.1.
    'dom.serviceWorkers.enabled': true,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

async function openFirefox(look: Look): Promise<Browser> {
  const { width, height, port } = look
  const profile = mkdtempSync(join(tmpdir(), 'tablefront-firefox-'))
  writeFileSync(join(profile, 'user.js'), preferences(look))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port), 'about:blank']
  const child = spawn('firefox-esr', args, { stdio: 'ignore', detached: true, env: { ...process.env, TZ: 'Europe/Berlin' } })
  const socket = await until(
    'Firefox',
    () =>
      new Promise<WebSocket>((resolve, reject) => {
        const one = new WebSocket(`ws://127.0.0.1:${port}/session`)
        one.addEventListener('open', () => resolve(one))
        one.addEventListener('error', () => reject(new Error('no answer yet')))
      }),
  )
  let calls = 0
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const uncaught: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(String(data)) as {
      id?: number
      type: string
      method?: string
      params?: { type: string; level: string; text: string }
      result?: unknown
      error?: string
      message?: string
    }
    const { type, level, text = '' } = (said.method === 'log.entryAdded' && said.params) || {}
    // Firefox also logs failed fonts and responses there.
    if (type === 'javascript' && level === 'error' && /^(uncaught|\w*Error\b)/.test(text)) uncaught.push(text)
    const call = said.id === undefined ? undefined : waiting.get(said.id)
    if (call === undefined) return
    waiting.delete(said.id as number)
    if (said.type === 'success') call.resolve(said.result)
    else call.reject(new Error(`${said.error ?? ''}: ${said.message ?? ''}`))
  })
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      calls += 1
      waiting.set(calls, { resolve: resolve as (value: unknown) => void, reject })
      socket.send(JSON.stringify({ id: calls, method, params }))
    })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = tree.contexts[0]?.context ?? ''
  await send('browsingContext.setViewport', { context, viewport: { width, height } })
  const act = (actions: object[]) => send('input.performActions', { context, actions })
  return {
    uncaught,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    run: async <T>(expression: string) => {
      const answer = await send<{ type: string; result?: { value?: string }; exceptionDetails?: { text: string } }>('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
        target: { context },
        awaitPromise: true,
      })
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'failed')
      return JSON.parse(answer.result?.value ?? 'null') as T
    },
    press: async (x, y) => void (await act(pointer(x, y))),
    type: async (text) => void (await act(keyboard(text))),
    picture: async () => Buffer.from((await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
    close: async () => {
      socket.close()
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function openWebKit({ width, height, dark, fontSize, port }: Look): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'tablefront-webkit-'))
  const env = {
    ...process.env,
    XDG_DATA_HOME: profile,
    XDG_CACHE_HOME: profile,
    TZ: 'Europe/Berlin',
    LANG: 'C.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    ...(dark && { GTK_THEME: 'Adwaita:dark' }),
  }
  const screen = ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`]
  const child = spawn('xvfb-run', screen, { stdio: ['ignore', 'pipe', 'ignore'], detached: true, env })
  const uncaught: string[] = []
  // The window's console output.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/CONSOLE JS ERROR|Unhandled Promise Rejection/.test(line)) uncaught.push(line)
  })
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error ?? ''} ${value.message ?? ''}`)
    return value
  }
  await until('WebKitWebDriver', () => ask('GET', '/status'))
  const window = join(import.meta.dirname, 'webkit-window.py')
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: window, args: [width, height, fontSize].map(String) } } },
  })
  const session = `/session/${sessionId}`
  return {
    uncaught,
    goto: (url) => ask('POST', `${session}/url`, { url }),
    reload: () => ask('POST', `${session}/refresh`, {}),
    run: async <T>(expression: string) => {
      const script = `const done = arguments[arguments.length - 1]; (async () => JSON.stringify(await (${expression})) ?? 'null')().then(done, (error) => done(JSON.stringify({ failed: String(error) })))`
      const value = JSON.parse(await ask<string>('POST', `${session}/execute/async`, { script, args: [] })) as
        | (T & { failed?: string })
        | null
      if (typeof value === 'object' && value?.failed !== undefined) throw new Error(value.failed)
      return value as T
    },
    press: (x, y) => ask('POST', `${session}/actions`, { actions: pointer(x, y) }),
    type: (text) => ask('POST', `${session}/actions`, { actions: keyboard(text) }),
    picture: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
    close: async () => {
      await ask('DELETE', session).catch(() => undefined)
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
