// `make engines`: a whole order in Firefox ESR and WebKitGTK (every story runs in Chromium), at 375 px in light and 1280 px in dark, and its forms with
// large text and in short windows, with screenshots in gallery/engines; in all three, the service worker with a full storage, half a cache and a backend
// that hangs. ENGINES=firefox: only that.
import { mkdirSync, writeFileSync } from 'node:fs'
import { engines, openBrowser, type Browser, type Engine } from './browsers.ts'
import { openFront } from '../../client/e2e/front.ts'
import { startPrograms, type Programs } from '../../client/e2e/programs.ts'

const root = new URL('../..', import.meta.url).pathname
const folder = `${root}gallery/engines`
const looks = [
  { name: '375-light', width: 375, height: 720, dark: false, fontSize: 16, whole: true },
  { name: '1280-dark', width: 1280, height: 900, dark: true, fontSize: 16, whole: true },
  { name: '320-large-text', width: 320, height: 720, dark: true, fontSize: 32, whole: false },
  // With the keyboard on the screen, and in landscape.
  { name: '375x420', width: 375, height: 420, dark: false, fontSize: 16, whole: false },
  { name: '667x375', width: 667, height: 375, dark: true, fontSize: 16, whole: false },
] as const
/** The steps of the looks that are not the whole order. */
const forms = new Set(['branch', 'dish', 'combo', 'checkout', 'reservation'])
const asked = (process.env['ENGINES'] ?? engines.join(','))
  .split(',')
  .filter((one): one is Engine => engines.some((engine) => engine === one))
const firstPort = Number(process.env['ENGINES_PORT_BASE'] ?? 23600)

/** Actions of a customer in a browser: clicks visible elements, types, and waits for results. */
function customerAt(browser: Browser, shop: Programs, name: string) {
  let pictures = 0
  const until = async (what: string, expression: string, seconds = 30): Promise<void> => {
    const end = Date.now() + seconds * 1000
    let last: unknown = false
    while (Date.now() < end) {
      last = await browser.run(expression).catch((error: unknown) => String(error))
      if (last === true) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${what} (${String(last)})`)
  }
  /** The visible element with this selector and text prefix; within an open dialog if there is one. */
  const find = (selector: string, text = ''): string =>
    `[...([...document.querySelectorAll('dialog[open]')].at(-1) ?? document).querySelectorAll(${JSON.stringify(selector)}), ...document.querySelectorAll('[data-toasts] ' + ${JSON.stringify(selector)})]
      .find((one) => one.getClientRects().length > 0 && (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(text)}) && !one.disabled)`
  const press = async (selector: string, text = ''): Promise<void> => {
    await until(`nothing to press: ${selector} ${text}`, `${find(selector, text)} !== undefined`)
    // Clicks an element once it has stopped moving, is in view and uncovered.
    await until(
      `nothing that can be pressed: ${selector} ${text}`,
      `new Promise((resolve) => {
        ${find(selector, text)}?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const where = () => { const box = ${find(selector, text)}?.getBoundingClientRect(); return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
        const before = where()
        // WebKit does not scroll to an element while content-visibility leaves out its surroundings.
        if (before && (before.y < 0 || before.y > innerHeight)) scrollBy({ top: before.y - innerHeight / 2, behavior: 'instant' })
        requestAnimationFrame(() => requestAnimationFrame(() => {
          const now = where()
          const hit = now && document.elementFromPoint(now.x, now.y)
          window.pressPoint = now
          resolve(before !== undefined && now !== undefined && before.x === now.x && before.y === now.y && ${find(selector, text)}.contains(hit))
        }))
      })`,
    )
    const point = await browser.run<{ x: number; y: number }>('window.pressPoint')
    await browser.press(point.x, point.y)
  }
  const type = async (field: string, text: string): Promise<void> => {
    await press(`[name=${field}]`)
    await until(`${field} has the focus`, `document.activeElement?.getAttribute('name') === '${field}'`)
    await browser.type(text)
    await until(`${field} holds what was typed`, `${find(`[name=${field}]`)}.value !== ''`)
    await until(
      `${field} is not covered`,
      `(() => {
        const box = document.activeElement.getBoundingClientRect()
        const met = [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3].map((y) => document.elementFromPoint((box.left + box.right) / 2, y))
        return met.every((one) => document.activeElement.contains(one)) || met.map((one) => one?.className).join(', ')
      })()`,
    )
  }
  const choose = (field: string, value: string): Promise<unknown> =>
    browser.run(
      `(() => { const select = ${find(`[name=${field}]`)}; select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event('change', { bubbles: true })) })()`,
    )
  /** A screenshot, once the application is mounted, nothing moves and every visible image is loaded; nothing scrolls sideways. */
  const picture = async (what: string): Promise<void> => {
    await until(
      `${what} is complete`,
      `document.querySelector('[data-first-paint], #first-sheet') === null &&
        document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity) &&
        [...document.images].every((image) => {
          const { top, bottom, left, right, width } = image.getBoundingClientRect()
          return image.complete || width === 0 || bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth
        })`,
    )
    await until(`${what} does not scroll sideways`, `((wide) => wide <= innerWidth || wide + ' px')(document.documentElement.scrollWidth)`)
    // WebKitGTK paints a frame or two after the document has changed.
    await browser.run(
      'new Promise((done) => { let frames = 0; const next = () => (frames++ < 4 ? requestAnimationFrame(next) : done(true)); next() })',
    )
    pictures += 1
    writeFileSync(`${folder}/${name}-${String(pictures).padStart(2, '0')}-${what}.png`, await browser.picture())
  }
  const shown = (text: string): Promise<void> => until(`“${text}” is shown`, `document.body.innerText.includes(${JSON.stringify(text)})`)
  const go = (path: string): Promise<void> => browser.goto(`${shop.url}${path}`)
  return { browser, shop, until, find, press, type, choose, picture, shown, go }
}
type Customer = ReturnType<typeof customerAt>

const visible = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})?.getClientRects().length > 0`

const steps: [string, (customer: Customer) => Promise<void>][] = [
  [
    'branch',
    async ({ browser, shop, go, until, choose, press, picture }) => {
      // Left while it starts: no error is reported.
      for (let times = 0; times < 5; times += 1) await go('/select-branch')
      await browser.run(
        `(localStorage.setItem('lang', 'en'), sessionStorage.setItem('tablefront:popup', '1'), document.cookie = 'lang=en; path=/')`,
      )
      await go('/select-branch')
      await until('branches can be chosen', `document.querySelectorAll('[name=branch] option').length > 2`)
      await choose('branch', shop.branches[0] ?? '')
      await press('main form button[type=submit]')
      await until('the menu', `location.pathname === '/' && ${visible('main a[data-card]')}`)
      await picture('menu')
    },
  ],
  [
    'dish',
    async ({ browser, press, until, picture }) => {
      await press('a[data-card]', 'Margherita')
      await until('the dish opens', visible('dialog[open]'))
      await until('it asks for the dough', visible('dialog[open] [role=radiogroup]'))
      await until(
        'its scrollbar has the colours of the scheme',
        `getComputedStyle(document.querySelector('dialog[open]')).scrollbarColor !== 'auto'`,
      )
      await press('dialog[open] label', 'Classic thin')
      await picture('dish')
      await press('dialog[open] button', 'Add to Cart')
      await until(
        'it is in the cart',
        `JSON.parse(localStorage.getItem('cart'))?.items.length === 1 && !document.querySelector('dialog[open]')`,
      )
      await picture('added')
      await until(
        'the notice takes no more than it needs',
        `document.querySelector('[data-toasts] > *').getBoundingClientRect().height < innerHeight / 2`,
      )
      // Its last button closes it.
      await browser.run(`[...document.querySelectorAll('[data-toasts] button')].at(-1)?.click()`)
      await until('the notice is closed', `document.querySelector('[data-toasts] button') === null`)
    },
  ],
  [
    'combo',
    async ({ browser, press, until, find, picture }) => {
      await press('#menus a[data-card]')
      await until('the combo opens', visible('dialog[open]'))
      await picture('combo')
      for (let tries = 0; tries < 12; tries += 1) {
        const done = await browser.run<boolean>(`${find('dialog[open] button', 'Add to Cart')} !== undefined`)
        if (done) break
        await browser.run(
          `[...document.querySelectorAll('dialog[open] [role=radiogroup]')].find((group) => !group.querySelector('input:checked'))?.setAttribute('data-next', '')`,
        )
        await press('dialog[open] [data-next] label')
        await browser.run(`document.querySelector('[data-next]')?.removeAttribute('data-next')`)
      }
      await press('dialog[open] button', 'Add to Cart')
      await until(
        'both are in the cart',
        `JSON.parse(localStorage.getItem('cart'))?.items.length === 2 && !document.querySelector('dialog[open]')`,
      )
    },
  ],
  [
    'back',
    async ({ browser, until }) => {
      const top = `Math.round([...document.querySelectorAll('main section a[data-card]')].find((one) => one.textContent === 'Tiramisù')?.getBoundingClientRect().top ?? -1)`
      await until('the whole menu is in the document', `${top} !== -1`)
      await until('the footer', `document.querySelector('footer a[href="/contact"]') !== null`)
      // Content rendered on the way shifts the dish.
      await until(
        'the dish is in view',
        `new Promise((resolve) => {
          if (Math.abs(${top} - 300) > 2) scrollBy(0, ${top} - 300)
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(Math.abs(${top} - 300) <= 2), 50)))
        })`,
      )
      const left = await browser.run<number>(top)
      await browser.run(`document.querySelector('footer a[href="/contact"]').click()`)
      await until('another screen', `location.pathname === '/contact' && ${visible('main h1')}`)
      await browser.run('void history.back()')
      await until('Back lands on the dish', `location.pathname === '/' && (Math.abs(${top} - ${left}) <= 2 || ${top} + ' is not ${left}')`)
      await browser.reload()
      await until('so does a reload', `Math.abs(${top} - ${left}) <= 2 || ${top} + ' is not ${left}'`)
    },
  ],
  [
    'checkout',
    async ({ press, until, type, picture, shown, go }) => {
      await go('/checkout')
      await until('the checkout', visible('[name=terms]'))
      await press('label:has([name=deliverType][value=takeaway])')
      await press('label:has([name=deliverAt][value=now])')
      await type('name', 'Mary Jackson')
      await type('email', 'mary@example.com')
      await type('phone', '030 23125150')
      await picture('checkout')
      await press('label:has([name=paymentType][value=cash])')
      await press('[name=terms]')
      await press('[data-place-order]', 'Place Order')
      await shown('Thank you for your order')
      await picture('confirmed')
    },
  ],
  [
    'reservation',
    async ({ press, choose, until, type, picture, shown, go }) => {
      await go('/contact?reservation=1')
      await until('the reservation', visible('dialog[open] [name=name]'))
      await picture('reservation')
      await until('it opens without an error', `!document.querySelector('dialog[open] [aria-invalid=true]')`)
      await choose('guests', '4')
      await press('dialog[open] [role=toolbar][aria-label^="Time on"] button')
      await type('name', 'Mary Jackson')
      await type('email', 'mary@example.com')
      await type('phone', '030 23125150')
      await press('dialog[open] [name=terms]')
      await press('dialog[open] button[type=submit]')
      await shown('Your reservation request has been submitted')
    },
  ],
  [
    'login and order again',
    async ({ press, until, type, picture, go }) => {
      await go('/login')
      await until('the form', visible('[name=email]'))
      await type('email', 'ada@example.org')
      await type('password', 'correct-horse')
      await press('main form button[type=submit]')
      await until('signed in', `localStorage.getItem('token') !== null && location.pathname !== '/login'`)
      await go('/me/my-orders')
      await press('main button', 'Order again')
      await until(
        'the dishes are in the cart',
        `(JSON.parse(localStorage.getItem('cart') ?? 'null')?.items.length ?? 0) > 0 || ${visible('dialog[open]')}`,
      )
      await picture('again')
    },
  ],
  [
    'arabic',
    async ({ browser, choose, press, until, picture, go }) => {
      await go('/')
      await until('the menu', visible('main a[data-card]'))
      await until('the header is whole', `document.querySelector('header [name=lang], header button[aria-expanded]') !== null`)
      const narrow = await browser.run<boolean>(`innerWidth < 600`)
      if (narrow) await press('header button', 'Open the menu')
      await until('the languages', visible(narrow ? 'dialog[open] [name=lang]' : 'header [name=lang]'))
      await choose('lang', 'ar')
      await until('it reads from right to left', `document.documentElement.dir === 'rtl'`)
      await until('the menu is there', visible('main a[data-card]'))
      await until(
        'the slider begins with its first category',
        `(() => { const row = document.querySelector('main li a[href^="#"]').closest('ul'); return row.scrollLeft === 0 && Math.abs(row.getBoundingClientRect().right - row.firstElementChild.getBoundingClientRect().right) < 40 })()`,
      )
      await picture('arabic')
      await go('/checkout')
      await until('the checkout', visible('[name=terms]'))
      await picture('arabic-checkout')
    },
  ],
  [
    'offline',
    async ({ browser, shop, until, go, picture }) => {
      await go('/')
      await until(
        'the worker holds the shop',
        `(async () => {
          if (navigator.serviceWorker?.controller == null) return false
          const urls = []
          for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) urls.push(one.url)
          return urls.some((url) => url.endsWith('/ar/page')) && urls.filter((url) => /\\/ar\\/api\\/products\\/categories\\/\\d+\\/products$/.test(url)).length > 3
        })()`,
      )
      const whole = `location.pathname === '/' && document.querySelectorAll('main section a[data-card]').length > 30`
      await shop.stopShop()
      await browser.reload().catch(() => undefined)
      await until('a reload shows the menu without a network', whole)
      await picture('offline')
      await browser.run(`document.querySelector('main a[data-card]').click()`)
      await until('a dish opens without a network', visible('dialog[open]'))
      await browser.run('void history.back()')
      await until('Back closes it', `!document.querySelector('dialog[open]')`)
      await go('/contact').catch(() => undefined)
      await until('another address shows its screen', `location.pathname === '/contact' && ${visible('main h1')}`)
      await browser.run(`document.querySelector('header a[href="/"]').click()`)
      await until('a link leads to the menu', whole)
      await shop.startShop()
    },
  ],
  [
    'worker',
    async ({ browser, shop, until }) => {
      const front = await openFront(shop.url)
      const branch = shop.branches[0] ?? ''
      /** What the worker has stored. */
      const stored = `(async () => {
        const all = []
        for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) all.push(url)
        return all
      })()`
      const menu = `document.querySelectorAll('main section a[data-card]').length > 30`
      const old = `document.body.innerText.includes('Current prices and opening hours could not be loaded')`
      const update = `navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => true)`
      try {
        // A full storage: the worker starts, and the shop is as without it.
        const full = `Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));`
        front.rewrite((text, path) => (path === '/sw.js' ? full + text : text))
        await browser.goto(`${front.url}/accessibility`)
        await browser.run(
          `(localStorage.setItem('lang', 'en'), localStorage.setItem('branchUrl', ${JSON.stringify(branch)}),
            sessionStorage.setItem('tablefront:popup', '1'), document.cookie = 'lang=en; path=/',
            document.cookie = 'branch=' + encodeURIComponent(${JSON.stringify(branch)}) + '; path=/')`,
        )
        await browser.goto(`${front.url}/`)
        await until('the worker runs with a full storage', `navigator.serviceWorker.controller !== null`)
        await browser.reload()
        await until('the menu with a full storage', menu)
        await until(
          'an answer through it',
          `fetch('/api/areas', { headers: { Lang: 'en' } }).then((it) => it.ok && it.headers.get('X-Cache') !== 'stale')`,
        )
        const files = (await browser.run<string[]>(stored)).length
        // Space again.
        front.rewrite((text) => text)
        await until('the next worker is fetched', update)
        const holds = `caches.open('tablefront-responses-2').then(async (it) => (await it.keys()).filter(({ url }) => /categories\\/\\d+\\/products$/.test(url)).length > 3)`
        await until('with space the worker stores the shop', holds)
        await until(
          'all of it',
          `(async () => { const before = (await ${stored}).length; await new Promise((done) => setTimeout(done, 1500)); return before > ${files} && before === (await ${stored}).length })()`,
        )
        // Half a cache, as of a worker that was stopped while it stored.
        const whole = await browser.run<string[]>(stored)
        await browser.run(`(async () => {
          for (const name of await caches.keys()) {
            const cache = await caches.open(name)
            for (const [at, key] of (await cache.keys()).entries()) if (at % 2 === 1) await cache.delete(key)
          }
        })()`)
        const missing = `${stored}.then((now) => ${JSON.stringify(whole)}.filter((one) => !now.includes(one)).join() || true)`
        const restored = async (): Promise<void> => {
          await browser.reload()
          await until('the menu with half a cache', menu)
          await until('what is missing is stored', missing, 80)
        }
        // One visit stores for a minute; on a slow machine the next one continues.
        await restored().catch(restored)
        // A backend that accepts and never answers.
        front.hang(true)
        await browser.reload().catch(() => undefined)
        await until('the menu while the backend hangs', menu)
        await until('it says that it is old', old)
        front.hang(false)
        await until('current again', `!${old}`)
      } finally {
        await front.close()
      }
    },
  ],
]
/** The steps that are taken once in each engine; Chromium has every story besides. */
const once = new Set(['worker'])

mkdirSync(folder, { recursive: true })
const shop = await startPrograms(firstPort)
let failed = 0
try {
  for (const [at, engine] of asked.entries())
    for (const [turn, look] of (engine === 'chromium' ? looks.slice(0, 1) : looks).entries()) {
      const name = `${engine}-${look.name}`
      const begun = Date.now()
      let step = 'start'
      let browser: Browser | undefined
      try {
        browser = await openBrowser(engine, { ...look, port: firstPort + 20 + looks.length * at + turn })
        const customer = customerAt(browser, shop, name)
        const chosen = steps.filter(([what]) => (once.has(what) ? turn === 0 : engine !== 'chromium' && (look.whole || forms.has(what))))
        for (const [what, tell] of chosen) {
          step = what
          await tell(customer)
          if (browser.uncaught.length > 0) throw new Error(`uncaught in the page: ${browser.uncaught.join('; ')}`)
        }
        console.log(`${name}: ${String(chosen.length)} steps in ${((Date.now() - begun) / 1000).toFixed(0)} s`)
      } catch (error) {
        failed += 1
        console.error(`${name}: ${step}: ${error instanceof Error ? error.message : String(error)}`)
        const last = await browser?.picture().catch(() => undefined)
        if (last !== undefined) writeFileSync(`${folder}/${name}-failed.png`, last)
        await shop.startShop()
      } finally {
        await browser?.close()
      }
    }
} finally {
  await shop.close()
}
process.exitCode = failed > 0 ? 1 : 0
