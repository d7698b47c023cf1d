// The published demo (`make demo`): the shop on mocks as static files under a sub-path.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'

test.use({ serviceWorkers: 'allow', locale: 'de-DE' })

const folder = '/some/tablefront/'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** A static file server: files below the folder, and index.html for other paths, as 404.html does. `outside` records requests beyond the folder. */
function serve(files: string, outside: string[]): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    if (!pathname.startsWith(folder)) {
      outside.push(pathname)
      response.writeHead(404).end()
      return
    }
    const file = join(files, pathname.slice(folder.length))
    const found = existsSync(file) && statSync(file).isFile()
    const name = found ? file : join(files, 'index.html')
    response.writeHead(found || pathname === folder ? 200 : 404, { 'content-type': types[extname(name)] ?? 'application/octet-stream' })
    response.end(readFileSync(name))
  })
}

test('the demo works under a sub-path', async ({ page }) => {
  test.slow()
  const files = mkdtempSync(join(tmpdir(), 'tablefront-demo-'))
  const outside: string[] = []
  const server = serve(files, outside)
  try {
    await build({
      configFile: new URL('../vite.config.ts', import.meta.url).pathname,
      mode: 'mock',
      base: folder,
      logLevel: 'error',
      build: { outDir: files, emptyOutDir: true },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const host = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    const shop = host + folder
    await page.goto(shop)
    // Choosing the branch goes home, which is the folder.
    await page.locator('main article button').first().click()
    await expect(page).toHaveURL(shop)
    await page.locator('main article a[href*="product=101"]').first().click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    expect(new URL(page.url()).pathname.startsWith(folder.slice(0, -1))).toBe(true)
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
    // The mocks' service worker does not handle requests of a page that is being left, so its last calls may reach the host. Others would have failed
    // above.
    expect(outside.filter((path) => path !== '/favicon.ico' && !path.startsWith('/api/'))).toEqual([])
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(files, { recursive: true, force: true })
  }
})
