import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { startLanguage } from '../restaurant/language.ts'
import { Notices } from './Notices.tsx'
import { Part } from './Part.tsx'

beforeAll(() => startLanguage(undefined))

it('a part whose code can’t be loaded leaves the rest of the page, and a notice offers a reload', async () => {
  // React tells the console what a boundary has caught.
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <>
      <input aria-label="Name" defaultValue="Ada" />
      <Part fallback="soon">
        <Missing />
      </Part>
      <Notices />
    </>,
  )
  expect(screen.getByText('soon')).toBeVisible()
  expect(await screen.findByText('A part of this page could not be loaded. Your cart is kept.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByText('soon')).toBeNull()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(told).toHaveBeenCalled()
})

it('a part that fails says so and is rendered again, after a press or a reset', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reported: string[] = []
  vi.stubGlobal('fetch', (_url: string, init: { body: string }) => {
    reported.push(init.body)
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  let broken = true
  const Fragile = () => {
    if (broken) throw new TypeError('lines is undefined')
    return <p>the cart</p>
  }
  const page = (reset: string) => (
    <>
      <Part reset={reset}>
        <Fragile />
      </Part>
      <Notices />
    </>
  )
  const { rerender } = render(page('first'))
  expect(await screen.findByText('A part of this page has stopped working. Your cart is kept.')).toBeVisible()
  expect(reported).toEqual([expect.stringContaining('"kind":"part","name":"TypeError","message":"lines is undefined"')])
  broken = false
  const offers = screen.getAllByRole('button', { name: 'Try again' })
  await userEvent.click(offers.at(-1) as HTMLElement)
  expect(await screen.findByText('the cart')).toBeVisible()
  broken = true
  rerender(page('first'))
  expect(screen.queryByText('the cart')).toBeNull()
  broken = false
  rerender(page('second'))
  expect(screen.getByText('the cart')).toBeVisible()
  vi.unstubAllGlobals()
})
