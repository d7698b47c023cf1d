// Two tabs of one browser, and two browsers: whatever another tab changes, a page never mixes identities, and an order is placed once, by its
// customer, at its branch.
import type { Locator, Page } from '@playwright/test'
import { expectAlert, password, visit, visitAs, visitAsTable } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import {
  addAndPress,
  confirmed,
  dialog,
  expectNoSidewaysScroll,
  fillGuest,
  menuIsThere,
  newOrders,
  openDish,
  placeOrder,
  withMargheritas,
} from './story.ts'

/** A second tab of the same browser. */
async function secondTab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(other.getByRole('heading', { level: 1 })).toBeAttached()
  return other
}

/** Chooses a branch of the selector, in one tab. */
async function chooseBranch(tab: Page, name: RegExp): Promise<void> {
  await tab.goto('/select-branch')
  await tab.locator('main [name=branch]').selectOption({ label: (await tab.getByRole('option', { name }).textContent()) ?? '' })
  await tab.getByRole('button', { name: 'Continue' }).click()
  await expect(tab).toHaveURL('/')
}

async function logOut(tab: Page): Promise<void> {
  await tab.goto('/me/my-profile')
  await tab.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(tab).toHaveURL('/')
}

async function logIn(tab: Page, email: string): Promise<void> {
  await tab.goto('/login')
  await tab.fill('[name=email]', email)
  await tab.fill('[name=password]', password)
  await tab.keyboard.press('Enter')
  await expect(tab).toHaveURL('/')
}

/** The branches of the calls that `act` causes. */
async function branchesAsked(page: Page, act: () => Promise<unknown>): Promise<Set<string>> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.add(request.headers()['x-branch'] ?? '')
  })
  await act()
  return asked
}

/** The bar that reports what another tab has changed. */
const notice = (page: Page, words: string) => page.locator('#root > div').getByText(words)
const otherBranch = 'You chose another branch in another tab. This page still shows the one before.'

test('an idle tab follows another branch at once, with its menu and its cart', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/')
  await menuIsThere(page)
  const other = await secondTab(page, '/')
  await chooseBranch(other, /Glut/)
  // Both branches have pizza: the title tells them apart.
  await expect(page.getByRole('heading', { level: 1, name: 'Glut & Löffel' })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Burger/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
})

/** A dish is being chosen in this tab while another tab changes to another branch. */
async function choosingADish(page: Page, shop: Shop): Promise<{ sheet: Locator; other: Page }> {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  const other = await secondTab(page, '/contact')
  await chooseBranch(other, /Glut/)
  return { sheet, other }
}

test('a tab with an open sheet keeps its branch, and orders there', async ({ page, shop }) => {
  const { sheet, other } = await choosingADish(page, shop)
  await expect(notice(page, otherBranch)).toBeAttached()
  // The sheet covers the bar, and shows it itself.
  await expect(sheet.locator('[class*=inDialog]').getByText(otherBranch)).toBeVisible()
  const asked = await branchesAsked(page, async () => {
    await addAndPress(sheet.getByRole('button', { name: /^Add to Cart/ }), 'Checkout')
    await expect(notice(page, otherBranch)).toBeVisible()
    await dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' }).click()
    await fillGuest(page)
    await placeOrder(page).click()
    await confirmed(page)
  })
  expect([...asked]).toEqual([shop.upstream.branches[0]])
  const orders = (await newOrders(shop)) as unknown as { host: string }[]
  expect(orders.map(({ host }) => host)).toEqual(['mitte'])
  // The other branch's cart is unchanged, and the choice stays.
  expect(await other.evaluate(() => [localStorage.getItem('cart'), localStorage.getItem('branchUrl')])).toEqual([
    null,
    shop.upstream.branches[1],
  ])
  await page.getByRole('button', { name: 'Change the branch' }).click()
  await expect(notice(page, otherBranch)).toHaveCount(0)
})

test('the offer to follow another tab is pressed inside of an open sheet', async ({ page, shop }) => {
  const { sheet } = await choosingADish(page, shop)
  await expect(sheet.locator('[aria-live]').filter({ hasText: otherBranch })).toBeAttached()
  await expectNoSidewaysScroll(page)
  await sheet.getByRole('button', { name: 'Change the branch' }).click()
  await expect(sheet).toBeHidden()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Burger/ })
      .first(),
  ).toBeVisible()
})

test('the checkout of a branch is unaffected when another tab chooses another one', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page)
  const other = await secondTab(page, '/contact')
  await chooseBranch(other, /Glut/)
  // However far down the page is.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(notice(page, otherBranch)).toBeInViewport()
  await expect(placeOrder(page)).toContainText(/8[.,]50/)
  await placeOrder(page).click()
  await confirmed(page)
  const orders = (await newOrders(shop)) as unknown as { host: string }[]
  expect(orders.map(({ host }) => host)).toEqual(['mitte'])
})

test('a logout in one tab ends the login in the other: orders, forms, checkout', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  await expect(page.getByText(/A-\d+/).first()).toBeVisible()
  const other = await secondTab(page, '/checkout')
  await expect(other.locator('[name=email]')).toHaveValue('ada@example.org')
  const third = await secondTab(page, '/contact')
  await logOut(third)
  await expect(page).toHaveURL('/')
  await expect(page.getByText(/A-\d+/)).toHaveCount(0)
  // The dishes stay, and a guest may order them.
  await expect(other.locator('[name=email]')).toHaveValue('')
  await other.reload()
  expect(await other.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain(
    'ada@example.org',
  )
})

test.describe('an order of another tab', () => {
  // The checkout in the background is replaced by what has become of its cart.
  test.use({ steady: false })

  test('a checkout whose cart was ordered in another tab leads to that order', async ({ page, shop }) => {
    await withMargheritas(page, shop)
    await visit(page, shop, '/checkout')
    await expect(placeOrder(page)).toBeVisible()
    const other = await secondTab(page, '/checkout')
    await fillGuest(other)
    await placeOrder(other).click()
    await confirmed(other)
    await expect(page.getByRole('heading', { name: 'You have ordered in another tab.' })).toBeVisible()
    await page.getByRole('link', { name: 'Show the order' }).click()
    await expect(page).toHaveURL(other.url())
  })
})

test('a logout in one tab closes the checkout of the other where guests may not order', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['guest-off'] })
  await withMargheritas(page, shop)
  await visitAs(page, shop, 'ada@example.org', '/checkout')
  await expect(page.locator('[name=notes], [name=terms]').first()).toBeAttached()
  await logOut(await secondTab(page, '/contact'))
  await expect(page).toHaveURL('/login?return=checkout')
})

test('another customer in one tab never orders with what the first one typed in the other', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visitAs(page, shop, 'ada@example.org', '/checkout')
  await expect(page.locator('[name=email]')).toHaveValue('ada@example.org')
  const other = await secondTab(page, '/contact')
  await logOut(other)
  await logIn(other, 'grace@example.org')
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0)
  await expect(page.locator('[name=email][value*=ada]')).toHaveCount(0)
  expect(await newOrders(shop)).toEqual([])
})

test('a login in another tab is offered to a guest who types, and what is typed stays', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page)
  const other = await secondTab(page, '/contact')
  await logIn(other, 'neu@example.org')
  await expect(notice(page, 'You logged in in another tab.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with this account' }).click()
  await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
  await expect(notice(page, 'You logged in in another tab.')).toHaveCount(0)
  await page.locator('[name=terms]').check()
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/me\/my-orders\/A-/)
})

test('the name in the contact form stays one person’s when another tab logs in', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await page.fill('main [name=fname]', 'Mary')
  const other = await secondTab(page, '/contact')
  await logIn(other, 'ada@example.org')
  await page.getByRole('button', { name: 'Continue with this account' }).click()
  await expect(page.locator('main [name=email]')).toHaveValue('ada@example.org')
  await expect(page.locator('main [name=fname]')).toHaveValue('Mary')
  await expect(page.locator('main [name=lname]')).toHaveValue('')
})

test('a language chosen in another tab: an idle tab follows, one with typed input offers to follow', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const typing = await secondTab(page, '/contact')
  await typing.fill('main [name=fname]', 'Mary')
  const other = await secondTab(page, '/contact')
  await other.evaluate(() => localStorage.setItem('lang', 'de'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(notice(typing, 'You chose another language in another tab.')).toBeVisible()
  await expect(typing.locator('html')).toHaveAttribute('lang', 'en')
  await expect(typing.locator('main [name=fname]')).toHaveValue('Mary')
})

test('in an open sheet another language or login is followed without losing what is chosen', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Wholegrain spelt/ }).check()
  await sheet.getByRole('button', { name: 'One more Margherita' }).click()
  const other = await secondTab(page, '/contact')
  await logIn(other, 'grace@example.org')
  await sheet.getByRole('button', { name: 'Continue with this account' }).click()
  await expect(sheet.getByRole('button', { name: 'Continue with this account' })).toHaveCount(0)
  await expect(sheet.getByRole('radio', { name: /^Wholegrain spelt/ })).toBeChecked()
  await other.evaluate(() => localStorage.setItem('lang', 'de'))
  await sheet.getByRole('button', { name: 'Change the language' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(sheet.getByRole('radio', { name: /^Dinkel-Vollkorn/ })).toBeChecked()
  await expect(sheet.locator('[name=qty]')).toHaveValue('2')
  await expect(sheet.getByRole('button', { name: 'Sprache wechseln' })).toHaveCount(0)
})

test('changing the branch leaves the table', async ({ page, shop }) => {
  await visitAsTable(page, shop, 'T7-KLEE', '/')
  await menuIsThere(page)
  expect(await page.evaluate(() => sessionStorage.getItem('table'))).not.toBeNull()
  await chooseBranch(page, /Glut/)
  expect(await page.evaluate(() => [sessionStorage.getItem('table'), localStorage.getItem('token')])).toEqual([null, null])
  await expect(page.getByText(/Tisch 7|Table 7/)).toHaveCount(0)
})

test.describe('with another customer in the tab', () => {
  // The whole screen is replaced by theirs.
  test.use({ steady: false })

  test('a lost response, a logout and another login: the open order is shown, and never sent under another login', async ({
    page,
    shop,
  }) => {
    await withMargheritas(page, shop)
    await visitAs(page, shop, 'neu@example.org', '/checkout')
    await page.locator('[name=deliverType][value=takeaway]').check()
    await page.locator('[name=paymentType][value=cash]').check()
    await page.locator('[name=terms]').check()
    await shop.upstream.fault({ match: 'POST /api/checkout/v2', kind: 'lost', times: 1 })
    await shop.upstream.fault({ match: 'GET /api/me/orders', kind: 'status', times: 50 })
    await placeOrder(page).click()
    await expect(page.getByRole('heading', { name: /We (are checking|do not know) whether your order arrived/ })).toBeVisible()
    const other = await secondTab(page, '/contact')
    await logOut(other)
    await logIn(other, 'grace@example.org')
    // On the menu, too.
    await other.goto('/')
    await expect(other.getByText('We do not know whether your order arrived').first()).toBeVisible()
    expect(await newOrders(shop)).toHaveLength(1)
    const sent = (await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith('/checkout/v2'))
    expect(new Set(sent.map((call) => call.headers['authorization'])).size).toBe(1)
  })
})

test('a payment that could not be verified survives a reload, orders nothing else, and is verified again', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page, { payment: 'card' })
  await placeOrder(page).click()
  await page.waitForURL(/\/pay\//)
  await page.route(/\/api\/checkout\/check/, (route) => route.fulfill({ status: 502, json: { code: 'upstream_unreachable' } }))
  await page.clock.install()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const words = page.locator('#root').getByText('Your payment has not been checked yet. Please do not pay again.')
  // The pauses between the rounds in which the branches are asked again pass at once.
  const unchecked = () =>
    expect(async () => {
      await page.clock.fastForward(1000)
      await expect(words).toHaveCount(1, { timeout: 500 })
    }).toPass({ intervals: [100] })
  await unchecked()
  await page.reload()
  await unchecked()
  await page.goto('/checkout')
  await unchecked()
  await expect(page.getByRole('button', { name: 'Another way to pay' })).toBeVisible()
  await expect(placeOrder(page)).toHaveCount(0)
  await page.unroute(/\/api\/checkout\/check/)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expectAlert(page, 'Success', 'Your order approved')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
})

test('guests at a table see their confirmation where guest checkout is off, after a reload too', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['guest-off'] })
  await withMargheritas(page, shop)
  await visitAsTable(page, shop, 'T7-KLEE', '/checkout')
  await page.locator('[name=paymentType][value=card]').check()
  await page.locator('[name=terms]').check()
  await placeOrder(page).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectAlert(page, 'Success', 'Your order approved')
  const code = await confirmed(page)
  await page.reload()
  expect(await confirmed(page)).toBe(code)
})

test('a branch that is no longer listed leads to the branch selector', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await page.evaluate(() => localStorage.setItem('branchUrl', 'http://127.0.0.1:9'))
  await page.goto('/')
  await expect(page).toHaveURL('/select-branch')
  await chooseBranch(page, /Glut/)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Burger/ })
      .first(),
  ).toBeVisible()
})
