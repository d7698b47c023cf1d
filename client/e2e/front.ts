// A proxy in front of the shop, for what happens to a visitor's service worker: the network is lost, a version is deployed, the backend hangs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Front {
  readonly url: string
  /** Changes the pages and /sw.js. */
  rewrite: (change: (text: string, path: string) => string) => void
  /** Serves another file as /sw.js. */
  serveWorker: (path: string) => void
  /** Accepts requests without answering them; false: answers again. */
  hang: (hangs: boolean) => void
  /** Refuses connections, until `open`. */
  close: () => Promise<void>
  open: () => Promise<void>
}

export async function openFront(shop: string): Promise<Front> {
  let rewrite = (text: string, _path: string): string => text
  let worker = '/sw.js'
  let hangs = false
  const server = createServer((request, response) => {
    if (hangs) return
    void (async () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !/^(host|connection|accept-encoding)$/.test(name)),
      )
      const asked = request.url ?? ''
      const answer = await fetch(`${shop}${asked === '/sw.js' ? worker : asked}`, {
        headers: headers as Record<string, string>,
        redirect: 'manual',
      })
      const kind = answer.headers.get('content-type') ?? ''
      const own = ['content-type', 'cache-control', 'vary', 'service-worker-allowed'].flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      response.writeHead(answer.status, Object.fromEntries(own))
      if (kind.startsWith('text/html') || asked === '/sw.js') response.end(rewrite(await answer.text(), asked))
      else response.end(Buffer.from(await answer.arrayBuffer()))
    })().catch(() => response.destroy())
  })
  let port = 0
  const open = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  await open()
  return {
    url: `http://127.0.0.1:${port}`,
    rewrite: (change) => (rewrite = change),
    serveWorker: (path) => (worker = path),
    hang: (hanging) => {
      hangs = hanging
      if (!hanging) server.closeAllConnections()
    },
    close: async () => {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    open,
  }
}
