// Ordering at a table by its code (docs/specification.md sections 2, 4, 6).
import { anyMessage, visit, visitAsTable } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { addMargherita, confirmed, holdBack, menuIsThere, newOrders, placeOrder, withMargheritas } from './story.ts'

test(
  'a code is verified, stored for the session and selected; the account is closed; the order is the table’s and clears it',
  { tag: '@phone' },
  async ({ page, shop }) => {
    const [release, asked] = [await holdBack(page, /\/api\/me$/), page.waitForRequest(/\/api\/me$/)]
    await visit(page, shop, '/?table=T7-KLEE')
    await menuIsThere(page)
    await asked
    // While the login is checked, nothing above the menu is reserved for orders: a table has none.
    await expect(page.locator('.HomePage_strip')).toHaveCount(0)
    release()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).toContain('Table 7')
    await expect(page).not.toHaveURL(/table=/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
    // There is no heading without content.
    await expect(page.getByRole('contentinfo').getByRole('heading', { name: 'My Account' })).toHaveCount(0)
    await addMargherita(page)
    await page.goto('/me/my-profile')
    await expect(page).toHaveURL('/')

    await page.goto('/checkout')
    await expect(page.locator('[name=deliverType]')).toHaveCount(1)
    await expect(page.locator('[name=deliverType][value=table]')).toBeChecked()
    await expect(page.getByRole('region', { name: 'For the kitchen' }).getByText('Allergies: please tell us as well.')).toBeVisible()
    await expect(page.locator('#root').getByText('You are ordering at Table 7.')).toBeVisible()
    await expectAccessible(page)
    await page.locator('[name=paymentType][value=cash]').check()
    await page.locator('[name=terms]').check()
    await placeOrder(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
    const [order] = await newOrders(shop)
    expect(order?.table?.code).toBe('T7-KLEE')
    expect(order?.submission).toMatchObject({ deliverType: 'table', takeaway: false })
    expect(await page.evaluate(() => sessionStorage.getItem('table'))).toBeNull()
  },
)

test('the header names the table while its login is being checked', { tag: '@phone' }, async ({ page, shop }) => {
  const checked = await holdBack(page, '**/api/me')
  await visitAsTable(page, shop, 'T7-KLEE', '/')
  await menuIsThere(page)
  const menu = page.getByRole('banner').getByRole('button', { name: /^Table 7/ })
  await expect(menu).toBeVisible()
  const place = await menu.boundingBox()
  const answered = page.waitForResponse('**/api/me')
  checked()
  await (await answered).finished()
  await menu.click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await menu.boundingBox()).toEqual(place)
})

test('a table of a closed restaurant is told no later time: it orders only for now', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['closed'] })
  await visit(page, shop, '/?table=T7-KLEE')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).toContain('Table 7')
  await menuIsThere(page)
  await addMargherita(page)
  await page.goto('/checkout')
  await expect(page.locator('#root').getByText('Our restaurant is out of working hours right now.', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/You can only place a future order/)).toHaveCount(0)
})

test('a wrong table can be left, the cart stays; an unknown code shows an error', { tag: '@phone' }, async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/?table=T7-KLEE')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).toContain('Table 7')
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Wrong table?' }).click()
  await page.getByRole('alertdialog', { name: 'Wrong table?' }).getByRole('button', { name: 'Leave this table' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, items: 1' })).toBeVisible()
  expect(await page.evaluate(() => [sessionStorage.getItem('table'), localStorage.getItem('token')])).toEqual([null, null])

  // The code lets the address pass without a branch; once it is refused, the guard runs again.
  await page.evaluate(() => localStorage.removeItem('branchUrl'))
  await page.context().clearCookies({ name: 'branch' })
  await page.addInitScript(() => localStorage.removeItem('branchUrl'))
  await page.goto('/?table=NOWHERE')
  await expect(anyMessage(page)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
  await expect(page).toHaveURL('/select-branch')
  expect(await page.evaluate(() => sessionStorage.getItem('table'))).toBeNull()
})

test(
  'guests at a table see it on every screen, order there again, and find their confirmations until the session ends',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['guest-off', 'busy-kitchen'] })
    await visit(page, shop, '/?table=T7-KLEE')
    await menuIsThere(page)
    const chip = page.getByRole('banner').getByRole('button', { name: /^Table 7/ })
    await expect(chip).toBeVisible()
    const order = async (): Promise<string> => {
      // Back on the menu the code of the session is verified and the table stored again.
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).toContain('Table 7')
      await page.goto('/checkout')
      await expect(chip).toBeVisible()
      await expect(page.locator('[name=deliverType][value=table]')).toBeChecked()
      await page.locator('[name=paymentType][value=cash]').check()
      await page.locator('[name=terms]').check()
      await placeOrder(page).click()
      const code = await confirmed(page)
      await expect(chip).toBeVisible()
      return code
    }
    await addMargherita(page)
    const first = await order()
    // The table's login may fetch the table's orders: the status is current.
    const main = page.getByRole('main')
    await expect(main.getByText('Waiting for confirmation')).toBeVisible()
    // The stored choice is removed with the cart; the table session continues.
    expect(await page.evaluate(() => sessionStorage.getItem('table'))).toBeNull()
    await page.reload()
    await expect(main.getByText(first, { exact: true })).toBeVisible()
    // Without it the checkout is closed to a table.
    const confirmation = page.url()
    await page.goto('/checkout')
    await expect(page).toHaveURL('/')
    await page.goto(confirmation)
    await main.getByRole('link', { name: 'To the menu' }).click()
    await menuIsThere(page)
    await addMargherita(page)
    const second = await order()
    expect((await newOrders(shop)).map(({ code, table }) => [code, table?.code])).toEqual([
      [first, 'T7-KLEE'],
      [second, 'T7-KLEE'],
    ])
    for (const path of ['/', '/contact']) {
      await page.goto(path)
      // The code is being verified again on the menu, which renews the table's login.
      if (path === '/') await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).toContain('Table 7')
      await chip.click()
      await expect(page.getByRole('banner').getByRole('link', { name: `Order ${second}` })).toBeVisible()
    }
    await expectAccessible(page)
    await page
      .getByRole('banner')
      .getByRole('link', { name: `Order ${first}` })
      .click()
    await expect(main.getByText(first, { exact: true })).toBeVisible()
    await shop.upstream.order(first, 'approved')
    await page.reload()
    await expect(main.getByText('Your order is confirmed. It will be brought to your table.')).toBeVisible()
    // The session ends with the login.
    await chip.click()
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await menuIsThere(page)
    await expect(chip).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('tablefront:sitting'))).toBeNull()
  },
)
