// Addresses in both systems (docs/specification.md sections 2, 4, 5, 8).
import type { Locator, Page } from '@playwright/test'
import { expectFieldError, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save the address' })

/** Drags something by a way in pixels: with a finger where the device has a touch screen, else with the mouse. */
async function drag(page: Page, what: Locator, by: { x: number; y: number }): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (box === null) throw new Error('nothing to drag')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const way = [0.25, 0.5, 0.75, 1].map((part) => ({ x: from.x + by.x * part, y: from.y + by.y * part }))
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (const point of way) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await touch.detach()
    return
  }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const point of way) await page.mouse.move(point.x, point.y)
  await page.mouse.up()
}

test.describe('the old address system', () => {
  test.beforeEach(async ({ shop }) => shop.upstream.scenario({ names: ['old-addresses'] }))

  test('an empty list says what to do; creating needs name, area and address', { tag: '@phone' }, async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/my-addresses')
    await expect(page.getByText("You haven't added an address yet. Click the button below to add one")).toBeVisible()
    await page.getByRole('link', { name: 'Add an address' }).click()
    await expect(page).toHaveURL('/me/my-addresses/create')
    await save(page).click()
    await expectFieldError(page, 'name', /Please fill in this field\./)
    await expectFieldError(page, 'areaId', 'Please choose an area.')
    await expectFieldError(page, 'address', 'Please fill in this field.')
    await page.selectOption('[name=areaId]', { label: 'Mitte (10178)' })
    await expectFieldError(page, 'areaId', /Minimum order .*12/)
    await page.fill('main [name=name]', 'Fehler')
    await page.fill('main [name=address]', 'Rathausstraße 5')
    await save(page).click()
    await expectFieldError(page, 'name', /This value is not accepted\./)
    await page.fill('main [name=name]', 'Home')
    await save(page).click()
    await expect(page).toHaveURL('/me/my-addresses')
    await expect(page.getByRole('heading', { level: 2, name: /Home/ })).toBeVisible()
  })
})

test.describe('the new address system', () => {
  test('the pin is dragged, by a finger on a phone and by the mouse elsewhere, and the place is asked about once it rests', async ({
    page,
    shop,
  }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.getByRole('button', { name: 'Choose on the map' }).click()
    const pin = page.getByRole('application').getByRole('button', { name: 'Place of the address' })
    await expect(pin).toBeVisible()
    const checked = async () =>
      (await shop.upstream.log())
        .filter((call) => call.path.endsWith('/me/addresses/check'))
        .map((call) => (call.body as { coordinates: { lat: number; lng: number } }).coordinates)
    // East, then north: far enough that only dragging can have done it.
    await drag(page, pin, { x: 60, y: 0 })
    await expect.poll(async () => (await checked()).length).toBe(1)
    await expect(save(page)).toBeVisible()
    await drag(page, pin, { x: 0, y: -60 })
    await expect.poll(async () => (await checked()).length).toBe(2)
    const [first, second] = await checked()
    expect(second?.lat ?? 0).toBeGreaterThan((first?.lat ?? 0) + 0.0005)
    expect(Math.abs((second?.lng ?? 0) - (first?.lng ?? 0))).toBeLessThan(0.0002)
  })

  test('the current location is taken where it is allowed', { tag: '@phone' }, async ({ page, shop, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.5185, longitude: 13.4073 })
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(page.getByText(/^We deliver to Rathausstraße.*: Mitte$/)).toBeVisible()
    // What the check reveals comes into view, and the focus stays (docs/specification.md section 9).
    await expect(page.locator('main [name=name]')).toBeInViewport()
    await expect(page.locator('main [name=name]')).not.toBeFocused()
  })
})
