// The shop in front of Vendure: what customers were told is what the engine has.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ChildProcess } from 'node:child_process'
import { expect, test, type APIResponse, type Page } from '@playwright/test'
import type { Bill, CheckoutResult, Product } from '../../contracts/types.ts'
import { end, executable, run, until } from '../../client/e2e/programs.ts'
import { dialog, guest, openDish, placeOrder } from '../../client/e2e/story.ts'

const base = Number(process.env['E2E_PORT_BASE'] ?? 21000) + 900
const [enginePort, adapterPort, shopPort] = [base, base + 1, base + 2]
const [upstream, shop] = [`http://127.0.0.1:${adapterPort}`, `http://127.0.0.1:${shopPort}`]
const data = mkdtempSync(join(tmpdir(), 'vendure-'))
const branches = { mitte: `${upstream}/mitte`, wedding: `${upstream}/wedding`, netto: `${upstream}/netto` }
type Branch = keyof typeof branches

let engine: ChildProcess, adapter: ChildProcess, tablefront: ChildProcess
/** The orders that customers were told, as "branch code cents". */
const told: string[] = []
const tell = (branch: Branch, code: string, total: number): unknown => told.push(`${branch} ${code} ${Math.round(total * 100)}`)

const ask = async (
  api: string,
  query: string,
  token = '',
  channel = 'mitte',
): Promise<{ data: Record<string, unknown>; token: string }> => {
  const response = await fetch(`http://127.0.0.1:${enginePort}/${api}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'vendure-token': channel, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  const answer = (await response.json()) as { data: Record<string, unknown> | null; errors?: unknown }
  if (answer.data === null || answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
  return { data: answer.data, token: response.headers.get('vendure-auth-token') ?? token }
}
/** Calls the admin API as the superadmin. */
async function admin(query: string, channel?: string): Promise<Record<string, unknown>> {
  const { token } = await ask('admin-api', 'mutation { login(username: "superadmin", password: "superadmin") { __typename } }')
  return (await ask('admin-api', query, token, channel)).data
}

function startEngine(): void {
  engine = run(process.execPath, ['examples/vendure/server.mjs'], { PORT: String(enginePort), DATA: data, SHOP: shop })
}
/** The engine has its menu and its payment methods, which are the last that it is filled with. */
async function engineIsReady(): Promise<void> {
  const ready = async (): Promise<boolean> => {
    const { data: methods } = (await (await fetch(`${upstream}/api/checkout/payment-providers`)).json()) as { data?: unknown[] }
    return (methods?.length ?? 0) > 0
  }
  await expect.poll(() => ready().catch(() => false), { timeout: 240_000 }).toBe(true)
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  startEngine()
  adapter = run(process.execPath, ['examples/vendure/adapter.mjs'], {
    PORT: String(adapterPort),
    ENGINE: `http://127.0.0.1:${enginePort}/shop-api`,
    CHANNELS: Object.keys(branches).join(','),
  })
  await engineIsReady()
  tablefront = run(executable, ['serve'], {
    TABLEFRONT_ADDR: `127.0.0.1:${shopPort}`,
    TABLEFRONT_METRICS_ADDR: '',
    TABLEFRONT_UPSTREAM: upstream,
    TABLEFRONT_PUBLIC_URL: shop,
    TABLEFRONT_DATA_DIR: join(data, 'shop'),
    TABLEFRONT_LOG_LEVEL: 'warn',
  })
  await until('The shop', async () => (await fetch(`${shop}/readyz`)).ok)
})
test.afterAll(async () => {
  for (const child of [tablefront, adapter, engine]) await end(child)
  rmSync(data, { recursive: true, force: true })
})

/** Opens the shop as a visitor who has chosen a branch. */
async function visit(page: Page, branch: Branch, path = '/'): Promise<void> {
  await page.addInitScript((url) => localStorage.setItem('branchUrl', url), branches[branch])
  await page.goto(`${shop}${path}`)
}
async function add(page: Page, dish: string, choices: RegExp[] = [], pieces = 1): Promise<void> {
  const sheet = await openDish(page, dish)
  for (const choice of choices) await sheet.getByRole('radio', { name: choice }).check()
  for (let piece = 1; piece < pieces; piece += 1) await sheet.getByRole('button', { name: /more/i }).click()
  await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(sheet).toBeHidden()
}
/** From the menu to the filled-in checkout. */
async function toCheckout(page: Page, { payment = 'Bar', signedIn = false, deliverType = 'takeaway' } = {}): Promise<void> {
  await page.locator('[data-toasts]').getByRole('button', { name: 'Checkout', exact: true }).click()
  if (!signedIn) await dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await page.locator(`[name=deliverType][value=${deliverType}]`).check()
  await page.locator('[name=deliverAt][value=now]').check()
  if (!signedIn) for (const [name, value] of Object.entries(guest)) await page.fill(`[name=${name}]`, value)
  await page.getByRole('radio', { name: payment }).check()
  await page.locator('[name=terms]').check()
}
/** Waits for the confirmation, and remembers what the customer was told. Returns the order's code. */
async function confirmed(page: Page, branch: Branch, total: string): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(total)
  const code = await page
    .getByText(/^[A-Z0-9]{16}$/)
    .first()
    .textContent()
  tell(branch, code ?? '', Number(total.replace(',', '.')))
  return code ?? ''
}

test('check says that an order can be placed, and places one', async () => {
  const check = async (...more: string[]): Promise<string> =>
    (await promisify(execFile)(executable, ['check', '--upstream', branches.mitte, ...more])).stdout
  expect(await check()).toContain('An order can be placed: by guests, customers with an account; delivery, takeaway')
  const placed = await check('--order', '--yes')
  expect(placed).toMatch(/An order was placed: .*[A-Z0-9]{16}/s)
  const [, amount = '', code = ''] = /, (\d+\.\d\d), .*?\b([A-Z0-9]{16})\b/s.exec(placed) ?? []
  tell('mitte', code, Number(amount))
})

test('a guest orders', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Margherita', [/^dünn/])
  await toCheckout(page)
  await expect(placeOrder(page)).toContainText('8,50')
  await placeOrder(page).click()
  await confirmed(page, 'mitte', '8,50')
})

test('a promotion of the engine is on the bill, on the button and on the confirmation', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Margherita', [/^dünn/], 4)
  await toCheckout(page)
  await expect(page.getByRole('main')).toContainText('10 % ab 30 €')
  await expect(placeOrder(page)).toContainText('30,60')
  await placeOrder(page).click()
  await confirmed(page, 'mitte', '30,60')
})

test('a coupon: its discount is on the bill and in the order', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Lasagne', [], 2)
  await toCheckout(page)
  await page.getByLabel('Coupon').fill('LECKER')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Gutschein LECKER')
  await expect(placeOrder(page)).toContainText('22,61')
  await placeOrder(page).click()
  await confirmed(page, 'mitte', '22,61')
})

test('the second branch has its own prices and orders', async ({ page }) => {
  await visit(page, 'wedding')
  await add(page, 'Wasser')
  await toCheckout(page)
  await expect(placeOrder(page)).toContainText('2,75')
  await placeOrder(page).click()
  await confirmed(page, 'wedding', '2,75')
})

test('net prices: the total is the engine’s, also where the shop’s own sum would be another', async ({ page }) => {
  await visit(page, 'netto')
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^dünn/ }).check()
  await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toContainText('8,50')
  await page.keyboard.press('Escape')
  await add(page, 'Margherita', [/^dünn/], 3) // 25,50 by the menu
  await toCheckout(page)
  await expect(placeOrder(page)).toContainText('25,49')
  await placeOrder(page).click()
  await confirmed(page, 'netto', '25,49')
})

test('below the minimum of its area the bill is the engine’s without delivery', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Margherita', [/^dünn/])
  await toCheckout(page, { deliverType: 'delivery' })
  const quoted = page.waitForResponse(
    (response) => response.url().endsWith('/checkout/quote') && (response.request().postData() ?? '').includes('areaId'),
  )
  await page.selectOption('[name=areaId]', { index: 1 })
  expect((await (await quoted).json()) as Bill).toMatchObject({ total: 8.5, delivery: 0 })
  await expect(page.getByText(/Minimum order/).first()).toBeVisible()
  await expect(page.getByText('The restaurant confirms the price.')).toHaveCount(0)
})

test('what is sold out is shown and can’t be added; more than the stock is refused at its line', async ({ page }) => {
  await visit(page, 'mitte')
  const sheet = await openDish(page, 'Trüffel')
  await expect(sheet.getByText('Sold out').first()).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await add(page, 'Tiramisù', [], 4)
  await toCheckout(page)
  await expect(page.getByText('Only 3 left.').first()).toBeVisible()
})

test('a price that changes after it was shown is accepted or not', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Lasagne')
  await toCheckout(page)
  await expect(placeOrder(page)).toContainText('11,90')
  const { productVariants } = (await admin(
    '{ productVariants(options: { filter: { name: { eq: "Portion" } } }) { items { id product { name } } } }',
  )) as { productVariants: { items: { id: string; product: { name: string } }[] } }
  const id = productVariants.items.find(({ product }) => product.name === 'Lasagne')?.id ?? ''
  await admin(`mutation { updateProductVariants(input: [{ id: "${id}", price: 1250 }]) { id } }`, 'mitte')
  await placeOrder(page).click()
  await page.getByRole('button', { name: 'Accept and order', exact: true }).click()
  await confirmed(page, 'mitte', '12,50')
})

test('an account: registered, a delivery to a saved address, declined, paid another way, listed', async ({ page }) => {
  const headers = { 'X-Branch': branches.mitte }
  const account = {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '+4930901820',
    password: 'correct-horse',
    password_confirmation: 'correct-horse',
    terms: true,
  }
  expect((await page.request.post(`${shop}/api/register`, { headers, data: account })).ok()).toBe(true)
  const { token } = (await (await page.request.post(`${shop}/api/login`, { headers, data: account })).json()) as { token: string }
  const home = { name: 'Zuhause', address: 'Ackerstraße 1', zipcode: '10115', isDefault: true }
  const saved = await page.request.post(`${shop}/api/me/addresses`, {
    headers: { ...headers, Authorization: `Bearer ${token}` },
    data: home,
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const unknown = await page.request.delete(`${shop}/api/me/addresses/999`, { headers: { ...headers, Authorization: `Bearer ${token}` } })
  expect(unknown.status()).toBe(404)
  await visit(page, 'mitte', '/login')
  await page.fill('[name=email]', account.email)
  await page.fill('[name=password]', account.password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${shop}/`)
  await add(page, 'Lasagne')
  await toCheckout(page, { signedIn: true, deliverType: 'delivery', payment: 'Karte' })
  await expect(placeOrder(page)).toContainText('15,00') // 12,50 and the fee of the address's area
  await placeOrder(page).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
  await page.getByRole('button', { name: 'Another way to pay' }).click()
  await page.getByRole('radio', { name: 'Bar' }).check()
  await expect(placeOrder(page)).toContainText('15,00')
  await placeOrder(page).click()
  const code = await confirmed(page, 'mitte', '15,00')
  await page.goto(`${shop}/me/my-orders`)
  await expect(page.getByRole('main')).toContainText(code)
})

test('a payment page: declined, then paid', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Wasser')
  await toCheckout(page, { payment: 'Karte' })
  await placeOrder(page).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('There is a problem with your payment. Please try again').first()).toBeVisible()

  // The order waits for its payment.
  await page.goto(`${shop}/checkout`)
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page, 'mitte', '2,50')
})

test('an order that can’t be read is not placed, by the adapter’s own word', async ({ request }) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await request.post(`${branches.mitte}/api/checkout/v2`, { headers, data: Buffer.from('{') })
  expect(answer.ok()).toBe(false)
  expect(await answer.json()).toMatchObject({ placed: false })
})

test('an engine that is down when the order is pressed: nothing is placed, and the same press works afterwards', async ({ page }) => {
  await visit(page, 'mitte')
  await add(page, 'Wasser')
  await toCheckout(page)
  await expect(placeOrder(page)).toContainText('2,50')
  await end(engine)
  await placeOrder(page).click()
  await expect(page.getByText('Your order was not placed. Please try again.').first()).toBeVisible()
  startEngine()
  await engineIsReady()
  await placeOrder(page).click()
  await confirmed(page, 'mitte', '2,50')
})

/** Pseudo-random numbers below n, the same in each run. */
function dice(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

for (const branch of ['mitte', 'netto'] as const)
  test(`thirty random carts are quoted and placed to the cent: ${branch}`, async ({ request }) => {
    const roll = dice(branch.length)
    const headers = { 'X-Branch': branches[branch] }
    const read = async <T>(answer: APIResponse): Promise<T> => {
      expect(answer.status(), await answer.text()).toBeLessThan(300)
      return (await answer.json()) as T
    }
    const get = async <T>(path: string): Promise<T> => read<T>(await request.get(`${shop}/api/${path}`, { headers }))
    const lists = await Promise.all(
      (await get<{ id: string }[]>('products/categories')).map(({ id }) => get<{ data: Product[] }>(`products/categories/${id}/products`)),
    )
    const dishes = lists.flatMap((list) => list.data).filter(({ name }) => !['Trüffel', 'Tiramisù'].includes(name)) // sold out, and three pieces
    const areas = await get<{ id: string; zipcode: string; minimumOrder: number }[]>('areas')
    const cash = (await get<{ id: string; name: string }[]>('checkout/payment-providers')).find(({ name }) => name === 'Bar')
    const line = (): Record<string, unknown> => {
      const product = dishes[roll(dishes.length)]
      const sizeId = product?.sizes[roll(product.sizes.length)]?.id
      const optionIds = (product?.variants ?? []).map(({ id, options }) => ({ variantId: id, value: options[roll(options.length)]?.id }))
      const extraIds = (product?.extras ?? []).filter(() => roll(3) === 0).map(({ id, name }) => ({ extraId: id, name, selected: true }))
      return { type: 'productItem', productId: product?.id, sizeId, qty: 1 + roll(4), extraIds, optionIds }
    }
    let placed = 0
    while (placed < 30) {
      const area = roll(2) === 0 ? areas[roll(areas.length)] : undefined
      const where =
        area === undefined
          ? { deliverType: 'takeaway' }
          : { deliverType: 'delivery', areaId: area.id, zipcode: area.zipcode, address: 'Ackerstraße 1' }
      const cart = { items: Array.from({ length: 1 + roll(4) }, line), source: 'web' }
      const quoted = await request.post(`${shop}/api/checkout/quote`, { headers, data: { cart, ...where, deliverAt: 'now' } })
      const { total, lines = [] } = await read<Bill>(quoted)
      if (lines.reduce((sum, each) => sum + each, 0) < (area?.minimumOrder ?? 0)) continue
      const data = {
        ...guest,
        ...where,
        cart: { ...cart, total },
        deliverAt: 'now',
        notes: '',
        terms: true,
        paymentType: cash?.id,
        takeaway: area === undefined,
      }
      const order = await read<CheckoutResult>(
        await request.post(`${shop}/api/checkout/v2`, { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() }, data }),
      )
      const { price = 0, discount = 0 } = order.payment ?? {}
      expect(Math.round((price - discount) * 100)).toBe(Math.round(total * 100))
      tell(branch, order.code ?? '', total)
      placed += 1
    }
  })

test('each branch has exactly the orders that its customers were told', async () => {
  const placed: string[] = []
  for (const channel of Object.keys(branches) as Branch[]) {
    const query = '{ orders(options: { take: 100, filter: { active: { eq: false } } }) { items { code totalWithTax } } }'
    const { orders } = (await admin(query, channel)) as { orders: { items: { code: string; totalWithTax: number }[] } }
    for (const { code, totalWithTax } of orders.items) placed.push(`${channel} ${code} ${totalWithTax}`)
  }
  expect(placed.sort()).toEqual(told.sort())
})
