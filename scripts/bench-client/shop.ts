// Runs the measured shop: the built executable with the mock backend, on ports of its own.
import { constants } from 'node:os'
import type { BrowserContext } from '@playwright/test'
import { pageSettings, startPrograms, until } from '../../client/e2e/programs.ts'

const port = Number(process.env['BENCH_PORT_BASE'] ?? 23400)

/** The running shop. */
export interface Shop {
  url: string
  /** The first branch's address, as customers choose it. */
  branch: string
  /** Activates scenarios of the mock backend (mocks/README.md) and purges the cache. */
  scenario: (...names: string[]) => Promise<void>
  /** A login as the client keeps it, JSON: its token, and the cookies that came with it. */
  login: (email: string) => Promise<string>
  /** Ends what was started. */
  close: () => Promise<void>
}

/** Starts the mock backend and the shop. */
export async function startShop(): Promise<Shop> {
  // Low priority: on a visitor's device there is no server.
  const { url, branches, control, purge, close } = await startPrograms(
    port,
    (upstream) => ({ ...pageSettings(upstream), TABLEFRONT_PUBLIC_URL: `http://127.0.0.1:${port + 10}`, TABLEFRONT_LOG_LEVEL: 'error' }),
    constants.priority.PRIORITY_BELOW_NORMAL,
  )
  const branch = branches[0] ?? ''
  const page = (): Promise<Response> =>
    fetch(url, { headers: { Cookie: `branch=${encodeURIComponent(branch)}; lang=en`, Accept: 'text/html' } })
  return {
    url,
    branch,
    scenario: async (...names) => {
      await control('/__scenario', { names })
      await purge()
      // The page is complete once its responses are cached.
      await until('The page', async () => (await (await page()).text()).includes('"firstCategory"'))
    },
    login: async (email) => {
      const answer = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Branch': branch, Lang: 'en' },
        body: JSON.stringify({ email, password: 'correct-horse' }),
      })
      const { token } = (await answer.json()) as { token?: string }
      if (token === undefined) throw new Error(`the login of ${email} failed with ${answer.status}`)
      // The sealed token is in a cookie.
      return JSON.stringify({ token, cookies: answer.headers.getSetCookie() })
    },
    close,
  }
}

/** Makes the browser a returning visitor's: the branch is chosen, the language English, the pop-up seen. */
export async function asReturningVisitor(context: BrowserContext, shop: Shop): Promise<void> {
  await context.addCookies([
    { name: 'branch', value: encodeURIComponent(shop.branch), url: shop.url },
    { name: 'lang', value: 'en', url: shop.url },
  ])
  await context.addInitScript((branch) => {
    localStorage.setItem('branchUrl', branch)
    localStorage.setItem('lang', 'en')
    sessionStorage.setItem('tablefront:popup', '1')
  }, shop.branch)
}
