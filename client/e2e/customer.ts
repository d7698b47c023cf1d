// Helpers: a returning visitor, a signed-in customer, a table.
import { expect, type Locator, type Page } from '@playwright/test'
import { withBranch, withLanguage, type Shop } from './harness.ts'

/** The password of every account of the mock backend. */
export const password = 'correct-horse'

/**
 * Opens a path as a visitor who has chosen a branch (the first) and a language (in English the page shows the source texts), and has seen the pop-up
 * page.
 */
export async function visit(page: Page, shop: Shop, path: string, lang = 'en', branch = 0): Promise<void> {
  await withBranch(page, shop, branch)
  await withLanguage(page, shop, lang)
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
  await page.goto(path)
}

/** Opens a path of a shop without branches as a visitor who has chosen a language. */
export async function visitMainHost(page: Page, shop: Shop, path: string, lang = 'en'): Promise<void> {
  await withLanguage(page, shop, lang)
  await page.goto(path)
}

/** As visit, signed in by an API call, without the form. */
export async function visitAs(page: Page, shop: Shop, email: string, path: string, lang = 'en'): Promise<void> {
  const answer = await page.request.post(`${shop.url}/api/login`, { data: { email, password }, headers: firstBranch(shop) })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token } = (await answer.json()) as { token: string }
  await keep(page, { token })
  await visit(page, shop, path, lang)
}

/** The same, at a table of the first branch. */
export async function visitAsTable(page: Page, shop: Shop, code: string, path: string): Promise<void> {
  const answer = await page.request.get(`${shop.url}/api/tables/${code}`, { headers: firstBranch(shop) })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token, ...table } = (await answer.json()) as { token: string; id: number; name: string }
  await keep(page, { token, table: JSON.stringify(table) })
  await visit(page, shop, path)
}

function firstBranch(shop: Shop): Record<string, string> {
  return { 'X-Branch': shop.upstream.branches[0] ?? '', Lang: 'en' }
}

/** Stores the login once, so that a logout lasts. */
async function keep(page: Page, login: { token: string; table?: string }): Promise<void> {
  await page.addInitScript(({ token, table }) => {
    if (sessionStorage.getItem('signed-in') === null) {
      localStorage.setItem('token', token)
      if (table !== undefined) sessionStorage.setItem('table', table)
    }
    sessionStorage.setItem('signed-in', '1')
  }, login)
}

/** Expects the error of a field, in the element that its `aria-describedby` references. */
export async function expectFieldError(page: Page, name: string, words: string | RegExp): Promise<void> {
  const control = page.locator(`main [name="${name}"], dialog[open] [name="${name}"]`).first()
  await expect(control).toHaveAccessibleDescription(words)
}

/** What the shop says now: an alert dialog or a toast. */
export const anyMessage = (page: Page): Locator =>
  page
    .getByRole('alertdialog')
    .or(page.locator('[data-toasts]').filter({ hasText: /\S/ }))
    .first()

/** The alert dialog of docs/specification.md section 8, closed with Ok. */
export async function expectAlert(page: Page, title: 'Success' | 'Error', words: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toContainText(words)
  await dialog.getByRole('button', { name: 'Ok' }).click()
  await expect(dialog).toBeHidden()
}

/** The reservation modal. */
export const reservationSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Reservation' })

/** Fills in the contact data and accepts the terms. */
export async function fillReserver(page: Page, email: string): Promise<void> {
  const sheet = reservationSheet(page)
  await sheet.locator('[name=name]').fill('Ada Lovelace')
  await sheet.locator('[name=email]').fill(email)
  await sheet.locator('[name=phone]').fill('030 23125100')
  await sheet.locator('[name=terms]').check()
}
