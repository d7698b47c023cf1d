import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { lazyPart } from './lazyPart.tsx'
import { Notices } from '../notices/Notices.tsx'
import { Boundary, Part } from './Part.tsx'

beforeAll(() => startLanguage(undefined))

it.each([
  ['the customer’s next press', () => act(() => userEvent.click(screen.getByLabelText('Name')))],
  ['the network’s return', () => act(async () => Promise.resolve(window.dispatchEvent(new Event('online'))))],
])('a part whose code can’t be loaded leaves the rest of the page, and is loaded at %s', async (_moment, next) => {
  // React tells the console what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const load = vi
    .fn(() => Promise.resolve(() => <p>the cart</p>))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: https://essen.example/assets/CartPanel-1.js'))
  const Cart = lazyPart(load)
  const { unmount } = await act(async () =>
    Promise.resolve(
      render(
        <>
          <input aria-label="Name" defaultValue="Ada" />
          <Cart fallback="soon" />
          <Notices />
        </>,
      ),
    ),
  )
  expect(await screen.findByText('A part of this page could not be loaded. Your cart is kept.')).toBeVisible()
  expect(screen.queryByText('soon')).toBeNull()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(load).toHaveBeenCalledTimes(1)
  await next()
  expect(await screen.findByText('the cart')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
  unmount()
  vi.unstubAllGlobals()
})

it('a part whose code was loaded before is rendered at once; what failed before is requested again', async () => {
  const load = vi.fn(() => Promise.resolve(() => <p>the cart</p>)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Cart = lazyPart(load)
  await Cart.load()
  await Cart.load()
  await Cart.load()
  expect(load).toHaveBeenCalledTimes(2)
  render(<Cart fallback="soon" />)
  expect(screen.getByText('the cart')).toBeVisible()
})

it('a part that fails says so, and is rendered again after a press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reported: string[] = []
  vi.stubGlobal('fetch', (_url: string, init: { body: string }) => {
    reported.push(init.body)
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  const cart = fragile('lines is undefined')
  render(
    <>
      <Part>
        <cart.Fragile />
      </Part>
      <Notices />
    </>,
  )
  expect(await screen.findByText('A part of this page has stopped working. Your cart is kept.')).toBeVisible()
  expect(reported).toEqual([expect.stringContaining('"kind":"part","name":"TypeError","message":"lines is undefined"')])
  cart.repair()
  const offers = screen.getAllByRole('button', { name: 'Try again' })
  await userEvent.click(offers.at(-1) as HTMLElement)
  expect(await screen.findByText('the cart')).toBeVisible()
  vi.unstubAllGlobals()
})

it('what a boundary has replaced is rendered again after a reset', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const cart = fragile('items is undefined')
  const page = (reset: string) => (
    <Boundary kind="part" reset={reset} fallback={() => 'not now'}>
      <cart.Fragile />
    </Boundary>
  )
  const { rerender } = render(page('first'))
  expect(screen.getByText('not now')).toBeVisible()
  cart.repair()
  rerender(page('first'))
  expect(screen.getByText('not now')).toBeVisible()
  rerender(page('second'))
  expect(screen.getByText('the cart')).toBeVisible()
})

/** A component that fails until it is repaired; of the same message only the first is reported. */
function fragile(message: string) {
  let broken = true
  return {
    repair: () => (broken = false),
    Fragile: () => {
      if (broken) throw new TypeError(message)
      return <p>the cart</p>
    },
  }
}
