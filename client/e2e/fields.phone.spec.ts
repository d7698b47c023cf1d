// Every field tells the browser what it is and the on-screen keyboard what its Enter key does (docs/specification.md section 10).
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { confirmed, goWithin, newOrders, placeOrder, withMargheritas } from './story.ts'

/** The typed fields of the open dialog or the page that say too little. */
const silent = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...(document.querySelector('dialog:modal') ?? document.querySelector('main') ?? document.body).querySelectorAll<
        HTMLInputElement | HTMLTextAreaElement
      >('textarea, input:not([type=radio], [type=checkbox], [type=hidden], [type=datetime-local])'),
    ].flatMap((field) => [
      ...(field.autocomplete === '' ? [`${field.name}: autocomplete`] : []),
      ...(field.localName === 'input' && field.enterKeyHint === '' ? [`${field.name}: enterkeyhint`] : []),
      // Enter begins a new line there.
      ...(field.localName === 'textarea' && field.enterKeyHint !== '' ? [`${field.name}: enterkeyhint of several lines`] : []),
      ...(parseFloat(getComputedStyle(field).fontSize) < 16 ? [`${field.name}: below 16 px, browsers would zoom`] : []),
    ]),
  )

test('the fields of a guest', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/?product=101')
  for (const [path, field] of [
    ['/?product=101', 'qty'],
    ['/?reservation=1', 'notes'],
    ['/', 'search'],
    ['/checkout', 'tip'],
    ['/contact', 'subject'],
    ['/register', 'password_confirmation'],
    ['/reset-password', 'email'],
    ['/login', 'password'],
  ] as const) {
    await goWithin(page, path)
    await expect(page.locator(`dialog:modal [name=${field}], main [name=${field}]`).first()).toBeVisible()
    if (path === '/checkout') {
      await page.locator('[name=deliverType][value=delivery]').check()
      await expect(page.locator('main [name=address]')).toBeVisible()
    }
    expect(await silent(page), path).toEqual([])
  }
})

test('the fields of a customer’s addresses and profile', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['old-addresses'] })
  await visitAs(page, shop, 'ada@example.org', '/me/my-addresses/create')
  await expect(page.locator('main [name=address]')).toBeVisible()
  expect(await silent(page)).toEqual([])
  await goWithin(page, '/me/my-profile')
  await expect(page.locator('main [name=password_confirmation]')).toBeVisible()
  expect(await silent(page)).toEqual([])
})

test('a choice of the footer is not small either', async ({ page, shop }) => {
  await visit(page, shop, '/')
  const choices = page.getByRole('contentinfo').getByRole('combobox')
  await expect(choices.first()).toBeVisible()
  for (const choice of await choices.all())
    expect(await choice.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(16)
})

/** As Chrome on iOS and some password managers do: the element's own property, and the events of typing. */
const put = (page: Page, values: Record<string, string>): Promise<void> =>
  page.evaluate((all) => {
    for (const [name, text] of Object.entries(all)) {
      const field = document.querySelector<HTMLInputElement>(`main [name=${name}]`)
      if (field === null) throw new Error(name)
      field.value = text
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }, values)

test('what a program puts into the fields is sent as it is shown; Enter in a field orders nothing', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await page.locator('[name=deliverType][value=takeaway]').check()
  await page.locator('[name=paymentType][value=cash]').check()
  await page.locator('[name=terms]').check()
  await put(page, { name: 'Mary Jackson', email: 'mary@example.com', phone: '030 23125150', tip: '2,50' })
  await expect(page.locator('[name=phone]')).toHaveValue('030 23125150')
  await expect(placeOrder(page)).toBeEnabled()
  for (const [name, next] of [
    ['name', 'email'],
    ['email', 'phone'],
    ['phone', 'notes'],
  ] as const) {
    await page.locator(`main [name=${name}]`).press('Enter')
    await expect(page.locator(`main [name=${next}]`)).toBeFocused()
  }
  await page.locator('[name=tip]').press('Enter')
  await expect(page.locator('[name=tip]')).not.toBeFocused()
  expect(await newOrders(shop)).toEqual([])
  await placeOrder(page).press('Enter')
  await confirmed(page)
  expect((await newOrders(shop))[0]).toMatchObject({
    submission: { name: 'Mary Jackson', email: 'mary@example.com', phone: '+493023125150' },
    amounts: { tip: 250 },
  })

  await goWithin(page, '/login')
  await expect(page.locator('main [name=password]')).toBeVisible()
  await put(page, { email: 'ada@example.org', password: 'correct-horse' })
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
})
