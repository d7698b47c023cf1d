import type { Plugin } from 'vite'

/** The nonce of the development server's own scripts and styles. */
export const devNonce = 'vite'

/** The production policy as the development server can keep it: its own inline scripts and styles have a nonce, and hot reload has its connection. */
export function devPolicy(production: string, host: string): string {
  const more: Record<string, string> = {
    'script-src': `'nonce-${devNonce}'`,
    // Vite's client inserts the styles of modules by scripts, with the nonce.
    'style-src': `'nonce-${devNonce}'`,
    'connect-src': `ws://${host}`,
  }
  return production
    .split('; ')
    .map((directive) => {
      const added = more[directive.split(' ', 1)[0] ?? '']
      return added === undefined ? directive : `${directive} ${added}`
    })
    .join('; ')
}

/** Says in the console what the policy has blocked, and which variable would allow it. Runs in the page. */
export function sayWhatIsBlocked(): void {
  const variables: Record<string, string> = {
    script: 'SCRIPT',
    connect: 'CONNECT',
    style: 'STYLE',
    font: 'FONT',
    img: 'IMG',
    frame: 'FRAME',
  }
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    const variable = variables[effectiveDirective.split('-', 1)[0] ?? '']
    const host = /^(https|wss):\/\/[^/]+/.exec(blockedURI)?.[0]
    // oxlint-disable-next-line no-console -- for the developer
    console.warn(
      variable === undefined || host === undefined
        ? `Production's policy blocks this, too (${effectiveDirective}: ${blockedURI}); no variable allows it. Inline code passes in CUSTOM_HEADER_CODE.`
        : `Production's policy blocks ${blockedURI}, too. TABLEFRONT_CSP_${variable}=${host} allows it (docs/tags.md).`,
    )
  })
}

/**
 * Sends the page of the development server with the policy that the BFF gives it in production (`make dev`), so that a tag that works here works
 * there. Without a BFF there is none.
 */
export const productionPolicy = (bff: string): Plugin => ({
  name: 'production-policy',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      // The look page is not in production, and has frames.
      if (request.method !== 'GET' || request.url?.startsWith('/_kit') || !(request.headers.accept ?? '').includes('text/html')) {
        next()
        return
      }
      // The policy is that of the branch in the cookies, whose CUSTOM_HEADER_CODE may differ.
      fetch(`${bff}/`, { headers: { accept: 'text/html', cookie: request.headers.cookie ?? '' } })
        .then(async (page) => {
          await page.body?.cancel()
          const policy = page.headers.get('content-security-policy')
          if (policy !== null) response.setHeader('Content-Security-Policy', devPolicy(policy, request.headers.host ?? ''))
        })
        .catch(() => undefined)
        .finally(() => next())
    })
  },
  transformIndexHtml: () => [{ tag: 'script', children: `(${String(sayWhatIsBlocked)})()`, injectTo: 'head-prepend' }],
})
