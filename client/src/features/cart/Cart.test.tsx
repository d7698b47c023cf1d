import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeMockServer } from '../../../../mocks/runtimes/node.ts'
import { queryClient } from '../../api/queryClient.ts'
import { type ComboCartLine, type ProductCartLine } from '../../domain/cartLine.ts'
import { productLine } from '../../domain/known.fixture.ts'
import { initialProductChoice } from '../../domain/pricing.ts'
import { session, sessionKeys } from '../../browser/storage.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { startLanguage } from '../../i18n/language.ts'
import { Notices } from '../../notices/Notices.tsx'
import { categoryProductsQuery } from '../menu/queries.ts'
import { stubResizeObserver } from '../../test-setup-resize.ts'
import { CartBar } from './CartBar.tsx'
import { CartDock } from './CartDock.tsx'
import { publicScope } from '../../session/identity.ts'

const pizza: ProductCartLine = {
  type: 'productItem',
  productId: 101,
  sizeId: 1,
  qty: 2,
  extraIds: [{ extraId: 1, selected: true, name: 'Oliven' }],
  optionIds: [{ variantId: 10, value: 1001 }],
  categoryId: 1,
  shown: {
    name: 'Margherita',
    size: '32 cm',
    parts: [
      { group: 'Teig', name: 'Dünn', price: 0 },
      { group: '', name: 'Oliven', price: 120 },
    ],
    unit: 1070,
    picture: null,
    allergens: ['A', 'G'],
  },
}
const lunch: ComboCartLine = {
  type: 'menuItem',
  menuId: 2,
  qty: 6,
  items: [{ menuItemId: 1, productId: 301, extras: [], optionIds: [] }],
  shown: {
    name: 'Mittagsmenü',
    slots: [{ slot: 'Suppe', product: 'Tomatensuppe', parts: [] }],
    unit: 1200,
    picture: null,
    allergens: null,
  },
}

const { server } = makeMockServer()
server.listen({ onUnhandledRequest: 'error' })

/** A dish that the menu has as it is chosen. */
async function orderable(): Promise<ProductCartLine> {
  const { data } = await queryClient.query(categoryProductsQuery(publicScope(), 1))
  const product = data.find((each) => each.name === 'Margherita')
  if (product === undefined) throw new Error('no Margherita')
  const dough = product.variants?.[0]
  const optionIds = [{ variantId: dough?.id ?? '', value: dough?.options[0]?.id ?? '' }]
  return productLine(product, { ...initialProductChoice(product), optionIds }, 2, shopCurrency(), 1)
}

function show() {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CartDock />
        <Notices />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('the cart', () => {
  beforeAll(() => startLanguage({}))
  afterAll(() => server.close())
  beforeEach(() => {
    cartActions.flush()
    queryClient.clear()
  })

  it('says that it is empty, without a checkout button', () => {
    show()
    expect(screen.getByText('Your cart is empty')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
  })

  it('keeps a wish with its own line while it is written, also where it passes through another one', async () => {
    const dish = await orderable()
    cartActions.add({ ...dish, wish: 'no onions' }, dish)
    show()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Add a note: Margherita' }))
    const [, field] = screen.getAllByRole('textbox', { name: 'Note to Margherita' })
    await user.type(field as HTMLElement, 'no onions, no cheese')
    expect(field).toHaveFocus()
    await user.tab({ shift: true })
    expect(currentCart().items.map(({ qty, wish }) => [qty, wish])).toEqual([
      [2, 'no onions'],
      [2, 'no onions, no cheese'],
    ])
    // The line is the same element: the focus went back to its stepper.
    expect(screen.getAllByRole('listitem', { name: '' }).some((line) => line.contains(document.activeElement))).toBe(true)
    await user.clear(screen.getAllByRole('textbox', { name: 'Note to Margherita' })[1] as HTMLElement)
    await user.type(screen.getAllByRole('textbox', { name: 'Note to Margherita' })[1] as HTMLElement, 'no onions{Enter}')
    expect(currentCart().items.map(({ qty, wish }) => [qty, wish])).toEqual([[4, 'no onions']])
  })

  it('tells the page how high its bar is: large text may have two rows', () => {
    const observer = stubResizeObserver()
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(98)
    const height = () => document.documentElement.style.getPropertyValue('--bottom-bar')
    const { unmount } = render(
      <QueryClientProvider client={queryClient}>
        <CartBar />
      </QueryClientProvider>,
    )
    observer.resize()
    expect(height()).toBe('98px')
    unmount()
    expect(height()).toBe('')
    vi.unstubAllGlobals()
  })

  it('keeps the focus in a line whose wish is finished with Enter', async () => {
    cartActions.add(await orderable())
    show()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Add a note: Margherita' }))
    await user.type(screen.getByRole('textbox', { name: 'Note to Margherita' }), 'no onions{Enter}')
    expect(currentCart().items[0]?.wish).toBe('no onions')
    expect(screen.getByRole('link', { name: 'Change Margherita' })).toHaveFocus()
  })

  it('cuts no pasted wish: it says by how much it is too long, and takes it over once it is shorter', async () => {
    cartActions.add(await orderable())
    show()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Add a note: Margherita' }))
    const field = screen.getByRole('textbox', { name: 'Note to Margherita' })
    await user.paste(`no onions ${'x'.repeat(52)}`)
    await user.tab()
    expect(field).toHaveValue(`no onions ${'x'.repeat(52)}`)
    expect(field).toHaveAccessibleDescription('The notes are too long. Please shorten them by 2 characters.')
    expect(currentCart().items[0]?.wish).toBeUndefined()
    await user.type(field, '{Backspace}{Backspace}{Enter}')
    expect(currentCart().items[0]?.wish).toBe(`no onions ${'x'.repeat(50)}`)
  })

  it('takes over a wish that is being written when the panel closes or the page is hidden', async () => {
    cartActions.add(await orderable())
    const { unmount } = show()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Add a note: Margherita' }))
    await user.keyboard('no')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(currentCart().items[0]?.wish).toBe('no')
    visibility.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await user.keyboard(' onions')
    unmount()
    expect(currentCart().items[0]?.wish).toBe('no onions')
  })

  it('shows every choice with its price, and the sum', () => {
    cartActions.add(pizza)
    show()
    expect(screen.getByText('32 cm')).toBeVisible()
    expect(screen.getByText(/Teig: Dünn/)).toBeVisible()
    expect(screen.getByText(/Oliven/)).toHaveTextContent(/1[.,]20/)
    expect(screen.getByText('Subtotal').closest('div')).toHaveTextContent(/21[.,]40/)
  })

  it('says how can be paid before an order is begun', async () => {
    cartActions.add(pizza)
    show()
    expect(await screen.findByText(/^We accept: \S/)).toBeVisible()
  })

  it('increases a product without limit by its buttons; a typed number is from 1 to 6, and a larger one lowers nothing', async () => {
    const user = userEvent.setup()
    cartActions.add({ ...pizza, qty: 6 })
    show()
    await user.click(screen.getByRole('button', { name: 'One more Margherita' }))
    expect(currentCart().items[0]?.qty).toBe(7)
    const field = screen.getByRole('spinbutton', { name: 'Quantity of Margherita' })
    await user.clear(field)
    await user.type(field, '12{Enter}')
    expect(currentCart().items[0]?.qty).toBe(7)
    expect(screen.getByText('At most 6 can be entered here.')).toBeVisible()
    await user.clear(field)
    await user.type(field, '2{Enter}')
    expect(currentCart().items[0]?.qty).toBe(2)
    await user.clear(field)
    await user.type(field, '12{Enter}')
    expect(currentCart().items[0]?.qty).toBe(6)
  })

  it('stops a menu at six', () => {
    cartActions.add(lunch)
    show()
    expect(screen.getByRole('button', { name: 'One more Mittagsmenü' })).toBeDisabled()
  })

  it('removes a line and restores it', async () => {
    const user = userEvent.setup()
    cartActions.add({ ...pizza, qty: 1 })
    cartActions.add(lunch)
    show()
    await user.click(screen.getByRole('button', { name: 'Remove Margherita' }))
    expect(currentCart().items).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(currentCart().items.map((line) => line.shown.name)).toEqual(['Margherita', 'Mittagsmenü'])
  })

  it('is emptied after a question, and a table stays where it was', async () => {
    const user = userEvent.setup()
    const table = { id: 7, name: 'Seven' }
    session.writeJson(sessionKeys.table, table)
    cartActions.add(pizza, lunch)
    show()
    await user.click(screen.getByRole('button', { name: 'Empty the cart' }))
    expect(currentCart().items).toHaveLength(2)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Empty the cart' }))
    await waitFor(() => expect(currentCart().items).toEqual([]))
    expect(session.readJson(sessionKeys.table)).toEqual(table)
  })

  it('shows which choices were removed from the menu, and requests nothing that the loaded menu does not have', async () => {
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
    // This extra was removed from the pizza, and 999 was never on this menu.
    const { data } = await queryClient.query(categoryProductsQuery(publicScope(), 1))
    const [product] = data
    if (product === undefined) throw new Error('no pizza')
    const dough = product.variants?.[0]
    const optionIds = [{ variantId: dough?.id ?? '', value: dough?.options[0]?.id ?? '' }]
    const line = productLine(product, { ...initialProductChoice(product), optionIds }, 1, shopCurrency(), 1)
    cartActions.add({
      ...line,
      extraIds: [{ extraId: 4711, selected: true, name: 'Trüffel' }],
      shown: { ...line.shown, parts: [...line.shown.parts, { group: '', name: 'Trüffel', price: 300 }] },
    })
    cartActions.add({ ...pizza, productId: 999, shown: { ...pizza.shown, name: 'Geisterpizza' } })
    show()
    expect(await screen.findByText('no longer with Trüffel')).toBeVisible()
    expect(screen.getByText('Geisterpizza').closest('li')).toHaveTextContent('no longer available')
    expect(asked.filter((path) => path.endsWith('/products/999'))).toEqual([])
    server.events.removeAllListeners()
  })

  it('a choice that costs less is shown with its minus', () => {
    cartActions.add({ ...pizza, shown: { ...pizza.shown, parts: [{ group: '', name: 'Ohne Käse', price: -50 }] } })
    show()
    expect(screen.getByText(/Ohne Käse/)).toHaveTextContent(/\(-0,50\s€\)/)
  })

  it('links a line to its sheet, filled in', () => {
    cartActions.add(pizza)
    show()
    const address = screen.getByRole('link', { name: 'Change Margherita' }).getAttribute('href') ?? ''
    const search = new URLSearchParams(address.slice(address.indexOf('?')))
    expect(search.get('product')).toBe('101')
    expect(search.get('line')).toMatch(/^p\|101\|1\|/)
  })

  it('keeps a person’s name and a wish out of addresses, and names each of two lines that differ in nothing else', () => {
    cartActions.add(pizza)
    cartActions.add({ ...pizza, person: 'Grace', wish: 'no nuts, allergy' })
    show()
    const addresses = screen
      .getAllByRole('link', { name: 'Change Margherita' })
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(new Set(addresses).size).toBe(2)
    for (const address of addresses) expect(address).not.toMatch(/Grace|nuts/)
  })
})
