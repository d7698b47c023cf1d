// A group order by links: carts are shared and collected by one person, and nothing is stored on a server (docs/specification.md section 10).
import type { Browser, Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import { confirmed, dialog, fillGuest, menuIsThere, newOrders, openCart, placeOrder, pressAndLook, withMargheritas } from './story.ts'

/** Shares the cart under a name and returns the link. */
async function shareAs(page: Page, person: string): Promise<string> {
  await (await openCart(page)).getByRole('button', { name: 'Share cart' }).click()
  const sheet = dialog(page, 'Share cart')
  await sheet.locator('[name=person]').fill(person)
  const link = await sheet.locator('[name=link]').inputValue()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  return link
}

/** The link to a cart that another person fills in a browser of her own. */
async function linkOf(browser: Browser, shop: Shop, person: string, pieces: number, note = ''): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await withMargheritas(page, shop, pieces)
  await visit(page, shop, '/')
  await menuIsThere(page)
  if (note !== '') {
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Add a note: Margherita' }).click()
    await cart.getByRole('textbox', { name: 'Note to Margherita' }).fill(note)
  }
  const link = await shareAs(page, person)
  await context.close()
  return link
}

test(
  'one person collects the carts of a group and orders; notes to dishes come with them, names are sent only if added to the notes',
  { tag: '@phone' },
  async ({ page, shop, browser }) => {
    const grace = await linkOf(browser, shop, 'Grace', 2, 'no nuts, allergy')
    expect(new URL(grace).hash.length).toBeLessThan(400)

    await withMargheritas(page, shop)
    await visit(page, shop, '/')
    await menuIsThere(page)
    await page.goto(grace)
    const arrival = dialog(page, 'The cart of Grace')
    await expect(arrival.getByText('2 × Margherita')).toBeVisible()
    await expect(arrival.getByText('no nuts, allergy')).toBeVisible()
    await arrival.getByRole('button', { name: 'Add to my cart' }).click()
    await expect(arrival).toBeHidden()
    // The link is consumed: neither the address nor a reload adds it again.
    expect(new URL(page.url()).hash).toBe('')
    await page.reload()
    await menuIsThere(page)
    await expect((await openCart(page)).getByText('for Grace')).toBeVisible()
    // The same link again shows a warning before it is added.
    await page.goto(grace)
    await expect(
      arrival.locator('[data-notice]').getByText('Dishes for Grace are in your cart already. These come on top of them.'),
    ).toBeVisible()
    await arrival.getByRole('button', { name: 'Close' }).click()

    await page.goto('/checkout')
    await fillGuest(page)
    await expect(page.locator('[name=notes]')).toHaveValue('')
    await page.getByRole('button', { name: 'Write the names into the notes' }).click()
    await expect(page.locator('[name=notes]')).toHaveValue('Grace: 2 × Margherita')
    await placeOrder(page).click()
    await confirmed(page)
    const [order] = await newOrders(shop)
    expect(order?.amounts.lines).toBe(3 * 850)
    expect(order?.submission.notes).toBe('Grace: 2 × Margherita\n2 × Margherita: no nuts, allergy')
    expect(JSON.stringify(order?.submission.cart)).not.toContain('Grace')
    expect((await shop.upstream.log()).some((call) => JSON.stringify(call).includes('%23cart'))).toBe(false)
  },
)

test(
  'a link of another branch switches there with the cart; a broken link and unavailable dishes are reported',
  { tag: '@phone' },
  async ({ page, shop, browser }) => {
    const link = await linkOf(browser, shop, 'Grace', 1)

    await visit(page, shop, '/', 'en', 1)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await page.goto(link)
    const arrival = dialog(page, 'The cart of Grace')
    await arrival.getByRole('button', { name: 'Go to this branch' }).click()
    await menuIsThere(page)
    await pressAndLook(arrival.getByRole('button', { name: 'Add to my cart' }), () =>
      expect(page.locator('[data-toasts]').getByText('The dishes are in your cart.')).toBeVisible(),
    )

    await page.goto(link.slice(0, -40))
    await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText('This link is not complete')
  },
)

test('a link that is opened while the shop starts is opened', { tag: '@phone' }, async ({ page, shop, browser }) => {
  const link = await linkOf(browser, shop, 'Grace', 1)
  await page.addInitScript((hash) => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (state: { idx?: number } | null, ...rest) => {
      replaceState(state, ...rest)
      if (state?.idx !== 0) return
      // The router has read the address and is not mounted yet.
      history.replaceState = replaceState
      queueMicrotask(() => (location.hash = hash))
    }
  }, new URL(link).hash)
  await visit(page, shop, '/')
  await pressAndLook(dialog(page, 'The cart of Grace').getByRole('button', { name: 'Add to my cart' }), () =>
    expect(page.locator('[data-toasts]').getByText('The dishes are in your cart.')).toBeVisible(),
  )
})
