// Consent to the operator's own code, and the recipes of docs/tags.md with scripts that load like the real tags.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { visit } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import { addMargherita, confirmed, fillGuest, menuIsThere, placeOrder, withMargheritas } from './story.ts'

const guide = readFileSync(new URL('../../docs/tags.md', import.meta.url), 'utf8')

/** The code of a recipe: the block below its heading. */
function recipe(heading: string): string {
  const [, code = ''] = new RegExp(`### ${heading}\\n[^]*?\`\`\`html\\n([^]*?)\`\`\``).exec(guide) ?? []
  if (code === '') throw new Error(`docs/tags.md has no code below ${heading}`)
  return code
}

/** Sets the operator's code, which is the main host's. */
const code = (shop: Shop, text: string): Promise<void> => shop.upstream.scenario({ settings: { CUSTOM_HEADER_CODE: text } })

const consentCode = `<script type="text/plain" data-consent="statistics">window.counted = (window.counted ?? 0) + 1</script>
<script type="text/plain" data-consent="marketing" src="https://ads.example/ads.js"></script>
<img data-consent="marketing" src="https://ads.example/pixel.gif" alt="">`

/** Records the requests to other hosts, and answers them. */
async function outside(page: Page, answer: (url: URL) => string = () => ''): Promise<URL[]> {
  const asked: URL[] = []
  await page.route(/^https:/, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    const contentType = url.pathname.endsWith('.html') ? 'text/html' : 'text/javascript'
    await route.fulfill({ contentType, headers: { 'access-control-allow-origin': '*' }, body: answer(url) })
  })
  return asked
}

const settings = (page: Page) => page.getByRole('dialog', { name: 'Cookie settings' })
const counted = (page: Page) => page.evaluate(() => (window as unknown as { counted?: number }).counted)

test('nothing asks for consent: there is no dialog and no link', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await expect(page.getByRole('contentinfo').getByText('Working hours')).toBeVisible()
  await expect(page.getByText('Cookie settings')).toHaveCount(0)
})

test('the question for consent is low on phones, and breaks no word', { tag: '@phone' }, async ({ page, shop }) => {
  await code(shop, consentCode)
  for (const lang of ['de', 'en', 'ar', 'tr']) {
    await visit(page, shop, '/', lang)
    const question = page.locator('section[role=dialog]')
    await expect(question).toBeVisible()
    await expect.poll(async () => (await question.boundingBox())?.height, lang).toBeLessThanOrEqual(150)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test(
  'consent: nothing runs before it; two equal answers; changed in the footer, withdrawn by a reload',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await code(shop, consentCode)
    const asked = await outside(page)
    await visit(page, shop, '/')
    await menuIsThere(page)
    const dialog = settings(page)
    await expect(dialog).toBeVisible()
    // At most a third of the window; the two answers have one size and one look.
    const box = (await dialog.boundingBox()) ?? { height: 0 }
    expect(box.height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) / 3 + 1)
    const looks = await Promise.all(
      ['Accept all', 'Only what is necessary'].map((name) =>
        dialog.getByRole('button', { name }).evaluate((button: Element): string => {
          const { width, height } = button.getBoundingClientRect()
          return `${Math.round(width)} ${Math.round(height)} ${button.getAttribute('class') ?? ''}`
        }),
      ),
    )
    expect(looks[0]).toEqual(looks[1])
    // The first in the page by keyboard.
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    expect(await counted(page)).toBeUndefined()
    expect(asked).toEqual([])

    await dialog.getByRole('button', { name: 'Choose' }).click()
    await dialog.getByRole('checkbox', { name: 'Statistics' }).check()
    await dialog.getByRole('button', { name: 'Save selection' }).click()
    await expect(dialog).toBeHidden()
    expect(await counted(page)).toBe(1)
    expect(asked).toEqual([])
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('tablefront:consent') ?? '{}') as unknown)).toEqual({
      statistics: true,
      marketing: false,
    })
    await page.reload()
    await menuIsThere(page)
    await expect.poll(() => counted(page)).toBe(1)
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await dialog.getByRole('button', { name: 'Accept all' }).click()
    await expect.poll(() => asked.map(({ pathname }) => pathname).sort()).toEqual(['/ads.js', '/pixel.gif'])
    expect(await page.evaluate(() => window.tablefront?.consent)).toEqual({ statistics: true, marketing: true })

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    const reloaded = page.waitForEvent('domcontentloaded')
    await dialog.getByRole('button', { name: 'Only what is necessary' }).click()
    await reloaded
    await menuIsThere(page)
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await counted(page)).toBeUndefined()
    expect(asked).toHaveLength(2)
  },
)

test(
  'consent in Arabic at 320 px: it fits, and covers neither the final button nor the obstacle',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await code(shop, consentCode)
    await withMargheritas(page, shop, 1, 'ar')
    await visit(page, shop, '/checkout', 'ar')
    const dialog = page.getByRole('dialog', { name: 'إعدادات ملفات تعريف الارتباط' })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    const final = page.locator('[data-place-order]')
    await final.scrollIntoViewIfNeeded()
    const [top, bottom] = [(await dialog.boundingBox())?.y ?? 0, await final.boundingBox()]
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(top)
    // The dialog is before the skip link, which axe therefore takes for a part of the page outside of its landmarks.
    const found = async (): Promise<string[]> => (await violations(page, 'page')).filter((each) => !each.includes('Shell_skip'))
    expect(await found()).toEqual([])
    await dialog.getByRole('button').last().click()
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    expect(await found()).toEqual([])
  },
)

test('a tag’s host is blocked without its variable, and allowed with it', { tag: '@phone' }, async ({ page, shop }) => {
  // Composed, since a host that is written in the code is allowed.
  const load = (name: string): string =>
    `document.head.append(Object.assign(document.createElement('script'), { src: 'https:' + '//' + '${name}' }))`
  await code(
    shop,
    `<script>
      window.blocked = []
      addEventListener('securitypolicyviolation', (event) => window.blocked.push(event.effectiveDirective + ' ' + event.blockedURI))
      ${load("www' + '.googletagmanager.com/gtag/js")}
      ${load("cdn' + '.unlisted.example/tag.js")}
    </script>`,
  )
  const asked = await outside(page)
  await visit(page, shop, '/contact')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { blocked: string[] }).blocked))
    .toEqual(['script-src-elem https://cdn.unlisted.example/tag.js'])
  await expect.poll(() => asked.map(({ host }) => host)).toEqual(['www.googletagmanager.com'])
})

test('a consent manager of the operator’s replaces the dialog', { tag: '@phone' }, async ({ page, shop }) => {
  await code(shop, `<script>window.tablefront = { ...window.tablefront, consent: { statistics: true } }</script>${consentCode}`)
  const asked = await outside(page)
  await visit(page, shop, '/contact')
  await expect.poll(() => counted(page)).toBe(1)
  await expect(settings(page)).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new CustomEvent('tablefront:consent', { detail: { statistics: true, marketing: true } })))
  await expect.poll(() => asked.length).toBe(2)
  await expect(page.getByText('Cookie settings')).toHaveCount(0)
})

/** Orders a Margherita as a guest, from the menu. */
async function order(page: Page): Promise<string> {
  await menuIsThere(page)
  await settings(page).getByRole('button', { name: 'Accept all' }).click()
  await addMargherita(page)
  await page.goto('/checkout')
  await fillGuest(page)
  await placeOrder(page).click()
  return confirmed(page)
}

const steps = ['page_view', 'view_item', 'add_to_cart', 'begin_checkout', 'add_payment_info', 'purchase']

// Like gtag.js: the snippet's queue is replayed when the file arrives, long after the shop has started; each event is sent by fetch.
const gtag = `
  const send = ([command, name, parameters]) => {
    if (command === 'event') fetch('https://region1.google-analytics.com/g/collect?en=' + name + '&ep=' + encodeURIComponent(JSON.stringify(parameters)), { mode: 'no-cors' })
  }
  for (const each of window.dataLayer) send(each)
  window.dataLayer.push = (each) => { Array.prototype.push.call(window.dataLayer, each); send(each) }`

// Like GTM's container: it loads further files from its own host and reads events and their fields from the data layer, before and after.
const container = `
  const more = document.createElement('script')
  more.src = 'https://www.googletagmanager.com/gtag/js?id=G-1&cx=c'
  document.head.append(more)
  const read = (each) => {
    if (each && each.event) fetch('https://region1.google-analytics.com/g/collect?en=' + each.event + '&ep=' + encodeURIComponent(JSON.stringify({ ...each, ...each.ecommerce })), { mode: 'no-cors' })
  }
  for (const each of window.dataLayer) read(each)
  const push = window.dataLayer.push
  window.dataLayer.push = (...all) => { all.forEach(read); return push.apply(window.dataLayer, all) }`

// Like matomo.js: it replaces the queue by a tracker that runs each command.
const matomo = `
  const calls = []
  const run = ([command, ...parameters]) => {
    calls.push(command)
    if (command.startsWith('track')) fetch('https://matomo.example/matomo.php?' + new URLSearchParams({ command, parameters: JSON.stringify(parameters) }), { mode: 'no-cors' })
  }
  window._paq.forEach(run)
  window._paq = { push: run }`

for (const [name, script] of [
  ['Google Analytics 4', gtag],
  ['Google Tag Manager', container],
] as const)
  test(`${name} receives each step of an order once`, { tag: '@phone' }, async ({ page, shop }) => {
    await code(shop, recipe(name))
    const asked = await outside(page, (url) =>
      /gtm\.js$|gtag\/js$/.test(url.pathname) && url.searchParams.get('cx') === null ? script : '',
    )
    await visit(page, shop, '/')
    const placed = await order(page)
    const sent = (): { name: string; parameters: { transaction_id?: string; value?: number } }[] =>
      asked
        .filter(({ pathname }) => pathname === '/g/collect')
        .map(({ searchParams }) => ({
          name: searchParams.get('en') ?? '',
          parameters: JSON.parse(searchParams.get('ep') ?? '{}') as { transaction_id?: string },
        }))
    await expect.poll(() => sent().map((each) => each.name)).toEqual(expect.arrayContaining(steps))
    expect(
      sent()
        .filter((each) => each.name === 'purchase')
        .map(({ parameters }) => parameters),
    ).toEqual([expect.objectContaining({ transaction_id: placed, currency: 'EUR', value: 8.5 })])
    expect(sent().filter((each) => each.name === 'add_to_cart')).toHaveLength(1)
  })

test('Matomo receives the pages, the cart and the order once', { tag: '@phone' }, async ({ page, shop }) => {
  await code(shop, recipe('Matomo'))
  const asked = await outside(page, (url) => (url.pathname === '/matomo.js' ? matomo : ''))
  await visit(page, shop, '/')
  const placed = await order(page)
  const sent = (): [string, unknown[]][] =>
    asked
      .filter(({ pathname }) => pathname === '/matomo.php')
      .map(({ searchParams }) => [searchParams.get('command') ?? '', JSON.parse(searchParams.get('parameters') ?? '[]') as unknown[]])
  await expect.poll(() => sent().map(([command]) => command)).toContain('trackEcommerceOrder')
  expect(sent().filter(([command]) => command === 'trackEcommerceOrder')).toEqual([['trackEcommerceOrder', [placed, 8.5, 8.5, 0, 0]]])
  expect(
    sent()
      .filter(([command]) => command === 'trackEcommerceCartUpdate')
      .at(-1)?.[1],
  ).toEqual([8.5])
  expect(sent().filter(([command]) => command === 'trackPageView').length).toBeGreaterThanOrEqual(2)
})

// Like a chat's loader: it asks for its settings, opens its connection, and shows itself in a frame of its host. The last connection is not in the recipe.
const chat = `
  window.blocked = []
  addEventListener('securitypolicyviolation', (event) => window.blocked.push(event.effectiveDirective + ' ' + event.blockedURI))
  fetch('https://api.chat.example/settings').then((answer) => answer.text()).then(() => {
    for (const host of ['live.chat.example', 'live.other.example']) new WebSocket('wss://' + host + '/socket')
    document.body.append(Object.assign(document.createElement('iframe'), { title: 'Chat', src: 'https://widget.chat.example/frame.html' }))
  })`

test('a chat loads after consent, with the hosts of its recipe', { tag: '@phone' }, async ({ page, shop }) => {
  await code(shop, recipe('A chat'))
  const files: Record<string, string> = { '/loader.js': chat, '/frame.html': '<p>How can we help?</p>' }
  const asked = await outside(page, ({ pathname }) => files[pathname] ?? '')
  await visit(page, shop, '/contact')
  await expect(settings(page)).toBeVisible()
  expect(asked).toEqual([])
  await settings(page).getByRole('button', { name: 'Accept all' }).click()
  await expect(page.frameLocator('iframe[title=Chat]').getByText('How can we help?')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { blocked: string[] }).blocked))
    .toEqual(['connect-src wss://live.other.example/socket'])
  expect(asked.map(({ host, pathname }) => host + pathname)).toEqual([
    'widget.chat.example/loader.js',
    'api.chat.example/settings',
    'widget.chat.example/frame.html',
  ])
})
