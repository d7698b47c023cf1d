// The events for tags and analytics (docs/tags.md): each of them, by what a customer does.
import type { Page } from '@playwright/test'
import type { ShopEvent } from '../src/events/events.ts'
import { expectAlert, fillReserver, password, reservationSheet, visit } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import { addMargherita, confirmed, fillGuest, guest, menuIsThere, newOrders, openCart, placeOrder, withMargheritas } from './story.ts'

/** Records all events of the tab, across its pages, by a listener that is there before the shop starts. */
async function record(page: Page): Promise<ShopEvent[]> {
  const all: ShopEvent[] = []
  await page.exposeFunction('told', (event: ShopEvent) => void all.push(event))
  await page.addInitScript(() => {
    addEventListener('tablefront', (event) => {
      const { told } = window as unknown as { told: (detail: unknown) => void }
      told((event as CustomEvent<unknown>).detail)
    })
  })
  return all
}

/** Waits until an event was dispatched, and returns the last one of that name. */
async function last<Name extends ShopEvent['event']>(all: ShopEvent[], name: Name): Promise<Extract<ShopEvent, { event: Name }>> {
  await expect.poll(() => all.map(({ event }) => event)).toContain(name)
  return all.findLast(({ event }) => event === name) as never
}

const count = (all: ShopEvent[], name: ShopEvent['event']): number => all.filter(({ event }) => event === name).length

const margherita = {
  item_id: '101',
  item_name: 'Margherita',
  item_category: 'Pizza',
  item_variant: '26 cm, Classic thin',
  price: 8.5,
  quantity: 1,
}

test(
  'an order from the menu to its confirmation: each step once, with what it contains and nothing personal',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['net-prices'] })
    const all = await record(page)
    await visit(page, shop, '/')
    await menuIsThere(page)
    expect(await last(all, 'page_view')).toEqual({ event: 'page_view', page_path: '/', page_title: await page.title() })
    await page.locator('#menus').scrollIntoViewIfNeeded()
    await expect.poll(() => count(all, 'view_item_list')).toBeGreaterThan(0)
    const { ecommerce: list } = await last(all, 'view_item_list')
    expect(list.items.length).toBeGreaterThan(1)

    // Typed: what follows a press may move.
    await page.getByRole('searchbox').pressSequentially('tirami')
    expect(await last(all, 'search')).toMatchObject({
      search_term: 'tirami',
      ecommerce: { items: [{ item_id: '601', item_category: 'Desserts' }, { item_id: 'menu-1' }] },
    })
    await page.getByRole('searchbox').press('ControlOrMeta+A')
    await page.getByRole('searchbox').press('Delete')

    await addMargherita(page)
    expect((await last(all, 'view_item')).ecommerce).toMatchObject({
      currency: 'EUR',
      value: 8.5,
      items: [{ item_id: '101', item_category: 'Pizza' }],
    })
    expect((await last(all, 'add_to_cart')).ecommerce).toEqual({ currency: 'EUR', value: 8.5, items: [margherita] })
    const cart = await openCart(page)
    expect((await last(all, 'view_cart')).ecommerce).toEqual({ currency: 'EUR', value: 8.5, items: [margherita] })
    await cart
      .getByRole('button', { name: /^One more|^Increase|^More/ })
      .first()
      .click()
    await expect.poll(() => count(all, 'add_to_cart')).toBe(2)
    expect((await last(all, 'add_to_cart')).ecommerce.items).toEqual([margherita])
    await cart
      .getByRole('button', { name: /^One less|^Decrease|^Less/ })
      .first()
      .click()
    expect((await last(all, 'remove_from_cart')).ecommerce.items).toEqual([margherita])
    if (page.viewportSize()!.width < 1200) await page.keyboard.press('Escape')

    await page.goto('/checkout')
    expect((await last(all, 'begin_checkout')).ecommerce).toMatchObject({ value: 8.5, items: [{ item_id: '101' }] })
    await fillGuest(page)
    expect((await last(all, 'add_shipping_info')).ecommerce).toMatchObject({ shipping_tier: 'takeaway' })
    expect((await last(all, 'add_payment_info')).ecommerce).toMatchObject({ payment_type: 'cash' })
    expect(count(all, 'purchase')).toBe(0)
    await placeOrder(page).click()
    const code = await confirmed(page)
    const { ecommerce: purchase } = await last(all, 'purchase')
    expect(purchase).toMatchObject({
      transaction_id: code,
      currency: 'EUR',
      value: 8.5,
      tax: 0.6,
      shipping: 0,
      items: [{ item_id: '101', quantity: 1 }],
    })
    await page.reload()
    await confirmed(page)
    expect(count(all, 'purchase')).toBe(1)
    // Those of this page are there for a listener that comes later; nothing of the customer is in any.
    expect(await page.evaluate(() => window.tablefront?.events?.map(({ event }) => event))).toContain('page_view')
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`${guest.name}|${guest.email}|23125150`))
  },
)

// The checkout was opened without the menu, which has the categories.
const { item_category: _, ...uncategorised } = margherita

/** A tab of the same browser that returns from the payment page. */
async function returning(page: Page, address: string): Promise<{ tab: Page; all: ShopEvent[] }> {
  const tab = await page.context().newPage()
  const all = await record(tab)
  await tab.goto(address)
  return { tab, all }
}

async function paid(page: Page, shop: Shop): Promise<string> {
  await withMargheritas(page, shop, 2)
  await visit(page, shop, '/checkout')
  await fillGuest(page, { payment: 'card' })
  await placeOrder(page).click()
  await page.waitForURL(/\/pay\//)
  const returned = page.waitForRequest((request) => request.url().includes('payment=card'))
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  return (await returned).url()
}

test(
  'a payment: one purchase for the order, when it is verified, though three tabs return from it and one is loaded again',
  { tag: '@phone' },
  async ({ page, shop }) => {
    const own = await record(page)
    const address = await paid(page, shop)
    const [first, second] = await Promise.all([returning(page, address), returning(page, address)])
    for (const tab of [page, first.tab, second.tab]) await expectAlert(tab, 'Success', 'Your order approved')
    await first.tab.goto(address)
    await expect(first.tab).not.toHaveURL(/sess=/)
    const [order] = await newOrders(shop)
    const purchases = [...own, ...first.all, ...second.all].filter((each) => each.event === 'purchase')
    expect(purchases.map(({ ecommerce }) => ecommerce)).toEqual([
      expect.objectContaining({ transaction_id: order?.code, value: 17, items: [{ ...uncategorised, quantity: 2 }] }),
    ])
  },
)

test('login, registration, reservation and contact', { tag: '@phone' }, async ({ page, shop }) => {
  const all = await record(page)
  await visit(page, shop, '/register')
  await page.fill('[name=name]', 'Mary Jackson')
  await page.fill('[name=email]', 'mary.new@example.org')
  await page.fill('[name=phone]', '030 23125150')
  await page.fill('[name=password]', password)
  await page.fill('[name=password_confirmation]', password)
  await page.check('[name=terms]')
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  expect(await last(all, 'sign_up')).toEqual({ event: 'sign_up' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
  await page.fill('[name=password]', password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await last(all, 'login')
  await expect(page).toHaveURL('/')
  await menuIsThere(page)
  await page.goto('/contact?reservation=1')
  const sheet = reservationSheet(page)
  await sheet.getByRole('radio', { name: '2', exact: true }).check()
  await sheet.getByRole('toolbar', { name: 'Day' }).getByRole('button', { name: 'Tomorrow' }).click()
  await sheet
    .getByRole('toolbar', { name: /^Time on/ })
    .getByRole('button', { name: /^(19:30|0?7:30 PM)$/ })
    .click()
  await fillReserver(page, 'guest@example.org')
  await sheet.getByRole('button', { name: 'Reserve', exact: true }).click()
  await last(all, 'generate_lead')
  await page.goto('/contact')
  for (const [name, value] of Object.entries({ subject: 'Praise', message: 'It was good.' })) await page.fill(`main [name=${name}]`, value)
  await page.check('main [name=terms]')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => count(all, 'generate_lead')).toBe(2)
  expect(all.filter((each) => each.event === 'page_view').map(({ page_path }) => page_path)).toEqual([
    '/register',
    '/login',
    '/',
    '/contact',
    '/contact',
  ])
  expect(JSON.stringify(all)).not.toMatch(/Mary|mary|@/)
})

/** The part of the visits at this screen whose figure is at most so many seconds. */
async function visitsWithin(shop: Shop, metric: string, seconds: number): Promise<{ within: number; all: number }> {
  const operator = new URL(shop.url)
  operator.port = String(Number(operator.port) + 1)
  const metrics = await (await fetch(new URL('/metrics', operator))).text()
  const value = (series: string): number =>
    Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1] ?? 0,
    )
  const labels = `metric="${metric}",screen="/"`
  return {
    within: value(`tablefront_web_vitals_seconds_bucket{${labels},le="${seconds}"}`),
    all: value(`tablefront_web_vitals_seconds_count{${labels}}`),
  }
}

test('a delay in the page is in the figures of the visit', { tag: '@phone' }, async ({ page, shop }) => {
  const before = await visitsWithin(shop, 'inp', 0.5)
  const loads = (await visitsWithin(shop, 'lcp', 10)).all
  await visit(page, shop, '/?product=101')
  const measuring = page.waitForResponse(/\/assets\/vitals-/)
  await expect(page.getByRole('dialog', { name: 'Margherita' })).toBeVisible()
  await measuring
  // A tag whose handler of a press takes six tenths of a second, and after which the browser is never idle.
  await page.evaluate(() => {
    window.requestIdleCallback = () => 0
    addEventListener('click', () => {
      const end = performance.now() + 600
      while (performance.now() < end);
    })
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ duration }) => duration >= 600)) document.documentElement.dataset['measured'] = ''
    }).observe({ type: 'event', durationThreshold: 500 })
  })
  await page.getByRole('radio', { name: /32 cm/ }).check({ force: true })
  // The browser knows a press's duration only once its result is painted.
  await expect(page.locator('html')).toHaveAttribute('data-measured')
  await page.goto('about:blank')
  await expect.poll(async () => (await visitsWithin(shop, 'inp', 0.5)).all).toBe(before.all + 1)
  expect((await visitsWithin(shop, 'inp', 0.5)).within).toBe(before.within)
  expect((await visitsWithin(shop, 'lcp', 10)).all).toBe(loads + 1)
})
