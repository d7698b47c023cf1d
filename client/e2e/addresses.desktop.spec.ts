// Addresses in both systems, independent of the width (docs/specification.md sections 2, 4, 5, 8).
import type { Locator, Page } from '@playwright/test'
import { expectAlert, expectFieldError, visitAs } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'

const outside = 'The location that you have marked is out of our delivery range'
const save = (page: Page) => page.getByRole('button', { name: 'Save the address' })

test.describe('the old address system', () => {
  test.beforeEach(async ({ shop }) => shop.upstream.scenario({ names: ['old-addresses'] }))

  test('lists name, text and Default badge, and removes after a confirmation', async ({ page, shop }) => {
    await visitAs(page, shop, 'ada@example.org', '/me/my-addresses')
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
    await expect(cards).toHaveCount(2)
    await expect(cards.filter({ hasText: 'Zuhause' })).toContainText('Ackerstraße 14')
    await expect(cards.filter({ hasText: 'Default' })).toHaveCount(1)
    await cards
      .filter({ hasText: 'Büro' })
      .getByRole('button', { name: /^Remove/ })
      .click()
    const question = page.getByRole('alertdialog', { name: 'Remove this address?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(cards).toHaveCount(2)
    await cards
      .filter({ hasText: 'Büro' })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(cards).toHaveCount(1)
    await expect(cards.filter({ hasText: 'Büro' })).toHaveCount(0)
  })

  test('updates with the map form, and returns to the list', async ({ page, shop }) => {
    await visitAs(page, shop, 'ada@example.org', '/me/my-addresses')
    await page.getByRole('link', { name: 'Update Zuhause' }).click()
    await expect(page).toHaveURL('/me/my-addresses/1/update')
    await expect(page.locator('main [name=address]')).toHaveValue('Ackerstraße 14')
    await expectAccessible(page)
    await page.fill('main [name=address]', '')
    await page.locator('main [name=address]').blur()
    await expectFieldError(page, 'address', 'Please fill in this field.')
    await save(page).click()
    await expect(page.locator('main [name=address]')).toBeFocused()
    await expect(page).toHaveURL('/me/my-addresses/1/update')
    await page.fill('main [name=address]', 'Ackerstraße 15')
    await save(page).click()
    await expect(page).toHaveURL('/me/my-addresses')
    await expect(page.getByText('Ackerstraße 15')).toBeVisible()
    await page.goto('/me/my-addresses/999/update')
    await expect(page.locator('#root').getByText('This address no longer exists')).toBeVisible()
  })

  test('keeps what was entered through a reload, and comes back to the checkout that sent it', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/my-addresses/create?return=checkout')
    await page.fill('main [name=name]', 'Home')
    await page.selectOption('[name=areaId]', { label: 'Wedding (13347)' })
    await page.fill('main [name=address]', 'Rathausstraße 5')
    await page.reload()
    await expect(page.locator('[name=areaId] option:checked')).toHaveText('Wedding (13347)')
    await expect(page.locator('main [name=address]')).toHaveValue('Rathausstraße 5')
    await save(page).click()
    await expect(page).toHaveURL('/checkout')
  })
})

test.describe('the new address system', () => {
  test('lists name, address, extras and Default badge with Remove; an empty list has its notice', async ({ page, shop }) => {
    await visitAs(page, shop, 'grace@example.org', '/me/address-list')
    await expect(page.getByRole('heading', { level: 2, name: /Wohnung/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Update/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove Wohnung' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText("You haven't added an address yet. Click the button below to add one")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add an address' })).toBeVisible()
  })

  test('an address is created by keyboard alone, from the search to the list', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list')
    await expect(page.getByRole('link', { name: 'Add an address' })).toBeVisible()
    /** Presses Tab until the element has the focus. */
    const tabTo = async (what: Locator) => {
      for (let steps = 0; steps < 30; steps += 1) {
        await page.keyboard.press('Tab')
        if (await what.evaluate((element) => element === document.activeElement)) return
      }
      throw new Error(`no way to ${String(what)} by Tab`)
    }
    await tabTo(page.getByRole('link', { name: 'Skip to the content' }))
    await page.keyboard.press('Enter')
    await tabTo(page.getByRole('link', { name: 'Add an address' }))
    await page.keyboard.press('Enter')
    await expect(page.locator('[name=q]')).toBeVisible()
    await expect(page.locator('main [name=name]')).toHaveCount(0)
    await tabTo(page.locator('[name=q]'))
    await page.keyboard.type('Rathausstraße 5')
    await expect(page.getByRole('option', { name: /Rathausstraße 5/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.locator('#root').getByText(/^We deliver to Rathausstraße 5: Mitte$/)).toBeVisible()
    await expect(page.locator('main [name=address]')).toHaveValue('Rathausstraße 5')
    // Past the two buttons, into the fields that the check has revealed.
    await tabTo(page.locator('main [name=name]'))
    await page.keyboard.type('Office')
    await tabTo(page.locator('main [name=extras]'))
    // An error shows after typing, not after focusing only.
    await page.keyboard.type('4')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await expectFieldError(page, 'extras', /Please fill in this field\./)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('3rd floor')
    await tabTo(page.locator('main [name=isDefault]'))
    await page.keyboard.press('Space')
    await expect(save(page)).toBeEnabled()
    await tabTo(save(page))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/me/address-list')
    await expect(page.getByText('3rd floor')).toBeVisible()
    const sent = (await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith('/me/addresses')).at(-1)
    expect(sent?.body).toMatchObject({
      name: 'Office',
      extras: '3rd floor',
      address: 'Rathausstraße 5',
      zipcode: '10178',
      isDefault: true,
      areaId: 1,
    })
  })

  test('the pin moves by arrow keys and by a press on the map, and its address is looked up', async ({ page, shop }) => {
    const tiles: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/tiles/')) tiles.push(request.url())
    })
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await expect(page.getByRole('button', { name: 'Choose on the map' })).toBeVisible()
    expect(tiles).toEqual([])
    await page.getByRole('button', { name: 'Choose on the map' }).click()
    const map = page.getByRole('application', { name: 'Map to choose the location' })
    const pin = map.getByRole('button', { name: 'Place of the address' })
    await expect(pin).toBeVisible()
    await expect.poll(() => tiles.length).toBeGreaterThan(0)
    await pin.focus()
    // The geocoder may fail: then the place is covered without an address, and the next step tries again.
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      await expect(page.locator('#root').getByText(/^We deliver to .+: Mitte$/)).toBeVisible({ timeout: 5000 })
    }).toPass()
    const written = await page.locator('main [name=address]').inputValue()
    expect(written).not.toBe('')
    for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('Shift+ArrowRight')
    await expect(page.locator('main [name=address]')).not.toHaveValue(written)
    const checked = async () =>
      (await shop.upstream.log())
        .filter((call) => call.path.endsWith('/me/addresses/check'))
        .map((call) => (call.body as { coordinates: { lng: number } }).coordinates.lng)
    await expect.poll(async () => ((await checked()).at(-1) ?? 0) - ((await checked())[0] ?? 0)).toBeGreaterThan(0)
    const before = (await checked()).length
    await map.click({ position: { x: 40, y: 60 } })
    await expect.poll(async () => (await checked()).length).toBeGreaterThan(before)
  })

  test('both searches are sent, one may fail, and an empty result is announced', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.fill('[name=q]', 'Hackescher')
    await expect(page.getByRole('option', { name: /Hackescher Markt/ })).toBeVisible()
    const asked = (await shop.upstream.log()).map((call) => call.path)
    expect(asked.some((path) => path.includes('/me/addresses/search-fixed?'))).toBe(true)
    expect(asked.some((path) => path.includes('/me/addresses/search?'))).toBe(true)
    await page.route('**/api/me/addresses/search-fixed*', (route) => route.abort())
    await page.fill('[name=q]', 'Torstraße')
    await expect(page.getByRole('option', { name: /Torstraße/ })).toBeVisible()
    await page.unroute('**/api/me/addresses/search-fixed*')
    await page.fill('[name=q]', 'Nowhere at all')
    await expect(page.locator('#root').getByText(/^Nothing found\./)).toBeVisible()
  })

  test('a place out of range is rejected with a message', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.fill('[name=q]', 'Flughafen')
    await page.getByRole('option', { name: /Flughafen BER/ }).click()
    await expect(page.locator('main [data-notice=danger]')).toHaveText(outside)
    await expect(save(page)).toHaveCount(0)
    // Where the restaurant delivers, Save says what is missing; outside of it nothing is asked, and what was typed stays.
    await page.fill('[name=q]', 'Alexanderplatz')
    await page.getByRole('option', { name: /Alexanderplatz/ }).click()
    await page.fill('main [name=name]', 'Square')
    await save(page).click()
    await expectFieldError(page, 'extras', /Please fill in this field\./)
    await expect(page.locator('main [name=extras]')).toBeFocused()
    await page.fill('[name=q]', 'Flughafen')
    await page.getByRole('option', { name: /Flughafen BER/ }).click()
    await expect(page.locator('main [data-notice=danger]')).toHaveText(outside)
    await expect(page.locator('main [name=name]')).toHaveCount(0)
    await expect(save(page)).toHaveCount(0)
    await page.fill('[name=q]', 'Alexanderplatz')
    await page.getByRole('option', { name: /Alexanderplatz/ }).click()
    await expect(page.locator('main [name=name]')).toHaveValue('Square')
  })

  test('a denied location explains what to do, and the form still works', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expectAlert(
      page,
      'Error',
      'In order to use this feature you need open your location services and/or grant permission to our app. Please allow location permissions and try again.',
    )
    await page.fill('[name=q]', 'Torstraße')
    await expect(page.getByRole('option', { name: /Torstraße/ })).toBeVisible()
  })

  test('comes back to the checkout that sent it', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create?return=checkout')
    await page.fill('[name=q]', 'Alexanderplatz')
    await page.getByRole('option', { name: /Alexanderplatz/ }).click()
    await page.fill('main [name=name]', 'Square')
    await page.fill('main [name=extras]', 'At the clock')
    await save(page).click()
    await expect(page).toHaveURL('/checkout')
  })
})
