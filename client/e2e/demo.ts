// The published demo (`make demo`): the shop on mocks as static files under a sub-path, and a second brand in its folder nord.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'

const folder = '/some/tablefront/'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Builds the demo and serves it: files below the folder, and index.html for other paths, as 404.html does. `outside` records requests beyond the folder. */
export async function openDemo(): Promise<{ shop: string; outside: string[]; close: () => void }> {
  const files = mkdtempSync(join(tmpdir(), 'tablefront-demo-'))
  const outside: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    if (!pathname.startsWith(folder)) {
      outside.push(pathname)
      response.writeHead(404).end()
      return
    }
    const file = join(files, pathname.slice(folder.length), pathname.endsWith('/') ? 'index.html' : '')
    const found = existsSync(file) && statSync(file).isFile()
    const name = found ? file : join(files, 'index.html')
    response.writeHead(found ? 200 : 404, { 'content-type': types[extname(name)] ?? 'application/octet-stream' })
    response.end(readFileSync(name))
  })
  const close = (): void => {
    server.close()
    server.closeAllConnections()
    rmSync(files, { recursive: true, force: true })
  }
  try {
    for (const [brand, scenario, below] of [
      ['client/brand', '', ''],
      ['examples/brand', 'nord', 'nord/'],
    ] as const) {
      const before = { ...process.env }
      Object.assign(process.env, { BRAND: brand, VITE_SCENARIO: scenario })
      await build({
        configFile: new URL('../vite.config.ts', import.meta.url).pathname,
        mode: 'mock',
        base: folder + below,
        logLevel: 'error',
        build: { outDir: join(files, below), emptyOutDir: true },
      }).finally(() => (process.env = before))
    }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  } catch (error) {
    close()
    throw error
  }
  const address = server.address()
  return { shop: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}${folder}`, outside, close }
}
