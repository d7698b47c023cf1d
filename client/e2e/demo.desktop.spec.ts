// The published demo (`make demo`).
import { expect, test } from '@playwright/test'
import { openDemo } from './demo.ts'

test.use({ serviceWorkers: 'allow', locale: 'de-DE' })

test('the demo works under a sub-path, with a second brand in a folder', async ({ page }) => {
  const { shop, outside, close } = await openDemo()
  try {
    await page.goto(shop)
    // Choosing the branch goes home, which is the folder.
    await page.locator('main article button').first().click()
    await expect(page).toHaveURL(shop)
    await page.locator('main article a[href*="product=101"]').first().click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    expect(page.url().startsWith(shop.slice(0, -1))).toBe(true)
    // An account page in a new tab: the guard requires a login, which returns here.
    await page.goto(`${shop}me/my-orders`)
    await page
      .getByRole('main')
      .getByLabel(/E-Mail/)
      .fill('ada@example.org')
    await page.locator('main input[type=password]').fill('correct-horse')
    await page.locator('main form button[type=submit]').click()
    await expect(page).toHaveURL(`${shop}me/my-orders`)
    await expect(page.getByText(/^A-\d+$/).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^A-\d+$/).first()).toBeVisible()

    // The second brand: its settings, pictures and views, also for a customer who has chosen a branch of the first.
    const ground = (): Promise<string> =>
      page
        .locator('body')
        .evaluate(() => getComputedStyle(document.querySelector('#root header nav') ?? document.body).getPropertyValue('--surface-raised'))
    expect(await ground()).toBe('#fff')
    await page.goto(`${shop}nord/`)
    await expect(page.getByRole('heading', { level: 1, name: 'Nord' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Bilder' }).locator('img').first()).toBeVisible()
    expect(await ground()).toBe('#0b1a26')
    await page.locator('main article a[href*="product="]').first().click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    // The mocks' service worker does not handle requests of a page that is being left, so its last calls may reach the host. Others would have failed
    // above.
    expect(outside.filter((path) => path !== '/favicon.ico' && !path.startsWith('/api/'))).toEqual([])
  } finally {
    close()
  }
})
