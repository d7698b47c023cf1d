// The order of a guest who sees nothing, told through a screen reader: client/e2e/spoken-order.md is what is read and said. SPOKEN=write writes it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { expect, test, withLanguage } from './harness.ts'
import { root } from './programs.ts'
import { bringReader, listen, read } from './screenReader.ts'
import { dialog, guest, holdBack, menuIsThere, placeOrder } from './story.ts'

const file = `${root}client/e2e/spoken-order.md`
const writes = process.env['SPOKEN'] === 'write'

/** The page in its parts: the head, and one for each step. */
const between = '\n## '
const written = readFileSync(file, 'utf8').split(between)

const head = `# The order by ear

For anyone who changes a component, and for testers without a screen reader at hand: what a screen reader tells somebody who orders as a guest and sees nothing. \`client/e2e/spoken.phone.spec.ts\` goes through
the shop by keyboard, with [@guidepup/virtual-screen-reader](https://www.guidepup.dev/docs/virtual) in its page, and fails when this page no longer says the same;
\`SPOKEN=write playwright test --config client/playwright.config.ts spoken\` writes it anew. Read it from top to bottom before you commit it: each step must tell what a thing is, what was chosen, what is missing and what it costs, and nothing twice.

A line that begins with "said" is an announcement, or what takes the focus. The other lines are what is read of a part of the page.
`

/** A Tuesday at noon, when the restaurant is open. */
const noon = '2026-11-17T12:00:00+01:00'

test('an order is told to somebody who sees nothing', async ({ page, shop }) => {
  await shop.upstream.scenario({ now: noon, names: ['net-prices'] })
  await page.clock.setFixedTime(new Date(noon))
  await withLanguage(page, shop, 'en')
  await bringReader(page)
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
  const told = [head]
  /** Hears a step until it is what the page says of it: an announcement comes a moment after what it is about. When the page is written anew, until nothing more is heard. */
  const tell = async (title: string, hear: () => Promise<string[]>): Promise<void> => {
    let step = writes ? undefined : written[told.length]
    await expect(async () => {
      const lines = (await hear()).map((line) => `- ${line.replaceAll('*', '\\*')}`)
      const heard = [title, '', ...lines, ''].join('\n')
      const before = step
      if (writes) step = heard
      expect(heard).toBe(before)
    }).toPass({ intervals: [300] })
    told.push(step ?? '')
  }
  const readOut = (title: string, ...parts: Locator[]): Promise<void> =>
    tell(title, async () => {
      const lines: string[] = []
      for (const part of parts) lines.push(...(await read(part)))
      return lines
    })

  await page.goto('/')
  const branch = page.getByRole('combobox', { name: 'Branch' })
  await expect(branch).toBeVisible()
  // Hours and addresses come after the names.
  await expect(page.getByRole('link', { name: 'Show on the map' })).toHaveCount(shop.upstream.branches.length)
  await readOut('A branch is chosen', page.locator('main'))
  await branch.selectOption(shop.upstream.branches[0] ?? '')
  await page.getByRole('button', { name: 'Continue', exact: true }).press('Enter')
  await menuIsThere(page)
  await expect(page.locator('[data-toasts]')).toBeAttached()
  await readOut('The menu', page.getByRole('banner'), page.locator('main nav').first(), page.locator('#menus'))
  await readOut('A dish on it', page.locator('article', { has: page.getByRole('link', { name: 'Margherita', exact: true }) }))

  const said = await listen(page)
  await said()
  /** Presses, waits for what must follow, and hears what is said. */
  const press = async (title: string, control: Locator, key: string, follows: () => Promise<void>): Promise<void> => {
    await control.focus()
    await control.press(key)
    await follows()
    const lines: string[] = []
    await tell(title, async () => {
      for (const line of await said())
        // A machine that is busy also says that a screen is loading.
        if (line !== 'said: Loading') lines.push(line.startsWith('said: ') ? line : `said: ${line}`)
      return lines
    })
  }
  const shown = (what: Locator) => () => expect(what).toBeVisible()
  const gone = (what: Locator) => () => expect(what).toBeHidden()

  const margherita = page.getByRole('main').getByRole('link', { name: 'Margherita', exact: true }).first()
  const sheet = dialog(page, 'Margherita')
  await press('The dish is opened', margherita, 'Enter', shown(sheet))
  await readOut('Its sheet', sheet)
  const thin = sheet.getByRole('radio', { name: /^Classic thin/ })
  await press('What is missing is looked for', sheet.getByRole('button', { name: /^Please choose/ }), 'Enter', () =>
    expect(thin).toBeFocused(),
  )
  await press('The dough is chosen', thin, ' ', () => expect(thin).toBeChecked())
  const olives = sheet.getByRole('checkbox', { name: /^Olives/ })
  await press('Olives are added', olives, ' ', () => expect(olives).toBeChecked())
  await press('The dish goes into the cart', sheet.getByRole('button', { name: /^Add to Cart/ }), 'Enter', gone(sheet))

  // The next message is said alone.
  const added = page.locator('[data-toasts]').getByText('Product has been added to your cart')
  await expect(added).toHaveCount(0)
  const combo = dialog(page, 'Pizza night for two')
  await press('A combo is opened', page.getByRole('link', { name: 'Pizza night for two' }), 'Enter', shown(combo))
  await readOut('Its sheet', combo)
  const choose = combo.getByRole('button', { name: /^Please choose/ })
  const add = combo.getByRole('button', { name: /^Add to Cart/ })
  for (let part = 1; !(await add.isEnabled()); part += 1) {
    const before = await choose.textContent()
    await choose.press('Enter')
    await press(`Part ${part} of the combo is chosen`, page.locator(':focus'), ' ', () =>
      expect(choose.getByText(before ?? '', { exact: true })).toHaveCount(0),
    )
  }
  await readOut('What was chosen', combo.getByRole('region', { name: 'Your choice' }), add)
  await press('The combo goes into the cart', add, 'Enter', gone(combo))

  await expect(added).toHaveCount(0)
  const cart = dialog(page, 'Cart')
  await press('The cart is opened', page.getByRole('banner').getByRole('button', { name: /^Cart/ }), 'Enter', shown(cart))
  await readOut('The cart', cart)
  const taxes = await holdBack(page, '**/api/taxes')
  const entry = dialog(page, 'Login or continue as guest?')
  await press('To the checkout', cart.getByRole('button', { name: /^Checkout/ }), 'Enter', shown(entry))
  await readOut('The question before it', entry)
  await press('As a guest', entry.getByRole('button', { name: 'Checkout as Guest' }), 'Enter', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    await expect(page.locator('[name=paymentType]').first()).toBeAttached()
    await expect(page.getByRole('button', { name: 'Choose how you would like to get your order.' })).toBeVisible()
    taxes()
    await expect(page.locator('#main').getByText('VAT (7%)')).toBeAttached()
  })
  await readOut('The checkout', page.locator('main'))

  const field = (name: string): Locator => page.locator(`main [name=${name}]`)
  const takeaway = page.locator('[name=deliverType][value=takeaway]')
  await press('Takeaway', takeaway, ' ', () => expect(takeaway).toBeChecked())
  const announced = (words: string) => expect(page.locator('body > [aria-live]')).toContainText(words)
  await field('name').fill(guest.name)
  await announced('Enter your e-mail address.')
  await field('email').fill('mary')
  await press('An e-mail address with a mistake is left', field('email'), 'Tab', () =>
    expect(field('email')).toHaveAttribute('aria-invalid', 'true'),
  )
  await readOut('Who orders, with the mistake', page.getByRole('region', { name: 'Who' }))
  await field('email').fill(guest.email)
  await announced('Enter your phone number.')
  await field('phone').fill('12')
  await press('A telephone number that is none is left', field('phone'), 'Tab', () => expect(field('phone')).toHaveValue(''))
  await field('phone').fill(guest.phone)
  await announced('Choose how to pay.')
  await press('Both are right', field('phone'), 'Tab', () => expect(field('phone')).not.toHaveAttribute('aria-invalid'))
  const cash = page.locator('[name=paymentType][value=cash]')
  await press('How to pay', cash, ' ', () => expect(cash).toBeChecked())
  await press('The terms', field('terms'), ' ', () => expect(placeOrder(page)).toBeEnabled())
  await readOut('The last button', placeOrder(page))
  // A quick answer would change the screen before it is said that the order is being sent.
  const answer = await holdBack(page, '**/api/checkout/v2')
  await press('The order is placed', placeOrder(page), 'Enter', async () => {
    await announced('Your order is being sent')
    answer()
    await shown(page.getByRole('heading', { level: 1, name: 'Thank you for your order' }))()
  })
  await readOut('The confirmation', page.locator('main'))

  if (writes) writeFileSync(file, told.join(between))
  else expect(told.join(between)).toBe(written.join(between))
})
