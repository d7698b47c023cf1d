import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within, fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeMockServer } from '../../../../mocks/runtimes/node.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { lineAddress, type CartLine } from '../../domain/cartLine.ts'
import type { WholeMenu } from '../../domain/reorder.ts'
import { avoidAllergens, onlyFitting } from '../../cart/avoidedAllergens.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { settingsQuery } from '../../restaurant/settings.ts'
import { workingHoursQuery } from '../../restaurant/workingHours.ts'
import { caller, publicScope } from '../../session/identity.ts'
import { startLanguage } from '../../i18n/language.ts'
import { MenuPage } from './MenuPage.tsx'
import { categoriesQuery } from './queries.ts'

const { server, world } = makeMockServer()
server.listen({ onUnhandledRequest: 'error' })

function show(address = '/', element = <MenuPage />) {
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [address] })
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return Object.assign(router, { unmount })
}

describe('the menu', () => {
  beforeAll(() => startLanguage({}))
  afterAll(() => server.close())
  beforeEach(() => {
    cartActions.flush()
    avoidAllergens([])
  })

  it('shows Menus first, then every category, each with its name', async () => {
    show()
    const slider = await screen.findByRole('navigation', { name: 'Categories' })
    const names = (await within(slider).findAllByRole('link')).map((link) => link.textContent)
    expect(names[0]).toBe('Menus')
    expect(names).toContain('Pizza')
    expect(await screen.findByRole('heading', { level: 2, name: 'Pizza' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Margherita' })).toHaveAttribute('href', '/?product=101')
  })

  it('has the pictures of SPLASH_LOGO above it: several as a row with a name, one without', async () => {
    const pictures = (...names: string[]) =>
      queryClient.setQueryData(settingsQuery(publicScope()).queryKey, [
        { key: 'SPLASH_LOGO', value: '/logo.svg', media: { slider: names.map((name) => ({ url: `https://shop.example/${name}.avif` })) } },
      ])
    const shown = () => [...document.querySelectorAll('.hero img')].map((image) => image.getAttribute('src'))
    pictures('a', 'b', 'a')
    show()
    const row = await screen.findByRole('group', { name: 'Pictures' })
    expect(row).toHaveAttribute('tabindex', '0')
    expect(shown()).toEqual(['a', 'b', 'a'].map((name) => `https://shop.example/${name}.avif`))
    act(() => void pictures('a'))
    await waitFor(() => expect(shown()).toEqual(['https://shop.example/a.avif']))
    expect(screen.queryByRole('group', { name: 'Pictures' })).toBeNull()
    act(() => void pictures())
    await waitFor(() => expect(shown()).toEqual([]))
    queryClient.removeQueries()
  })

  it('is rendered once for each category that arrives', async () => {
    queryClient.removeQueries()
    let [renders, whole] = [0, false]
    const count = (menu: WholeMenu | null) => {
      renders += 1
      whole ||= menu !== null
      return null
    }
    show('/', <MenuPage usual={count} />)
    const categories = () => queryClient.getQueryData(categoriesQuery(publicScope()).queryKey)
    await waitFor(() => expect(categories()).toBeDefined())
    const before = renders
    await waitFor(() => expect(whole).toBe(true))
    // One more for the combos, and one for what is loaded after the first paint.
    expect(renders - before).toBeLessThanOrEqual((categories()?.length ?? 0) + 2)
  })

  it('a dish without a picture has a placeholder, except in a section without any', async () => {
    queryClient.clear()
    let pictured = true
    server.use(
      http.get('*/api/products/categories/1/products', () =>
        HttpResponse.json({
          data: [
            { id: 1, name: 'With', sizes: [], ...(pictured && { media: { poster: { url: 'https://shop.example/a.avif' } } }) },
            { id: 2, name: 'Without', sizes: [] },
          ],
          meta: {},
        }),
      ),
    )
    const plates = async (): Promise<number> => {
      const card = (await screen.findByRole('link', { name: 'Without' })).closest('article')
      return card?.querySelectorAll('.plate').length ?? NaN
    }
    const { unmount } = show()
    expect(await plates()).toBe(1)
    unmount()
    pictured = false
    queryClient.clear()
    show()
    expect(await plates()).toBe(0)
    server.resetHandlers()
    queryClient.clear()
  })

  it('shows Later instead of Now while the shop is closed', async () => {
    show()
    const strip = () => screen.findByRole('button', { name: /How would you like it/ })
    expect(await strip()).toHaveTextContent('Now')
    world.setScenario({ names: ['closed'] })
    await queryClient.resetQueries({ queryKey: workingHoursQuery(publicScope()).queryKey })
    await waitFor(async () => expect(await strip()).toHaveTextContent('Later'))
    expect(await strip()).not.toHaveTextContent('Now')
    world.reset()
    await queryClient.resetQueries({ queryKey: workingHoursQuery(publicScope()).queryKey })
  })

  it('opens a product by its address; Add to Cart waits for what is required, and the line above names it', async () => {
    const user = userEvent.setup()
    const router = show('/?product=101')
    const sheet = await screen.findByRole('dialog', { name: 'Margherita' })
    const add = within(sheet).getByRole('button', { name: /Add to Cart/ })
    expect(add).toBeDisabled()
    const missing = within(sheet).getByRole('button', { name: /Please choose/ })
    await user.click(missing)
    const [first] = within(within(sheet).getByRole('radiogroup', { name: /Teig/ })).getAllByRole('radio')
    expect(first).toHaveFocus()
    if (first !== undefined) await user.click(first)
    expect(add).toBeEnabled()
    expect(within(sheet).queryByRole('button', { name: /Please choose/ })).toBeNull()
    await user.click(within(sheet).getByRole('button', { name: 'One more Margherita' }))
    await user.click(add)
    expect(currentCart().items).toMatchObject([{ productId: 101, qty: 2 }])
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('keeps the order of a size in the title of a combo’s slot, also in Arabic', async () => {
    show('/?menu=1')
    const sheet = await screen.findByRole('dialog', { name: 'Pizza-Abend für zwei' })
    expect(await within(sheet).findByRole('radiogroup', { name: /^1 .*Pizza.* · \u2068\d+ cm\u2069 Required/ })).toBeVisible()
  })

  it('says that a dish can not be ordered whose required choice has no known price, instead of asking for the choice', async () => {
    const [category] = await call('GET /products/categories', { identity: caller() })
    const { data } = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id: category?.id ?? '' } })
    const dish = data.find(({ id }) => id === 101)
    const variants = dish?.variants?.map((variant) => ({
      ...variant,
      options: variant.options.map((option) => ({ ...option, price: null })),
    }))
    server.use(http.get('*/api/products/categories/:category/products/101', () => HttpResponse.json({ ...dish, variants })))
    queryClient.removeQueries()
    show('/?product=101')
    const sheet = await screen.findByRole('dialog', { name: 'Margherita' })
    expect(await within(sheet).findByText("The price is not known right now, so it can't be ordered here.")).toBeVisible()
    expect(within(sheet).queryByRole('button', { name: /Please choose/ })).toBeNull()
    expect(within(sheet).getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
    server.resetHandlers()
    queryClient.removeQueries()
  })

  it('shows the live price for the size and the extras of that size', async () => {
    const user = userEvent.setup()
    show('/?product=101')
    const sheet = await screen.findByRole('dialog', { name: 'Margherita' })
    const price = () =>
      within(sheet)
        .getByRole('button', { name: /Add to Cart/ })
        .textContent.replace(/\D/g, '')
    const before = Number(price())
    await user.click(within(sheet).getByRole('radio', { name: /32 cm/ }))
    expect(Number(price())).toBe(before + 300)
    const [extra] = within(sheet).getAllByRole('checkbox')
    const added = Number((extra?.closest('label')?.textContent ?? '').replace(/\D/g, ''))
    if (extra !== undefined) await user.click(extra)
    expect(Number(price())).toBe(before + 300 + added)
  })

  it('an edited line of eight becomes seven, and the notice names the dish and says what did not fit', async () => {
    const user = userEvent.setup()
    const add = (qty: number, line: CartLine) => cartActions.add({ ...line, qty })
    const lines: [CartLine, CartLine] = [
      {
        type: 'productItem' as const,
        productId: 101,
        sizeId: 1011,
        qty: 1,
        extraIds: [],
        optionIds: [],
        categoryId: 1,
        shown: { name: 'Margherita', size: '', parts: [], unit: 850, picture: null, allergens: null },
      },
      {
        type: 'menuItem',
        menuId: 1,
        qty: 1,
        items: [],
        shown: { name: 'Mittag', slots: [], unit: 900, picture: null, allergens: null },
      },
    ]
    add(8, lines[0])
    show(`/?product=101&line=${encodeURIComponent(lineAddress(lines, lines[0]))}`)
    const sheet = await screen.findByRole('dialog', { name: 'Margherita' })
    await user.click(within(sheet).getByRole('button', { name: 'One less Margherita' }))
    expect(within(sheet).getByRole('spinbutton', { name: 'Quantity of Margherita' })).toHaveValue(7)
    expect([add(4, lines[1]), add(4, lines[1])]).toEqual([0, 2])
  })

  it('a dish whose list leaves out the variants is not added by its plus, and its sheet waits for them', async () => {
    const user = userEvent.setup()
    const { data, meta } = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id: 1 } })
    const listed = data.map(({ variants: _, ...product }) => ({ ...product, sizes: product.sizes.slice(0, 1) }))
    server.use(
      http.get('*/api/products/categories/1/products', () => HttpResponse.json({ data: listed, meta })),
      http.get('*/api/products/categories/1/products/101', () => HttpResponse.json({}, { status: 500 })),
    )
    queryClient.clear()
    show('/?product=101')
    const sheet = await screen.findByRole('dialog', { name: 'Margherita' })
    expect(await within(sheet).findByText('The choices of this dish could not be loaded.')).toBeVisible()
    expect(within(sheet).getByRole('button', { name: /Add to Cart/ })).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Add Margherita', hidden: true })).toBeNull()
    server.resetHandlers()
    await user.click(within(sheet).getByRole('button', { name: 'Try again' }))
    expect(await within(sheet).findByRole('radiogroup', { name: /Teig/ })).toBeVisible()
    queryClient.clear()
  })

  it('a dish whose list leaves out the sizes, or whose cart line has a size that is gone, can be ordered in the one it has', async () => {
    const user = userEvent.setup()
    const { data, meta } = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id: 1 } })
    const [dish] = data
    const listed = data.map(({ variants: _, ...product }) => ({ ...product, sizes: [] }))
    server.use(
      http.get('*/api/products/categories/1/products', () => HttpResponse.json({ data: listed, meta })),
      http.get('*/api/products/categories/1/products/101', () =>
        HttpResponse.json({ ...dish, variants: [], sizes: dish?.sizes.slice(0, 1) }),
      ),
    )
    queryClient.clear()
    const shown = show('/?product=101')
    const sheet = await screen.findByRole('dialog', { name: 'Margherita' })
    const add = within(sheet).getByRole('button', { name: /Add to Cart/ })
    await waitFor(() => expect(add).toBeEnabled())
    await user.click(add)
    expect(currentCart().items).toMatchObject([{ productId: 101, sizeId: 1011 }])
    const [line] = currentCart().items
    if (line?.type !== 'productItem') throw new Error('no dish')
    cartActions.add({ ...line, sizeId: 1012, shown: { ...line.shown, size: '32 cm' } })
    const lines = currentCart().items
    await act(async () => shown.navigate(`/?product=101&line=${encodeURIComponent(lineAddress(lines, lines[1] ?? line))}`))
    const edited = await screen.findByRole('dialog', { name: 'Margherita' })
    await user.click(await within(edited).findByRole('button', { name: 'Please choose: Size' }))
    await user.click(within(edited).getByRole('radio', { name: /26 cm/ }))
    expect(within(edited).queryByRole('button', { name: /Please choose/ })).toBeNull()
    server.resetHandlers()
    queryClient.clear()
  })

  it('what could not be loaded is not called unavailable: menus, a menu, a dish', async () => {
    const user = userEvent.setup()
    const down = () => HttpResponse.json({}, { status: 500 })
    server.use(
      http.get('*/api/products/menus', down),
      http.get('*/api/products/menus/1', down),
      http.get('*/api/products/categories/2/products', down),
    )
    queryClient.clear()
    const { unmount } = show('/?menu=1')
    const sheet = await screen.findByRole('dialog')
    expect(await within(sheet).findByText('This part of the menu could not be loaded.')).toBeVisible()
    expect(screen.queryByText('This dish is not on the menu any more.')).toBeNull()
    const menus = await screen.findByRole('region', { name: 'Menus', hidden: true })
    server.resetHandlers()
    await user.click(within(sheet).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: 'Pizza-Abend für zwei' })).toBeVisible()
    await user.click(within(menus).getByRole('button', { name: 'Try again', hidden: true }))
    expect(await screen.findByRole('link', { name: 'Pizza-Abend für zwei', hidden: true })).toBeInTheDocument()
    unmount()
    queryClient.clear()
  })

  it('dishes do not wait for combos that do not come: their place is kept until they do', async () => {
    let answer = (_: Response): void => undefined
    server.use(http.get('*/api/products/menus', () => new Promise<Response>((resolve) => (answer = resolve)), { once: true }))
    queryClient.removeQueries()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      show()
      await act(() => vi.advanceTimersByTimeAsync(4000))
    } finally {
      vi.useRealTimers()
    }
    expect(await screen.findByRole('link', { name: 'Margherita' })).toBeVisible()
    const combos = () => within(screen.getByRole('region', { name: 'Menus' }))
    expect(combos().getByRole('list')).toHaveAttribute('aria-busy', 'true')
    const menus = await call('GET /products/menus', { identity: caller() })
    act(() => answer(HttpResponse.json(menus)))
    await waitFor(() => expect(combos().getByRole('link', { name: menus[0]?.name ?? '' })).toBeVisible())
    server.resetHandlers()
  })

  it('a menu that is listed without slots, and can not be asked for them, is not added empty', async () => {
    const user = userEvent.setup()
    const listed = (await call('GET /products/menus', { identity: caller() })).map(({ items: _, ...menu }) => menu)
    server.use(
      http.get('*/api/products/menus', () => HttpResponse.json(listed)),
      http.get('*/api/products/menus/1', () => HttpResponse.json({}, { status: 500 })),
    )
    queryClient.clear()
    show('/?menu=1')
    const sheet = await screen.findByRole('dialog', { name: 'Pizza-Abend für zwei' })
    expect(await within(sheet).findByText('This part of the menu could not be loaded.')).toBeVisible()
    expect(within(sheet).queryByRole('button', { name: /Add to Cart/ })).toBeNull()
    server.resetHandlers()
    await user.click(within(sheet).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /Add to Cart/ })).toBeDisabled()
    queryClient.clear()
  })

  it('a menu has its slots with one product chosen already', async () => {
    show('/?menu=1')
    const sheet = await screen.findByRole('dialog', { name: 'Pizza-Abend für zwei' })
    expect(within(sheet).getByRole('button', { name: /Add to Cart/ })).toBeDisabled()
    expect(within(sheet).getAllByText('Chosen').length).toBeGreaterThan(0)
  })

  it('searches what is there and says when nothing was found', async () => {
    const user = userEvent.setup()
    show()
    await screen.findByRole('link', { name: 'Margherita' })
    await user.type(screen.getByRole('searchbox', { name: 'Search the menu' }), 'tiramis')
    const results = await screen.findByRole('region', { name: 'Search results' })
    expect((await within(results).findAllByRole('link', { name: /Tiramis/ })).length).toBeGreaterThan(0)
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'xyzzy')
    expect(await screen.findByText(/Nothing found for/)).toBeVisible()
    expect(within(await screen.findByRole('navigation', { name: 'All categories' })).getByRole('link', { name: 'Pasta' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show the whole menu' }))
    expect(await screen.findByRole('link', { name: 'Margherita' })).toBeVisible()
  })

  it('keeps what an input method is still composing', async () => {
    show()
    await screen.findByRole('link', { name: 'Margherita' })
    const field = screen.getByRole('searchbox', { name: 'Search the menu' })
    fireEvent.change(field, { target: { value: 'tira' } })
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
    expect(field).toHaveValue('tira')
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(field).toHaveValue(''))
  })

  it('marks what contains an avoided allergen in words, and hides it only if the customer wants that', async () => {
    avoidAllergens(['G'])
    show()
    const card = (await screen.findByRole('link', { name: 'Margherita' })).closest('article')
    expect(card).toHaveTextContent(/Contains Milch/)
    act(() => onlyFitting.set(true))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Margherita' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Marinara' })).toBeVisible()
    act(() => onlyFitting.set(false))
    expect(await screen.findByRole('link', { name: 'Margherita' })).toBeVisible()
  })

  it('names what is avoided below the head, and a press avoids one no longer: the focus goes to the next, then to the filter', async () => {
    avoidAllergens(['A', 'G'])
    show()
    await screen.findByRole('link', { name: 'Margherita' })
    const row = screen.getByRole('list', { name: 'What do you avoid?' })
    const milk = await within(row).findByRole('button', { name: /^Remove Milch/ })
    await userEvent.click(within(row).getByRole('button', { name: /^Remove Glutenhaltiges Getreide/ }))
    expect(milk).toHaveFocus()
    await userEvent.click(milk)
    expect(row).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Allergens' })).toHaveFocus()
  })

  it('offers what can be avoided when every dish is known, and says so if some could not be loaded', async () => {
    queryClient.removeQueries()
    let [fails, answer] = [true, () => {}]
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.get('*/api/products/categories/3/products', async () => {
        await asked
        return fails ? HttpResponse.json({}, { status: 400 }) : undefined
      }),
    )
    show()
    await screen.findByRole('link', { name: 'Margherita' })
    await userEvent.click(screen.getByRole('button', { name: 'Allergens' }))
    const sheet = await screen.findByRole('dialog', { name: 'What do you avoid?' })
    expect(await within(sheet).findByText('The menu is still loading')).toBeInTheDocument()
    expect(within(sheet).queryByRole('button', { name: /^Glutenhaltiges Getreide/ })).toBeNull()
    answer()
    expect(await within(sheet).findByRole('button', { name: /^Glutenhaltiges Getreide/ })).toBeVisible()
    expect(within(sheet).getByText('A part of the menu could not be loaded. It may contain other allergens.')).toBeVisible()
    fails = false
    await userEvent.click(within(sheet).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(within(sheet).queryByText(/could not be loaded/)).toBeNull())
    server.resetHandlers()
  })
})
