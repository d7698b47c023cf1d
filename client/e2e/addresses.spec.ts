// Addresses in both systems (docs/specification.md sections 2, 4, 5, 8).
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectAlert, expectFieldError, visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { confirmed, fillGuest, newOrders, placeOrder, withMargheritas } from './story.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save the address' })

/** Drags an element by a distance in pixels: by touch where the device has a touch screen, else by mouse. */
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

  test('an empty list explains what to do; name, area and address are required', { tag: '@phone' }, async ({ page, shop }) => {
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
  test('the pin is dragged by touch or mouse, and its place is checked once after the debounce', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.getByRole('button', { name: 'Choose on the map' }).click()
    const pin = page.getByRole('application').getByRole('button', { name: 'Place of the address' })
    await expect(pin).toBeVisible()
    const checked = async () =>
      (await shop.upstream.log())
        .filter((call) => call.path.endsWith('/me/addresses/check'))
        .map((call) => (call.body as { coordinates: { lat: number; lng: number } }).coordinates)
    // East, then north: far enough that only dragging can have caused it.
    await drag(page, pin, { x: 60, y: 0 })
    await expect.poll(async () => (await checked()).length).toBe(1)
    await expect(save(page)).toBeVisible()
    await drag(page, pin, { x: 0, y: -60 })
    await expect.poll(async () => (await checked()).length).toBe(2)
    const [first, second] = await checked()
    expect(second?.lat ?? 0).toBeGreaterThan((first?.lat ?? 0) + 0.0005)
    expect(Math.abs((second?.lng ?? 0) - (first?.lng ?? 0))).toBeLessThan(0.0002)
  })

  test('the current location is used if permitted', { tag: '@phone' }, async ({ page, shop, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.5185, longitude: 13.4073 })
    await visitAs(page, shop, 'neu@example.org', '/me/address-list/create')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(page.locator('#root').getByText(/^We deliver to Rathausstraße.*: Mitte$/)).toBeVisible()
    // The revealed fields come into view, and the focus stays (docs/specification.md section 9).
    await expect(page.locator('main [name=name]')).toBeInViewport()
    await expect(page.locator('main [name=name]')).not.toBeFocused()
  })
})

const locate = (page: Page): Locator => page.getByRole('button', { name: 'Use my location' })

test(
  'a guest’s location fills in address and area, is sent with the order, and is never requested without a press',
  { tag: '@phone' },
  async ({ page, shop, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.518512345, longitude: 13.407312345 })
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/bff/geocode/') && asked.push(new URL(request.url()).search))
    await withMargheritas(page, shop, 2)
    await visit(page, shop, '/checkout')
    await fillGuest(page, { way: 'delivery' })
    const address = page.locator('main [name=address]')
    await address.fill('Torstraße 7')
    expect(asked).toEqual([])

    await locate(page).press('Enter')
    await expect(
      page
        .locator('#root')
        .getByText(/Filled in from your location\..*What was there before has been replaced\..*gets your location with the order/),
    ).toBeVisible()
    await expect(address).toHaveValue(/^Rathausstraße \d+, 10178 Berlin$/)
    await expect(page.locator('[name=areaId]')).toHaveValue('1')
    expect(asked).toEqual(['?lat=52.5185&lng=13.4073'])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(address).toHaveValue('Torstraße 7')
    await expect(page.locator('[name=areaId]')).toHaveValue('')
    await expect(locate(page)).toBeFocused()

    await locate(page).press('Enter')
    await expect(address).toHaveValue(/^Rathausstraße/)
    await address.press('End')
    await address.pressSequentially(', 3rd floor')
    // A reload restores both the found and the typed text.
    await page.reload()
    await expect(address).toHaveValue(/^Rathausstraße \d+, 10178 Berlin, 3rd floor$/)
    await fillGuest(page, { way: 'delivery' })
    await placeOrder(page).click()
    await confirmed(page)
    const [order] = await newOrders(shop)
    expect(order?.submission).toMatchObject({ deliverType: 'delivery', areaId: 1, coordinates: { lat: 52.51851, lng: 13.40731 } })
  },
)

test.describe('presses one after another', () => {
  // The geocoder is asked once a second: what a second press leads to comes later.
  test.use({ steady: false })

  test(
    'an edited address is sent without the location; a denied, unknown or unnamed location is reported, and nothing is lost',
    { tag: '@phone' },
    async ({ page, shop, context }) => {
      await withMargheritas(page, shop, 2)
      await visit(page, shop, '/checkout')
      await fillGuest(page, { way: 'delivery' })
      const address = page.locator('main [name=address]')
      await address.fill('Torstraße 7')
      await locate(page).click()
      await expectAlert(page, 'Error', 'Please allow location permissions and try again.')
      await expect(address).toHaveValue('Torstraße 7')

      await context.grantPermissions(['geolocation'])
      await context.setGeolocation(null)
      await locate(page).click()
      await expectAlert(page, 'Error', 'In order to use this feature you need open your location services')
      // In the middle of the sea.
      await context.setGeolocation({ latitude: 54.9, longitude: 7.1 })
      await locate(page).click()
      await expect(page.locator('#root').getByText('We could not find the address of your location. Please enter it.')).toBeVisible()
      await expect(address).toHaveValue('Torstraße 7')
      // At home, in no postal code that the restaurant names.
      await context.setGeolocation({ latitude: 52.5022, longitude: 13.3285 })
      await locate(page).click()
      await expect(page.locator('#root').getByText(/We could not determine your delivery area\. Please choose it\./)).toBeVisible()
      await expect(page.locator('[name=areaId]')).toHaveValue('')
      await page.selectOption('[name=areaId]', '1')
      await address.fill('Torstraße 7')
      await placeOrder(page).click()
      await confirmed(page)
      const [order] = await newOrders(shop)
      expect(order?.submission).toMatchObject({ areaId: 1, address: 'Torstraße 7' })
      expect(order?.submission).not.toHaveProperty('coordinates')
    },
  )
})

test(
  'old address system: the location fills in a new address; a place out of range fills in nothing',
  { tag: '@phone' },
  async ({ page, shop, context }) => {
    await shop.upstream.scenario({ names: ['old-addresses'] })
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.5022, longitude: 13.3285 })
    await visitAs(page, shop, 'neu@example.org', '/me/my-addresses/create')
    const address = page.locator('main [name=address]')
    await locate(page).click()
    await expect(page.locator('#root').getByText('The location that you have marked is out of our delivery range')).toBeVisible()
    await expect(address).toHaveValue('')
    await context.setGeolocation({ latitude: 52.5185, longitude: 13.4073 })
    await locate(page).click()
    await expect(page.locator('[name=areaId]')).toHaveValue('1')
    await expect(address).toHaveValue(/^Rathausstraße/)
    await expect(page.locator('#root').getByText('Filled in from your location. Please check it.')).toBeVisible()
    await page.fill('main [name=name]', 'Home')
    await save(page).click()
    await expect(page).toHaveURL('/me/my-addresses')
    const [sent] = (await shop.upstream.log()).filter(({ method, path }) => method === 'POST' && path.endsWith('/me/addresses'))
    expect(sent?.body).toMatchObject({ areaId: 1, coordinates: { lat: 52.5185, lng: 13.4073 } })
  },
)
