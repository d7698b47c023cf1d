// Without a network: the second visit, what is stored and removed at logout, a new version next to an old tab, and going back online (docs/threat-model.md T29,
// docs/failures.md F20).
import type { Page } from '@playwright/test'
import { visitAs } from './customer.ts'
import { openFront } from './front.ts'
import { expect, test as base, withBranch, withLanguage, type Shop } from './harness.ts'
import { addMargherita, fontsAreThere, menuIsThere, newOrders, placeOrder } from './story.ts'

async function begin(page: Page, shop: Shop): Promise<void> {
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
}

/** Waits until the worker controls this page and has precached the shop. */
async function precached(page: Page): Promise<void> {
  await expect(async () => {
    const state = await page.evaluate(async () => {
      const names = await caches.keys()
      const open = async (part: string) => {
        const name = names.find((one) => one.startsWith(`tablefront-${part}`))
        return name === undefined ? [] : (await (await caches.open(name)).keys()).map((one) => one.url)
      }
      return { run: navigator.serviceWorker.controller !== null, pages: await open('pages'), responses: await open('responses') }
    })
    expect(state.run).toBe(true)
    expect(state.pages.length).toBeGreaterThan(0)
    expect(state.responses.some((url) => url.endsWith('/api/checkout/payment-providers'))).toBe(true)
    expect(state.responses.filter((url) => /categories\/\d+\/products$/.test(url)).length).toBeGreaterThan(3)
  }).toPass()
}

/** The first visit of the menu, until the worker has stored the shop. */
async function visitOnce(page: Page, { url }: { url: string }, shop: Shop): Promise<void> {
  await begin(page, shop)
  await page.goto(url)
  await menuIsThere(page)
  await precached(page)
}

/** Everything in the browser's caches: addresses, headers and bodies. */
const dump = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        if (!/\/assets\//.test(request.url))
          parts.push(
            request.url,
            JSON.stringify([...request.headers]),
            JSON.stringify([...(answer?.headers ?? [])]),
            (await answer?.text()) ?? '',
          )
      }
    }
    for (const base of await indexedDB.databases()) parts.push(base.name ?? '')
    return parts.join('\n')
  })

/** Empties the browser's own cache, as it does itself when space is short. */
async function clearHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** Sets navigator.onLine to false in a page that was just loaded; the browser's switch does not survive a load. */
async function sayOffline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}

/** The shop's front, with what the stories do to it. */
async function proxied(shop: Shop) {
  const html = await (await fetch(`${shop.url}/`)).text()
  const entry = / data-shop="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  // A hash may contain hyphens: its length counts.
  const next = entry.replace(/-[\w-]{8}\.js$/, '-nextbuild.js')
  expect(next).not.toBe('')
  const front = await openFront(shop.url)
  return {
    url: front.url,
    close: front.close,
    /** Deploys the next release: the same files under a new build name, and a new worker. */
    release: () =>
      front.rewrite((text) =>
        text
          .replace(`data-shop="${entry}"`, `data-shop="${next}"`)
          .replace(/version:(["'`])[0-9a-f]{12}\1/, 'version:"next"')
          .replace(/entry:(["'`])[^"'`]+\1/, `entry:"${next}"`),
      ),
    /** Serves the worker that unregisters itself. */
    turnOff: () => front.serveWorker('/sw-off.js'),
    /** Takes the network away, from the page and from its worker: the browser's own switch leaves the worker connected. */
    cut: async (page: Page) => {
      await page.context().setOffline(true)
      await front.close()
    },
    restore: async (page: Page) => {
      await front.open()
      await page.context().setOffline(false)
    },
  }
}

/** The shop with its front, which ends with the story. */
const test = base.extend<{ front: Awaited<ReturnType<typeof proxied>> }>({
  front: async ({ shop }, use) => {
    const front = await proxied(shop)
    await use(front)
    await front.close()
  },
  baseURL: async ({ front }, use) => use(front.url),
})

const assetCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tablefront-assets')).sort())

// The stories reload without a network, after a logout and after a deployment.
test.use({ serviceWorkers: 'allow', steady: false })

test('a second visit without a network: menu and cart work, the checkout says that it is offline, nothing is queued', async ({
  page,
  front,
  shop,
}) => {
  await visitOnce(page, front, shop)
  // From a screen that was opened online.
  await page.goto(`${front.url}/contact`)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await front.cut(page)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await menuIsThere(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Desserts' })).toBeAttached()
  await page.reload()
  await menuIsThere(page)
  await sayOffline(page)
  await expect(page.locator('#root').getByText('You are offline. You can order again')).toBeVisible()
  // The rest of the menu comes from the precache.
  await expect(page.getByRole('heading', { level: 2, name: 'Desserts' })).toBeAttached()
  await addMargherita(page)
  await page.goto(`${front.url}/checkout`)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await sayOffline(page)
  await expect(page.locator('#root').getByText(/^You are offline. Your cart and what you typed are safe/)).toBeVisible()
  await expect(placeOrder(page)).toBeDisabled()
  await page.fill('[name=name]', 'Mary Jackson')
  await page.goto(`${front.url}/contact`)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()

  // Online again: the cart and the typed values are there, and no order was sent automatically.
  await front.restore(page)
  await page.goto(`${front.url}/checkout`)
  await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
  await expect(page.locator('#root').getByText(/^You are offline/)).toHaveCount(0)
  await expect(page.getByText('Margherita').first()).toBeVisible()
  expect(await newOrders(shop)).toEqual([])
  expect((await shop.upstream.log()).filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a screen opened without a network shows no other one before, says so although the browser is never idle, and has the shop’s fonts', async ({
  page,
  front,
  shop,
}) => {
  await begin(page, shop)
  await page.goto(front.url)
  await menuIsThere(page)
  await fontsAreThere(page)
  await precached(page)
  await clearHttpCache(page)
  await front.cut(page)
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
    const [headings, heights] = [new Set<string>(), new Set<number>()]
    new MutationObserver(() => {
      headings.add(document.querySelector('h1')?.textContent ?? '')
      const empty = document.querySelector('[data-first-paint] main[aria-busy]:empty')
      if (empty) heights.add(parseFloat(getComputedStyle(empty, '::before').blockSize))
    }).observe(document, { childList: true, subtree: true })
    Object.assign(window, { headings, heights })
  })
  await page.goto(`${front.url}/select-branch`)
  await expect(page.locator('#root').getByText(/^You are offline/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a branch')
  expect(await page.evaluate(() => [...(window as unknown as { headings: Set<string> }).headings])).toEqual(['', 'Choose a branch'])
  // Its place is kept by a placeholder.
  expect(await page.evaluate(() => [...(window as unknown as { heights: Set<number> }).heights].some((one) => one > 200))).toBe(true)
  await fontsAreThere(page)
})

test('no cached page or response of another branch or language is shown', async ({ page, front, shop }) => {
  await visitOnce(page, front, shop)
  await page.goto(`${front.url}/select-branch`)
  await page.locator('[name=branch]').selectOption(shop.upstream.branches[1] ?? '')
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(`${front.url}/`)
  await expect(page.locator('main article').first()).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  const own = encodeURIComponent(shop.upstream.branches[1] ?? '')
  // The cache of the other branch is removed.
  await expect(async () => {
    const urls = await page.evaluate(async () => {
      const found: string[] = []
      for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) found.push(one.url)
      return found.filter((url) => url.includes('/cached/'))
    })
    expect(urls.filter((url) => !url.includes(own))).toEqual([])
    expect(urls.some((url) => url.endsWith('/page'))).toBe(true)
  }).toPass()
  await front.cut(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  expect(await page.evaluate(() => JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as unknown)).toMatchObject({
    branch: shop.upstream.branches[1],
    lang: 'en',
  })
})

test('after a logout the browser stores nothing of the customer', async ({ page, front, shop }) => {
  await visitAs(page, shop, 'ada@example.org', `${front.url}/`)
  await menuIsThere(page)
  await precached(page)
  const me = await page.evaluate(async () => {
    const answer = await fetch('/api/me', {
      headers: { Authorization: `Bearer ${localStorage.getItem('token') ?? ''}`, 'X-Branch': localStorage.getItem('branchUrl') ?? '' },
    })
    return { ...((await answer.json()) as { name: string; email: string; phone: string }), token: localStorage.getItem('token') ?? '' }
  })
  for (const path of ['/me/my-profile', '/me/my-orders', '/me/address-list', '/checkout']) {
    await page.goto(`${front.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const canaries = [me.name, me.email, me.phone, me.token, 'A-1000', 'Bearer']
  for (const canary of canaries) expect(canary.length).toBeGreaterThan(3)
  const during = await dump(page)
  for (const canary of canaries) expect(during, canary).not.toContain(canary)
  await front.cut(page)
  await page.goto(front.url)
  await menuIsThere(page)
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'renew', reason: 'logout' }))
  await expect.poll(async () => (await dump(page)).includes('/api/')).toBe(false)
  const after = await dump(page)
  for (const canary of canaries) expect(after, canary).not.toContain(canary)
})

test('a new version does not mix with an old tab, and is activated when that is closed', async ({ page, context, front, shop }) => {
  await visitOnce(page, front, shop)
  const [old = ''] = await assetCaches(page)
  front.release()
  const second = await context.newPage()
  await begin(second, shop)
  await second.goto(front.url)
  await menuIsThere(second)
  // The new build is whole and waits; the old tab has all of its own files, also those it has not asked for yet.
  await expect
    .poll(() => second.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? ''))
    .toBe('installed')
  expect(await assetCaches(second)).toEqual([old, 'tablefront-assets-next'].sort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await page.close()
  await second.reload()
  await expect.poll(() => assetCaches(second)).toEqual(['tablefront-assets-next'])
  await precached(second)
  await front.cut(second)
  await second.reload()
  await menuIsThere(second)
  expect(await second.locator('script[data-shop]').getAttribute('data-shop')).toContain('nextbuild')
})

test('turned off, browsers clear the cache and unregister the worker', async ({ page, front, shop }) => {
  await visitOnce(page, front, shop)
  front.turnOff()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect
    .poll(() => page.evaluate(async () => [(await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length]))
    .toEqual([0, 0])
  await page.reload()
  await menuIsThere(page)
})
