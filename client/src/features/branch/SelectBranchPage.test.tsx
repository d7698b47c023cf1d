import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { cartActions } from '../../cart/cartStore.ts'
import { productLine } from '../../domain/known.fixture.ts'
import { initialProductChoice } from '../../domain/pricing.ts'
import { startLanguage } from '../../i18n/language.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { startIdentity } from '../../session/identity.ts'
import { SelectBranchPage } from './SelectBranchPage.tsx'
import { renderShop } from '../../test-setup-shop.tsx'

const urlOf = (at: number): string => `https://branch${at}.example`
const branches = Array.from({ length: 30 }, (_, at) => ({ name: `Branch ${at}`, url: urlOf(at) }))
/** What was requested, with its branch. */
let asked: string[] = []
const ofBranches = (): string[] => asked.filter((call) => !call.startsWith('main '))
/** Brings a card near the window, by its position. */
let show: ((at: number) => Promise<void>) | undefined

beforeEach(() => {
  void startLanguage({})
  startIdentity()
  queryClient.clear()
  asked = []
  const seen = new Map<Element, () => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly listener: (entries: { isIntersecting: boolean }[]) => void
      constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
        this.listener = listener
      }
      observe = (element: Element) => seen.set(element, () => this.listener([{ isIntersecting: true }]))
      disconnect = () => undefined
    },
  )
  show = (at) => act(() => Promise.resolve([...seen.values()][at]?.()))
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Headers }) => {
    asked.push(`${headers.get('X-Branch') ?? 'main'} ${path}`)
    if (path === '/api/branches') return Promise.resolve(Response.json(branches))
    if (path === '/api/products/categories') return Promise.resolve(Response.json([1, 2, 3].map((id) => ({ id, name: `Dishes ${id}` }))))
    if (path === '/api/settings')
      return Promise.resolve(
        Response.json([
          { key: 'ADDRESS', value: 'Torstr. 1' },
          { key: 'MAP_URL', value: 'maps.example/torstr' },
        ]),
      )
    return Promise.resolve(Response.json(path.endsWith('/products') ? { data: [] } : []))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  local.remove(storedKeys.cart)
})

it('thirty branches are listed by one call; what is shown of a branch is requested when it comes near, and no dishes without a cart', async () => {
  renderShop(<SelectBranchPage />)
  expect(await screen.findAllByRole('button', { name: /Order here/ })).toHaveLength(30)
  expect(ofBranches()).toEqual([])
  await show?.(4)
  // An address of a map may lack its protocol, as those of social networks.
  expect(await screen.findByRole('link', { name: /Show on the map/ })).toHaveAttribute('href', 'https://maps.example/torstr')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(ofBranches().sort()).toEqual(
    ['/api/products/categories', '/api/settings', '/api/working-hours'].map((path) => `${urlOf(4)} ${path}`),
  )
})

it('the categories of a branch are requested once: for what it has to eat, and for what of the cart is there', async () => {
  const lasagne = { id: 1, name: 'Lasagne', sizes: [{ id: 1, name: '', price: 9.5 }] }
  cartActions.add(productLine(lasagne, initialProductChoice(lasagne), 1, shopCurrency()))
  renderShop(<SelectBranchPage />)
  await screen.findAllByRole('button', { name: /Order here/ })
  await show?.(4)
  expect(await screen.findByText('Nothing in your cart is there')).toBeVisible()
  expect(await screen.findByText('Dishes 1 · Dishes 2 · Dishes 3')).toBeVisible()
  expect(ofBranches().filter((call) => call.endsWith('/products/categories'))).toHaveLength(1)
})
