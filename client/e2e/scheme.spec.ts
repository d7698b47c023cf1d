// Light or dark: the device's setting, or the customer's choice (docs/decisions/client-light-and-dark.md).
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { menuIsThere } from './story.ts'

/** The page's background, and the colour scheme announced to the browser. */
const look = (page: Page) =>
  page.evaluate(() => ({
    ground: getComputedStyle(document.body).backgroundColor,
    bars: [...document.head.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => media === '' || matchMedia(media).matches)
      .map(({ dataset }) => dataset['scheme']),
    browser: [
      getComputedStyle(document.documentElement).colorScheme,
      document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content,
    ],
  }))
const light = { ground: 'rgb(250, 248, 245)', bars: ['light'], browser: ['light', 'light'] }
const dark = { ground: 'rgb(20, 17, 15)', bars: ['dark'], browser: ['dark', 'dark'] }

test('the colour scheme follows the device until the customer chooses; the choice applies from the first paint and in every tab', async ({
  page,
  shop,
}, info) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await expect.poll(() => look(page)).toEqual(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => look(page)).toEqual(light)

  const phone = info.project.name === 'phone'
  if (phone) await page.getByRole('button', { name: 'Open the menu' }).click()
  const choice = (phone ? page.getByRole('dialog') : page.getByRole('contentinfo')).getByRole('combobox', { name: 'Light or dark' })
  await choice.selectOption({ label: 'Dark' })
  await expect.poll(() => look(page)).toEqual(dark)
  await expectAccessible(page)

  // Another tab follows.
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/contact')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => look(other)).toEqual(dark)
  const there = other.getByRole('contentinfo').getByRole('combobox', { name: 'Light or dark' })
  await there.selectOption({ label: 'Light' })
  await expect.poll(() => look(other)).toEqual(light)
  await expect.poll(() => look(page)).toEqual(light)
  await there.selectOption({ label: 'Dark' })
  await expect.poll(() => look(page)).toEqual(dark)

  // The first paint is dark before any script of the application is loaded.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect.poll(() => look(page)).toEqual(dark)
  await page.unroute('**/assets/*.js')

  // Without a choice the device's setting applies again.
  await there.selectOption({ label: 'Automatic' })
  await expect.poll(() => look(other)).toEqual(light)
  expect(await other.evaluate(() => localStorage.getItem('tablefront:scheme'))).toBeNull()
  await other.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => look(other)).toEqual(dark)
  // Printed pages are light.
  await other.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await other.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface-raised'))).toMatch(
    /^#fff(fff)?$/,
  )
})
