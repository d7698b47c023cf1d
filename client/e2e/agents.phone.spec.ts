// An assistant in the browser (docs/agents.md): it does what the customer could do on the menu, and nothing that costs money.
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { menuIsThere, newOrders, openCart } from './story.ts'

interface Answer {
  isError?: boolean
  content: { text: string }[]
  structuredContent: { results: { id: number }[]; sum: number; lines: unknown[]; price: number; sizes: unknown[]; offered: string[] }
}

/** Gives the page a browser with WebMCP, and returns the function that calls a tool. */
async function withTools(page: Page): Promise<(name: string, input?: object) => Promise<Answer>> {
  await page.addInitScript(() => {
    const tools = new Map<string, { execute: (input: object) => Promise<unknown> }>()
    Object.assign(window, { tools })
    Object.defineProperty(Navigator.prototype, 'modelContext', {
      value: {
        registerTool: (tool: { name: string; execute: (input: object) => Promise<unknown> }) => void tools.set(tool.name, tool),
        unregisterTool: (name: string) => void tools.delete(name),
      },
    })
  })
  return (name, input = {}) =>
    page.evaluate(
      ([tool, given]) =>
        (window as unknown as { tools: Map<string, { execute: (input: object) => Promise<Answer> }> }).tools
          .get(tool)
          ?.execute(given) as Promise<Answer>,
      [name, input] as const,
    )
}

test('an assistant fills the cart, the customer sees it, and nothing is ordered', async ({ page, shop }) => {
  const call = await withTools(page)
  await visit(page, shop, '/')
  await menuIsThere(page)
  await expect
    .poll(() => page.evaluate(() => [...(window as unknown as { tools: Map<string, unknown> }).tools.keys()].sort()))
    .toEqual(['add_to_cart', 'choose_delivery', 'get_dish', 'open_checkout', 'search_menu', 'view_cart'])

  await expect.poll(async () => (await call('search_menu', { query: 'margherita' })).structuredContent.results[0]?.id).toBe(101)
  await page.route('**/products/101', async (route) => route.fulfill({ status: 502, json: { code: 'upstream_unreachable' } }))
  const problem = async (id: number) => {
    const { isError, content } = await call('get_dish', { id })
    return isError === true ? content[0]?.text : ''
  }
  await expect.poll(async () => problem(101)).toContain('could not be loaded')
  await expect.poll(async () => problem(99_999)).toContain('There is no dish with this id')
  await page.unroute('**/products/101')
  const dish = await call('get_dish', { id: 101 })
  expect(dish.structuredContent.sizes.length).toBeGreaterThan(1)
  const incomplete = await call('add_to_cart', { id: 101 })
  expect(incomplete).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Still to choose: variant') }] })
  const [variant] = (dish.structuredContent as unknown as { variants: { id: number; options: { id: number; name: string }[] }[] }).variants
  const thin = variant?.options.find(({ name }) => name === 'Classic thin')
  const added = await call('add_to_cart', { id: 101, quantity: 2, options: [{ variant_id: variant?.id, option_id: thin?.id }] })
  expect(added.structuredContent).toMatchObject({ added: 'Margherita', price: 17 })
  await expect(page.getByText('Product has been added to your cart').first()).toBeVisible()
  expect((await call('view_cart')).structuredContent).toMatchObject({ sum: 17, lines: [{ name: 'Margherita', quantity: 2, total: 17 }] })

  const offered = await call('choose_delivery')
  expect(offered.structuredContent.offered).toContain('takeaway')
  await call('choose_delivery', { type: 'takeaway' })
  await expect(page.getByRole('main')).toContainText('Takeaway')
  const cart = await openCart(page)
  await expect(cart).toContainText('Margherita')
  await page.keyboard.press('Escape')

  await call('open_checkout')
  await page.getByRole('dialog').getByRole('button', { name: 'Checkout as Guest' }).click()
  await expect(page).toHaveURL(/\/checkout/)
  expect(await newOrders(shop)).toEqual([])
  // The tools are the menu's: elsewhere there are none.
  // They are removed with it, when the scripts of the checkout have been loaded.
  await expect.poll(() => page.evaluate(() => (window as unknown as { tools: Map<string, unknown> }).tools.size)).toBe(0)
})

test('a browser without WebMCP loads nothing for it', async ({ page, shop }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const last = page.waitForResponse(/\/assets\/vitals-/)
  await visit(page, shop, '/')
  await menuIsThere(page)
  await last
  expect(loaded.filter((url) => url.includes('AgentTools'))).toEqual([])
})
