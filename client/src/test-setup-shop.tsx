import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http } from 'msw'
import { isValidElement, type ReactElement } from 'react'
import { createMemoryRouter, RouterProvider, type InitialEntry } from 'react-router'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Setting } from '../../contracts/types.ts'
import { makeMockServer, type MockServer } from '../../mocks/runtimes/node.ts'
import { absentCalls } from './api/absentCalls.ts'
import { call, onRefusal } from './api/http.ts'
import { queryClient } from './api/queryClient.ts'
import { caller, publicScope, startIdentity } from './session/identity.ts'
import { checkLoginAgain, login } from './session/login.ts'
import { local, storedKeys } from './browser/storage.ts'
import { addLine, EMPTY_CART } from './domain/cart.ts'
import type { ProductCartLine } from './domain/cartLine.ts'
import { productLine } from './domain/known.fixture.ts'
import { initialProductChoice } from './domain/pricing.ts'
import { startLanguage } from './i18n/language.ts'
import { Notices } from './notices/Notices.tsx'
import { notices } from './notices/notices.ts'
import { shopCurrency } from './restaurant/config.ts'
import { settingsQuery } from './restaurant/settings.ts'

/** The shop on mocks for component tests: each test starts with a fresh mock backend, empty caches, and the branch chosen. */
export function openMockShop(): MockServer {
  const mocks = makeMockServer()
  const { server, world } = mocks
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' })
    onRefusal((caller) => checkLoginAgain(caller))
    await startLanguage(undefined)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    world.reset()
    server.resetHandlers()
    queryClient.clear()
    // What is asked for again, is at once.
    queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } })
    absentCalls.set(new Set())
    notices.set({ toasts: [], questions: [] })
    local.write(storedKeys.branchUrl, world.shops[1]?.url ?? '')
    startIdentity()
  })
  return mocks
}

/** Renders a screen at every address, or screens by their paths and "elsewhere" at any other address; with the shop's notices. */
export function renderShop(screens: ReactElement | Record<string, ReactElement>, address: InitialEntry = '/', client = queryClient) {
  const byPath = isValidElement(screens) ? { '*': screens } : { '*': <p>elsewhere</p>, ...screens }
  const router = createMemoryRouter(
    Object.entries(byPath).map(([path, element]) => ({ path, element })),
    { initialEntries: [address] },
  )
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Notices />
    </QueryClientProvider>,
  )
  return { router, ...view }
}

/** Holds back the responses to these GET requests until the returned function is called; then they are as usual. */
export function holdBack({ server }: MockServer, url: string): () => void {
  let release = (): void => undefined
  const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)))
  server.use(http.get(url, () => released))
  return release
}

/** A query client that requests nothing, and has these settings. */
export function offlineClient(settings: Setting[] = []): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(settingsQuery(publicScope()).queryKey, settings)
  return client
}

/** Logs a customer of the mocks in. */
export async function logIn(email = 'ada@example.org'): Promise<void> {
  await login((await call('POST /login', { identity: caller(), body: { email, password: 'correct-horse' } })).token)
}

/** The first dish of the menu, a Margherita at 8.50, with its first dough. */
export async function margherita(qty: number): Promise<ProductCartLine> {
  const [category] = await call('GET /products/categories', { identity: caller() })
  const { data } = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id: category?.id ?? '' } })
  const [product] = data
  const dough = product?.variants?.[0]
  if (product === undefined || dough === undefined) throw new Error('the menu has no Margherita')
  const optionIds = [{ variantId: dough.id, value: dough.options[0]?.id ?? '' }]
  return productLine(product, { ...initialProductChoice(product), optionIds }, qty, shopCurrency(), category?.id ?? null)
}

/** Puts Margheritas into the cart. */
export async function fillCart(qty = 2): Promise<void> {
  local.write(storedKeys.cart, JSON.stringify(addLine(EMPTY_CART, await margherita(qty))))
}
