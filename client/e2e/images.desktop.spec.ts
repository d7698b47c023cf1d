// Images in the right size from a running image service (TABLEFRONT_IMAGES_URL, docs/operator.md): ipx, unmodified.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { end, executable, root, run, until } from './programs.ts'
import { menuIsThere } from './story.ts'

const port = Number(process.env['E2E_PORT_BASE'] ?? 21000) + 910
const url = `http://127.0.0.1:${port}`
const images = `http://127.0.0.1:${port + 1}`
const widths = [160, 320, 480, 640, 960, 1280, 1920]

/** The requested images of the first screen. */
const asked = (page: Page): Promise<string[]> =>
  page
    .locator('main nav img, main section[data-layout]:first-of-type article img')
    .evaluateAll((all) => all.slice(0, 10).map((one) => ['src', 'srcset', 'sizes'].map((name) => one.getAttribute(name) ?? '').join('\n')))

/** A dish's image: the fetched URL, its real width and that of the original, and the displayed width. */
const dishPicture = async (page: Page) => {
  const picture = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Margherita', exact: true }) })
    .locator('img')
  await picture.scrollIntoViewIfNeeded()
  return picture.evaluate(async (shown: HTMLImageElement) => {
    const pixels = async (address: string): Promise<number> => {
      const image = new Image()
      image.src = address
      await image.decode()
      return image.naturalWidth
    }
    await shown.decode()
    return {
      from: shown.currentSrc,
      fetched: await pixels(shown.currentSrc),
      own: await pixels(shown.src),
      shown: shown.getBoundingClientRect().width * devicePixelRatio,
    }
  })
}

test('images come from the image service in the displayed width, in the first paint as well, and without the service from the restaurant', async ({
  browser,
  shop: worker,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'tablefront-e2e-'))
  const service = run(join(root, 'scripts/tools/node_modules/.bin/ipx'), ['serve'], {
    HOST: '127.0.0.1',
    PORT: String(port + 1),
    IPX_HTTP_DOMAINS: '127.0.0.1',
  })
  const bff = run(executable, ['serve'], {
    TABLEFRONT_ADDR: url.replace('http://', ''),
    TABLEFRONT_METRICS_ADDR: '',
    TABLEFRONT_UPSTREAM: worker.upstream.url,
    TABLEFRONT_DATA_DIR: data,
    TABLEFRONT_IMAGES_URL: `${images}/f_webp,w_{width}/{url}`,
    TABLEFRONT_LOG_LEVEL: 'error',
  })
  const shop = { ...worker, url }
  try {
    await until('The image service', async () => (await fetch(images)).status > 0)
    await until('The shop', async () => (await fetch(`${url}/readyz`)).ok)
    const sizes: number[] = []
    for (const viewport of [
      { width: 375, height: 812 },
      { width: 1440, height: 900 },
    ]) {
      const context = await browser.newContext({ viewport, locale: 'de-DE' })
      const page = await context.newPage()
      const refused: string[] = []
      page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()))
      const answer = page.waitForResponse(`${url}/`)
      await visit(page, shop, `${url}/`)
      await menuIsThere(page)
      expect((await answer).headers()['content-security-policy']).toMatch(new RegExp(`img-src [^;]*${images}`))

      const picture = await dishPicture(page)
      const width = Number(/\/f_webp,w_(\d+)\//.exec(picture.from)?.[1])
      expect(picture.from).toContain(`/${encodeURIComponent(worker.upstream.url)}`)
      expect(widths).toContain(width)
      // Wide enough for its place, the smallest such width, and delivered in it.
      expect(width).toBeGreaterThanOrEqual(picture.shown)
      expect(widths.filter((one) => one < width && one >= picture.shown * 1.5)).toEqual([])
      expect(picture.fetched).toBe(width)
      expect(picture.fetched).toBeLessThanOrEqual(picture.own)
      sizes.push(width)
      expect(refused).toEqual([])

      const still = await browser.newContext({ viewport, locale: 'de-DE', javaScriptEnabled: false })
      await still.addCookies(await context.cookies())
      const first = await still.newPage()
      await first.goto(`${url}/`)
      const painted = await asked(first)
      expect(painted.length).toBeGreaterThan(3)
      expect(painted.every((each) => each.includes(images))).toBe(true)
      expect((await asked(page)).slice(0, painted.length)).toEqual(painted)
      await still.close()
      await context.close()
    }
    // A phone fetches a smaller image than a wide screen, and smaller than the original.
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0)

    await end(service)
    const context = await browser.newContext({ locale: 'de-DE' })
    const page = await context.newPage()
    await visit(page, shop, `${url}/`)
    await menuIsThere(page)
    await expect.poll(async () => (await dishPicture(page)).from).not.toContain(images)
    await context.close()
  } finally {
    await end(bff)
    await end(service)
    rmSync(data, { recursive: true, force: true })
  }
})
