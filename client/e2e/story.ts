// Steps that the stories share: add a dish to the cart, go to the checkout, fill it in, place the order.
import { hostedFonts } from '../src/restaurant/hostedFonts.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import type { CheckoutSubmission, Product } from '../../contracts/types.ts'
import { addLine, EMPTY_CART } from '../src/domain/cart.ts'
import { productLine } from '../src/domain/known.fixture.ts'
import { currencyOf } from '../src/domain/money.ts'
import { chooseOption, initialProductChoice } from '../src/domain/pricing.ts'
import { visitAs } from './customer.ts'
import type { Shop } from './harness.ts'

/** An order of the mock backend (mocks/backend/state.ts), as far as the stories need it. */
export interface UpstreamOrder {
  code: string
  submission: CheckoutSubmission
  payment: 'direct' | 'open' | 'approved' | 'declined'
  table: { id: number; code: string } | null
  address: string | null
  deliverAt: string | null
  /** Minor units. */
  amounts: { lines: number; delivery: number; discount: number; tax: number; tip: number }
}

/** The orders that were placed during the story, oldest first. */
export async function newOrders(shop: Shop): Promise<UpstreamOrder[]> {
  const orders = (await shop.upstream.orders()) as UpstreamOrder[]
  return orders.filter((order) => Number(order.code.replace('A-', '')) > 1041)
}

/** The open sheet or drawer with this name. */
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** The cart, docked beside the menu or in its panel, opened. */
export async function openCart(page: Page): Promise<Locator> {
  const dock = page.getByRole('complementary', { name: 'Cart' })
  if ((page.viewportSize()?.width ?? 0) >= 1200 && new URL(page.url()).pathname === '/') {
    await expect(dock).toBeVisible()
    return dock
  }
  const panel = dialog(page, 'Cart')
  // A press that begins before the shop has started may end after it.
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
  if (!(await panel.isVisible())) await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(panel).toBeVisible()
  return panel
}

/** Waits for the shop's fonts, which are named one after another, each once it is loaded; the layout that follows may request faces of other characters. */
export async function fontsAreThere(page: Page): Promise<void> {
  await page.waitForFunction(
    (families) => {
      const style = getComputedStyle(document.documentElement)
      const stacks = style.getPropertyValue('--font-text') + style.getPropertyValue('--font-heading')
      const due = families.filter(({ fallback }) => stacks.includes(`"${fallback}"`))
      return due.length > 0 && due.every(({ family }) => stacks.includes(`"${family}"`)) && document.fonts.status === 'loaded'
    },
    Object.values(hostedFonts).map(({ family, fallback }) => ({ family, fallback })),
  )
}

/** Waits for the menu: its first dish can be pressed. */
export async function menuIsThere(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Margherita', exact: true })).toBeVisible()
}

/** Delays the responses to these requests until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Navigates within the application and scrolls to the top: guards run as with Back and Forward, and the page is not reloaded. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    // A history entry as the router writes it, with a key of its own.
    const entry = { usr: null, key: crypto.randomUUID(), idx: 0 }
    history.pushState(entry, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: entry }))
    scrollTo(0, 0)
  }, path)
}

/** Scrolls to the end of the page, and on until `end` is there: what comes after the first scroll stands below the window. */
export async function scrollToEnd(page: Page, end: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect(end).toBeInViewport({ timeout: 1000 })
  }).toPass()
}

/** Opens a dish of the menu by its name. */
export async function openDish(page: Page, name: string): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  const sheet = dialog(page, name)
  await expect(sheet).toBeVisible()
  return sheet
}

/** Chooses a Margherita of the first size with classic dough, 8.50. Returns the button that adds it to the cart. */
export async function chooseMargherita(page: Page, dough: RegExp = /^Classic thin/): Promise<Locator> {
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: dough }).check()
  return sheet.getByRole('button', { name: /^Add to Cart/ })
}

/** Adds a Margherita to the cart. */
export async function addMargherita(page: Page, dough?: RegExp): Promise<void> {
  const add = await chooseMargherita(page, dough)
  await add.click()
  await expect(dialog(page, 'Margherita')).toBeHidden()
}

let carts = 0

/**
 * The next page has this many Margheritas in its stored cart (8.50 each, of the first size with classic dough), with their names in the language in
 * which it is opened: others would be replaced once the dish is known. For stories that do not test adding to the cart, since the menu is the most
 * expensive page.
 */
export async function withMargheritas(page: Page, shop: Shop, pieces = 1, lang = 'en'): Promise<void> {
  const answer = await page.request.get(`${shop.url}/api/products/categories/1/products/101`, {
    headers: { 'X-Branch': shop.upstream.branches[0] ?? '', Lang: lang },
  })
  const product = (await answer.json()) as Product
  const dough = product.variants?.[0]
  const classic = dough?.options[0]
  if (dough === undefined || classic === undefined) throw new Error(`no Margherita with a dough: ${await answer.text()}`)
  const choice = { ...initialProductChoice(product), optionIds: chooseOption(product.variants, [], dough, classic.id, true) }
  let cart = EMPTY_CART
  for (let piece = 0; piece < pieces; piece += 1) cart = addLine(cart, productLine(product, choice, 1, currencyOf('EUR'), 1))
  carts += 1
  await page.addInitScript(
    ([text, mark]) => {
      if (sessionStorage.getItem(mark) !== null) return
      sessionStorage.setItem(mark, '1')
      localStorage.setItem('cart', text)
    },
    [JSON.stringify(cart), `cart ${carts}`] as const,
  )
}

/** Does this with the page's clock stopped: what is shown for a time stays until it is looked at, or pressed. */
export async function clockStopped(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await act()
  await page.clock.resume()
}

/** Presses this, once it can be pressed, and looks at what follows with the page's clock stopped. */
export async function pressAndLook(button: Locator, look: () => Promise<unknown>): Promise<void> {
  await expect(button).toBeEnabled()
  await clockStopped(button.page(), async () => {
    await button.click()
    await look()
  })
}

/** Adds a dish by this button, and presses one in the notice that follows. */
export async function addAndPress(add: Locator, name: 'Cart' | 'Checkout'): Promise<void> {
  const page = add.page()
  await pressAndLook(add, async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.locator('[data-toasts]').getByRole('button', { name, exact: true }).click()
  })
}

/** From the cart into the checkout, as a guest. */
export async function toCheckout(page: Page): Promise<void> {
  const cart = await openCart(page)
  await cart.getByRole('button', { name: /^Checkout/ }).click()
  await continueAsGuest(page)
}

/** From the question before the checkout into it, as a guest. */
export async function continueAsGuest(page: Page): Promise<void> {
  await dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
}

/** A guest's contact data. */
export const guest = { name: 'Mary Jackson', email: 'mary@example.com', phone: '030 23125150' } as const

/** Fills in the checkout as a guest who picks up and pays on the spot; `changes` replaces single values. */
export async function fillGuest(page: Page, changes: { email?: string; payment?: string; way?: string } = {}): Promise<void> {
  const { email = guest.email, payment = 'cash', way = 'takeaway' } = changes
  await page.locator(`[name=deliverType][value=${way}]`).check()
  const soon = page.locator('[name=deliverAt][value=now]')
  if (await soon.isEnabled()) await soon.check()
  await page.fill('[name=name]', guest.name)
  await page.fill('[name=email]', email)
  await page.fill('[name=phone]', guest.phone)
  await page.locator(`[name=paymentType][value=${payment}]`).check()
  await page.locator('[name=terms]').check()
}

/** Orders a Margherita as a customer without addresses, who picks up and pays on the spot. */
export async function orderAsCustomer(page: Page, shop: Shop): Promise<void> {
  await withMargheritas(page, shop)
  await visitAs(page, shop, 'neu@example.org', '/checkout')
  await page.locator('[name=deliverType][value=takeaway]').check()
  await page.locator('[name=paymentType][value=cash]').check()
  await page.locator('[name=terms]').check()
  await placeOrder(page).click()
}

/** Opens the whole form of a known customer's checkout. */
export async function changeDetails(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby=checkout-recap] header button').click()
}

/** The final button. */
export const placeOrder = (page: Page): Locator => page.getByRole('button', { name: /^Place Order/ })

/** Waits for the confirmation and returns its order code. */
export async function confirmed(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  return (
    (await page
      .getByText(/^A-\d+$/)
      .first()
      .textContent()) ?? ''
  )
}

/** Expects that the page is not wider than the viewport (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
    out: [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .slice(0, 3)
      .map((one) => one.outerHTML.slice(0, 120)),
  }))
  expect(wide.page, wide.out.join('\n')).toBeLessThanOrEqual(wide.screen)
}
