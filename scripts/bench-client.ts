// `make bench-client`: Lighthouse on every screen, a menu of two thousand products, and what opens from the menu, on the built executable. Writes the tables of docs/bench-client.md. With --short: Lighthouse on the menu, once; nothing is written.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { launch } from '../client/e2e/chromium.ts'
import { root, startPrograms, until } from '../client/e2e/programs.ts'
import { pageSettings } from '../mocks/runtimes/settings.ts'

const short = process.argv.includes('--short')
const runs = short ? 1 : 3
const port = Number(process.env['BENCH_PORT_BASE'] ?? 23400)
// Low priority: on a visitor's device there is no server.
const shop = await startPrograms(
  port,
  (upstream) => ({ ...pageSettings(upstream), TABLEFRONT_PUBLIC_URL: `http://127.0.0.1:${port + 10}`, TABLEFRONT_LOG_LEVEL: 'error' }),
  constants.priority.PRIORITY_BELOW_NORMAL,
)
const branch = shop.branches[0] ?? ''
const returning = [
  { name: 'branch', value: encodeURIComponent(branch), url: shop.url },
  { name: 'lang', value: 'en', url: shop.url },
]
const Cookie = returning.map(({ name, value }) => `${name}=${value}`).join('; ')

async function scenario(...names: string[]): Promise<void> {
  await shop.control('/__scenario', { names })
  await shop.purge()
  // The page is complete once its responses are cached.
  const page = (): Promise<Response> => fetch(shop.url, { headers: { Cookie, Accept: 'text/html' } })
  await until('The page', async () => (await (await page()).text()).includes('"firstCategory"'))
}

/** A page on a phone whose branch is chosen; `measure` gets it with its DevTools. */
async function onPhone<T>(measure: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launch)
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    })
    await context.addCookies(returning)
    await context.addInitScript((branchUrl) => {
      Object.assign(localStorage, { branchUrl, lang: 'en' })
      sessionStorage.setItem('tablefront:popup', '1')
    }, branch)
    const page = await context.newPage()
    return await measure(page, await context.newCDPSession(page))
  } finally {
    await browser.close()
  }
}

// Lighthouse, mobile: simulated slow 4G and a processor four times slower, its defaults.

const audited = { performance: 'performance', accessibility: 'accessibility', bestPractices: 'best-practices', seo: 'seo' }
const timed = { fcp: 'first-contentful-paint', lcp: 'largest-contentful-paint', tbt: 'total-blocking-time', cls: 'cumulative-layout-shift' }
type Audit = Record<keyof typeof audited | keyof typeof timed, number>
interface Lhr {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
  finalDisplayedUrl: string
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

/** Every screen of docs/specification.md section 2, the menu first; the customer has a branch unless it is his first visit. */
const screens: { name: string; path: string; as?: 'first visit' | 'customer' | 'cart' }[] = [
  { name: 'menu', path: '/' },
  { name: 'first visit (select branch)', path: '/', as: 'first visit' },
  { name: 'product sheet', path: '/?product=101' },
  { name: 'combo sheet', path: '/?menu=2' },
  { name: 'checkout', path: '/checkout', as: 'cart' },
  { name: 'contact', path: '/contact' },
  { name: 'reservation', path: '/?reservation=1' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset password', path: '/reset-password' },
  { name: 'my profile', path: '/me/my-profile', as: 'customer' },
  { name: 'my orders', path: '/me/my-orders', as: 'customer' },
  { name: 'an order', path: '/me/my-orders/A-1000', as: 'customer' },
  { name: 'transactions', path: '/me/my-transactions/transaction-history', as: 'customer' },
  { name: 'addresses', path: '/me/address-list', as: 'customer' },
  { name: 'new address (map form)', path: '/me/address-list/create', as: 'customer' },
]
type Screen = (typeof screens)[number]

/** Lighthouse's index of the processor at each audit: about 150 for a slow phone, 1,500 and more for a computer, which it slows down by a factor. */
const indexes: number[] = []

// They are in scripts/tools, which only tests and measurements need, so TypeScript does not know them.
const tool = async (name: string): Promise<unknown> => import(createRequire(join(root, 'scripts/tools/package.json')).resolve(name))

/** Audits a screen in a new browser that has the visitor's cookies and storage, an empty cache, and no other tool connected to it. */
async function audit({ name, path, as }: Screen, cpuSlowdownMultiplier = 4): Promise<Audit> {
  const { default: lighthouse } = (await tool('lighthouse')) as {
    default: (url: string, flags: object) => Promise<{ lhr: Lhr } | undefined>
  }
  const chrome = (await tool('chrome-launcher')) as { launch: (options: object) => Promise<{ port: number; kill: () => void }> }
  const profile = mkdtempSync(join(tmpdir(), 'tablefront-lighthouse-'))
  let browser: { port: number; kill: () => void } | undefined
  try {
    if (as !== 'first visit') await prepare(profile, as)
    const executable = launch.executablePath ?? chromium.executablePath()
    browser = await chrome.launch({ chromePath: executable, chromeFlags: [...launch.args, '--headless'], userDataDir: profile })
    // Storage is kept for login and branch.
    const throttling = { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier }
    const result = await lighthouse(shop.url + path, { port: browser.port, logLevel: 'error', disableStorageReset: true, throttling })
    if (result === undefined || result.lhr.runtimeError) throw new Error(`${name}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
    const { categories, audits, finalDisplayedUrl, environment } = result.lhr
    indexes.push(environment.benchmarkIndex)
    if (as !== 'first visit' && !finalDisplayedUrl.startsWith(shop.url + path))
      throw new Error(`${name}: redirected to ${finalDisplayedUrl}`)
    const score = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100)
    const time = (id: string): number => {
      const value = audits[id]?.numericValue ?? Number.NaN
      return value < 1 ? Math.round(value * 10_000) / 10_000 : Math.round(value)
    }
    const each = (ids: object, read: (id: string) => number): [string, number][] =>
      Object.entries(ids).map(([key, id]) => [key, read(String(id))])
    return Object.fromEntries([...each(audited, score), ...each(timed, time)]) as Audit
  } finally {
    browser?.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Writes a returning visitor's cookies and storage into a profile: branch and language, a cart or a login. */
async function prepare(profile: string, as: Screen['as']): Promise<void> {
  const stored: Record<string, string> = { branchUrl: branch, lang: 'en' }
  if (as === 'cart')
    stored['cart'] = await onPhone(async (page) => (await addDish(page), page.evaluate(() => localStorage.getItem('cart') ?? '')))
  const context = await chromium.launchPersistentContext(profile, { ...launch, locale: 'de-DE' })
  await context.addCookies(returning)
  if (as === 'customer') {
    const data = { email: 'ada@example.org', password: 'correct-horse' }
    const answer = await context.request.post(`${shop.url}/api/login`, { data, headers: { 'X-Branch': branch, Lang: 'en' } })
    stored['token'] = ((await answer.json()) as { token: string }).token
  }
  // With an expiry, so that they outlive this browser.
  await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, expires: Date.now() / 1000 + 3600 })))
  const page = await context.newPage()
  // A page of the shop's origin without any of its files.
  await page.goto(`${shop.url}/robots.txt`)
  await page.evaluate((items) => void Object.assign(localStorage, items), stored)
  await context.close()
}

async function addDish(page: Page): Promise<void> {
  await page.goto(`${shop.url}/?product=101`)
  const sheet = page.locator('dialog[open]')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** 2,000 products on a processor four times slower: the longest frame of scrolling, of a letter in the search and of opening a dish until the next paint (INP), in ms. */
const manyProducts = (): Promise<{ frame: number; letter: number; sheet: number }> =>
  onPhone(async (page, devtools) => {
    await page.addInitScript(() => {
      const slowest = Object.assign(window, { slowest: 0 })
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
          if (/^(key|input|pointer|click|mouse)/.test(name)) slowest.slowest = Math.max(slowest.slowest, duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true })
    })
    /** Waits until the page is idle, and returns the slowest event since the last time. */
    const settled = (): Promise<number> =>
      page.evaluate(async () => {
        await new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 3000 }))),
        )
        const { slowest = 0 } = window as { slowest?: number }
        Object.assign(window, { slowest: 0 })
        return slowest
      })
    await page.goto(shop.url)
    await page.waitForFunction(() => document.querySelectorAll('section[id^=category-] article').length >= 2000, undefined, {
      timeout: 60_000,
    })
    await page.waitForLoadState('networkidle')
    await settled()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const frame = await page.evaluate(async () => {
      const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)
      let [longest, before] = [0, await nextFrame()]
      for (let frames = 0; frames < 300; frames += 1) {
        scrollBy({ top: 120, behavior: 'instant' })
        const now = await nextFrame()
        longest = Math.max(longest, now - before)
        before = now
      }
      scrollTo({ top: 0, behavior: 'instant' })
      return Math.round(longest)
    })
    const search = page.locator('[name=search]')
    await search.tap()
    await settled()
    await page.keyboard.type('pizza', { delay: 50 })
    await page.waitForFunction(() => document.querySelector('.MenuPage_results article, [class*=results] article') !== null)
    const letter = await settled()
    await search.fill('')
    const card = page.locator('section[id^=category-] article a').first()
    await card.scrollIntoViewIfNeeded()
    await settled()
    await card.tap()
    await page.locator('dialog[open] h2').first().waitFor()
    return { frame, letter, sheet: await settled() }
  })

/** The main thread's tasks in a trace, and the marks around them; durations in microseconds, `tdur` of the processor. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/**
 * The processor time of the main thread from the press that opens the first dish, the cart and the checkout to the end of the frame with their content, six
 * times for a slow phone: the same on a busy machine.
 */
const opening = (): Promise<{ dish: number; cart: number; checkout: number }> =>
  onPhone(async (page, devtools) => {
    let events: TraceEvent[] = []
    devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
    const spent = async (pressed: string, opened: string): Promise<number> => {
      events = []
      await devtools.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
      })
      await page.evaluate(
        ([pressed = '', opened = '']) =>
          new Promise<void>((resolve) => {
            const painted = (): void => {
              performance.mark('painted')
              resolve()
            }
            const look = (): void => {
              // Inside of a frame: the next task comes after its paint, one of this priority before what the paint does not need.
              if ((document.querySelector(opened)?.getClientRects().length ?? 0) > 0)
                void scheduler.postTask(painted, { priority: 'user-blocking' })
              else requestAnimationFrame(look)
            }
            performance.mark('pressed')
            // The first touch comes before the click.
            const button = document.querySelector<HTMLElement>(pressed)
            button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
            button?.click()
            requestAnimationFrame(look)
          }),
        [pressed, opened],
      )
      const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
      await devtools.send('Tracing.end')
      await ended
      const [from, to] = ['pressed', 'painted'].map((mark) => events.find(({ name }) => name === mark))
      if (from === undefined || to === undefined) throw new Error(`${pressed}: not in the trace`)
      const tasks = events.filter(
        ({ name, pid, tid, ts, dur = 0 }) =>
          name === 'ThreadControllerImpl::RunTask' && pid === from.pid && tid === from.tid && ts + dur > from.ts && ts < to.ts,
      )
      return Math.round((6 * tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0)) / 1000)
    }
    await page.goto(shop.url)
    await page.waitForSelector('#root:not(:has(> [data-first-paint])) article a[data-card]')
    // A customer reads for a moment before a press.
    await page.waitForTimeout(8000)
    const dish = await spent('article a[data-card]', 'dialog[open] input[type=radio]')
    await page.locator('dialog[open] label:has(input[type=radio])').filter({ hasText: 'Classic' }).first().click()
    await page.locator('dialog[open] button:not([disabled])').filter({ hasText: 'Add to Cart' }).click()
    await page.waitForSelector('dialog[open]', { state: 'hidden' })
    await page.waitForTimeout(5000)
    const cart = await spent('header button:last-child', 'dialog[open] li')
    await page.locator('dialog[open] button').filter({ hasText: 'Checkout' }).click()
    await page.waitForSelector('dialog[open] [data-first]')
    await page.waitForTimeout(1000)
    return { dish, cart, checkout: await spent('dialog[open] [data-first]', 'main [name=name]') }
  })

// The report: the median of each figure.

async function medians<T extends object>(times: number, measure: () => Promise<T>): Promise<T> {
  const all: T[] = []
  for (let run = 0; run < times; run += 1) all.push(await measure())
  const middle = (key: string): unknown =>
    all.map((one) => (one as Record<string, number>)[key] ?? Number.NaN).sort((a, b) => a - b)[times >> 1]
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((key) => [key, middle(key)])) as T
}

const results: ({ name: string } & Audit)[] = []
try {
  await scenario('open')
  for (const screen of short ? screens.slice(0, 1) : screens) {
    results.push({ name: screen.name, ...(await medians(runs, () => audit(screen))) })
    console.log(JSON.stringify({ ...results.at(-1), index: indexes.at(-1) }))
  }
  const [menu, ...others] = results
  if (menu !== undefined && !short) await report(menu, others)
} finally {
  await shop.close()
}

/** Measures the rest, and writes the tables. */
async function report(menu: Audit, others: Audit[]): Promise<void> {
  const slow = await medians(7, () => audit(screens[0] as Screen, 8))
  await scenario('open', 'no-menus')
  const opened = await medians(7, opening)
  await scenario('open', 'many-products')
  const many = await medians(runs, manyProducts)
  const checkout = results.find(({ name }) => name === 'checkout') as Audit

  /** What, the figure, its unit, the gate and the aim; `up`: higher is better. */
  const lines: [string, number, string, number, number, up?: true][] = [
    ['Lighthouse on the menu: performance', menu.performance, '', 100, 100, true],
    ['Lighthouse on the menu: accessibility', menu.accessibility, '', 100, 100, true],
    ['Lighthouse on the menu: best practices', menu.bestPractices, '', 100, 100, true],
    ['Lighthouse on the menu: SEO', menu.seo, '', 100, 100, true],
    ['LCP on the menu', menu.lcp, ' ms', 1300, 1000],
    ['TBT on the menu', menu.tbt, ' ms', 60, 0],
    ['CLS on the menu', menu.cls, '', 0.01, 0],
    ['LCP on the menu, processor 8 times slower', slow.lcp, ' ms', 1400, 1000],
    ['TBT on the menu, processor 8 times slower', slow.tbt, ' ms', 120, 60],
    ['the checkout, opened by its address: performance', checkout.performance, '', 97, 100, true],
    ['the checkout, opened by its address: LCP', checkout.lcp, ' ms', 1300, 1000],
    ['every other screen: performance, the worst', Math.min(...others.map(({ performance }) => performance)), '', 95, 99, true],
    ['every other screen: CLS, the worst', Math.max(...others.map(({ cls }) => cls)), '', 0.01, 0],
    ['opening the first dish from the menu, 6x slower', opened.dish, ' ms', 250, 200],
    ['opening the cart from the menu, 6x slower', opened.cart, ' ms', 250, 200],
    ['opening the checkout from the cart, 6x slower', opened.checkout, ' ms', 250, 200],
    ['2,000 products, 4x slower: the longest frame of scrolling', many.frame, ' ms', 50, 17],
    ['2,000 products, 4x slower: a letter in the search (INP)', many.letter, ' ms', 50, 16],
    ['2,000 products, 4x slower: opening a sheet (INP)', many.sheet, ' ms', 100, 50],
  ]
  const rows = lines.map(([what, value, unit, gate, aim, up]) => {
    const within = (limit: number): boolean => (up ? value >= limit : value <= limit)
    const verdict = within(aim) ? 'aim' : within(gate) ? 'gate' : '**missed**'
    if (!within(gate)) process.exitCode = 1
    return `| ${what} | ${value}${unit} | ${up ? '≥' : '≤'} ${gate} | ${up ? '≥' : '≤'} ${aim} | ${verdict} |`
  })
  const table = results.map((one) => `| ${[...Object.values(one)].join(' | ')} |`)
  const text = `Measured on ${new Date().toISOString().slice(0, 10)} with ${cpus().length} processors, Node ${process.versions.node}; the load average was ${loadavg()[0]?.toFixed(1) ?? ''}, Lighthouse's index of the processor between ${Math.min(...indexes)} and ${Math.max(...indexes)}. Medians of ${runs} runs, of 7 on a processor eight times slower and of what opens.

| what | measured | gate | aim | reached |
|---|---|---|---|---|
${rows.join('\n')}

| screen | ${Object.keys({ ...audited, ...timed }).join(' | ')} |
|---|---|---|---|---|---|---|---|---|
${table.join('\n')}`
  const file = join(root, 'docs/bench-client.md')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/(?<=<!-- make bench-client -->\n\n)[^]*?(?=\n\n<!-- end -->)/, () => text),
  )
}
