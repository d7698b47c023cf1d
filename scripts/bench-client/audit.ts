// Lighthouse, mobile: simulated slow 4G and 4x CPU slowdown, its defaults.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { launch } from '../../client/e2e/chromium.ts'
import { asReturningVisitor, type Shop } from './shop.ts'

/** The results of one screen: scores from 0 to 100, times in milliseconds. */
export interface Audit {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
  /** The titles of audits below 100. */
  remarks: string[]
}

/** The CPU slowdown: Lighthouse's default, or a cheap phone. */
export type Slowdown = 4 | 8

/** A screen that is audited. */
export interface Screen {
  name: string
  path: string
  /** The customer: a visitor without a branch, one with a branch, or a signed-in customer. */
  as: 'newcomer' | 'visitor' | 'customer'
  /** A dish is in the cart. */
  cart?: boolean
}

/** Every screen of docs/specification.md section 2, the menu first. */
export const screens: Screen[] = [
  { name: 'menu', path: '/', as: 'visitor' },
  { name: 'first visit (select branch)', path: '/', as: 'newcomer' },
  { name: 'product sheet', path: '/?product=101', as: 'visitor' },
  { name: 'menu sheet', path: '/?menu=2', as: 'visitor' },
  { name: 'checkout', path: '/checkout', as: 'visitor', cart: true },
  { name: 'contact', path: '/contact', as: 'visitor' },
  { name: 'reservation', path: '/?reservation=1', as: 'visitor' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'register', path: '/register', as: 'visitor' },
  { name: 'reset password', path: '/reset-password', as: 'visitor' },
  { name: 'my profile', path: '/me/my-profile', as: 'customer' },
  { name: 'my orders', path: '/me/my-orders', as: 'customer' },
  { name: 'an order', path: '/me/my-orders/A-1000', as: 'customer' },
  { name: 'transactions', path: '/me/my-transactions/transaction-history', as: 'customer' },
  { name: 'addresses', path: '/me/address-list', as: 'customer' },
  { name: 'new address (map form)', path: '/me/address-list/create', as: 'customer' },
]

interface Lhr {
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string } | undefined>
  runtimeError?: { message: string }
}
type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
  config?: unknown,
) => Promise<{ lhr: Lhr; report: string | string[]; artifacts: Record<string, unknown> } | undefined>

/** Audits a screen in a new browser with stored cookies and storage, but an empty cache. */
export async function audit(
  shop: Shop,
  screen: Screen,
  keep?: (report: string, trace: unknown) => void,
  slowdown: Slowdown = 4,
): Promise<Audit> {
  // Imported by a computed name, since it is installed only for measurements.
  const name: string = 'lighthouse'
  const { default: lighthouse } = (await import(name)) as { default: Lighthouse }
  const profile = mkdtempSync(join(tmpdir(), 'tablefront-lighthouse-'))
  let browser: { port: number; close: () => Promise<void> } | undefined
  try {
    await prepare(profile, shop, screen)
    browser = await startBrowser(profile)
    lowerPriority(true)
    const result = await lighthouse(`${shop.url}${screen.path}`, {
      port: browser.port,
      output: 'json',
      logLevel: 'error',
      // Storage is kept for login and branch; the cache is empty, since the profile is new and only /robots.txt was opened.
      disableStorageReset: true,
      // Lighthouse's throttling for a phone on slow 4G, with the chosen CPU slowdown.
      throttling: { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier: slowdown },
    })
    if (result === undefined || result.lhr.runtimeError)
      throw new Error(`${screen.name}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
    const { lhr } = result
    keep?.(Array.isArray(result.report) ? (result.report[0] ?? '') : result.report, result.artifacts['Trace'])
    const score = (name: string): number => Math.round((lhr.categories[name]?.score ?? 0) * 100)
    const value = (name: string): number => lhr.audits[name]?.numericValue ?? 0
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: Math.round(value('first-contentful-paint')),
      lcp: Math.round(value('largest-contentful-paint')),
      tbt: Math.round(value('total-blocking-time')),
      cls: Math.round(value('cumulative-layout-shift') * 10_000) / 10_000,
      remarks: Object.values(lhr.audits)
        .filter((one) => one?.score !== null && one !== undefined && one.score < 0.9 && one.scoreDisplayMode !== 'informative')
        .map((one) => one?.title ?? ''),
    }
  } finally {
    lowerPriority(false)
    await browser?.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Lowers this process's priority, since on a visitor's device only the browser runs; and restores it. */
function lowerPriority(aside: boolean): void {
  try {
    setPriority(aside ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_NORMAL)
  } catch {
    // Without the permission to restore it, the priorities stay equal.
  }
}

/** Starts a browser that only Lighthouse is connected to: a second connection would cost time on a small machine. */
async function startBrowser(profile: string): Promise<{ port: number; close: () => Promise<void> }> {
  const executable = launch.executablePath ?? chromium.executablePath()
  const child = spawn(
    executable,
    [...launch.args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: 'ignore',
      env: { ...process.env, LANGUAGE: 'de' },
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = Date.now() + 30_000
  while (Date.now() < end && child.exitCode === null) {
    try {
      const [port = '', path = ''] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').trim().split('\n')
      // Closed by a command: the executable may be a wrapper script, and a signal to it would leave the browser running.
      const close = (): Promise<void> =>
        new Promise((resolve) => {
          const line = new WebSocket(`ws://127.0.0.1:${port}${path}`)
          line.addEventListener('open', () => line.send(JSON.stringify({ id: 1, method: 'Browser.close' })))
          line.addEventListener('close', () => resolve(ended))
          line.addEventListener('error', () => {
            child.kill()
            resolve(ended)
          })
        })
      return { port: Number(port), close }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  child.kill()
  await ended
  throw new Error(`${executable} did not start`)
}

/** Writes the visitor's cookies and local storage into the profile. */
async function prepare(profile: string, shop: Shop, screen: Screen): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, { ...launch, locale: 'de-DE' })
  try {
    await store(context, shop, screen)
  } finally {
    await context.close()
  }
  // Removes the first browser's lock files.
  rmSync(join(profile, 'DevToolsActivePort'), { force: true })
}

async function store(context: BrowserContext, shop: Shop, screen: Screen): Promise<void> {
  if (screen.as === 'newcomer') return
  // With an expiry, so that they outlive this browser.
  const expires = Math.round(Date.now() / 1000) + 3600
  const cookies = [
    { name: 'branch', value: encodeURIComponent(shop.branch), url: shop.url, expires },
    { name: 'lang', value: 'de', url: shop.url, expires },
  ]
  const stored: Record<string, string> = { branchUrl: shop.branch, lang: 'de' }
  if (screen.as === 'customer') {
    const kept = JSON.parse(await shop.login('ada@example.org')) as { token: string; cookies: string[] }
    stored['token'] = kept.token
    for (const line of kept.cookies) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.push({ name: pair.slice(0, at), value: pair.slice(at + 1), url: shop.url, expires })
    }
  }
  await context.addCookies(cookies)
  const page = context.pages()[0] ?? (await context.newPage())
  // A page of the shop's origin without any of its files.
  await page.goto(`${shop.url}/robots.txt`)
  if (screen.cart === true) stored['cart'] = await cartOf(shop)
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, stored)
}

/** A stored cart with one dish, put together by the shop itself. */
let cart: string | undefined
async function cartOf(shop: Shop): Promise<string> {
  if (cart !== undefined) return cart
  const browser = await chromium.launch(launch)
  try {
    const page = await browser.newPage()
    await asReturningVisitor(page.context(), shop)
    await page.goto(`${shop.url}/?product=101`)
    const sheet = page.locator('dialog[open]')
    await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
    await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
    await sheet.waitFor({ state: 'detached' })
    cart = await page.evaluate(() => localStorage.getItem('cart') ?? '')
    return cart
  } finally {
    await browser.close()
  }
}
