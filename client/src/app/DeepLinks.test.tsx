import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { sharedCartHash } from '../navigation/paths.ts'
import { DeepLinks } from './DeepLinks.tsx'

const handler = vi.hoisted(() => {
  let load = (): void => undefined
  const loaded = new Promise<void>((resolve) => (load = resolve))
  return { loaded, load }
})
vi.mock('../features/cart/SharedCartLinkHandler.tsx', async () => {
  await handler.loaded
  return { SharedCartLinkHandler: ({ taken }: { taken: string }) => <p>{taken}</p> }
})

beforeAll(() => startLanguage({}))

it('a shared cart is not lost when the address changes before its handler is loaded', async () => {
  const router = createMemoryRouter([{ path: '*', element: <DeepLinks /> }], { initialEntries: [`/${sharedCartHash}the-cart`] })
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/?page=1', { replace: true }))
  handler.load()
  expect(await screen.findByText('the-cart')).toBeInTheDocument()
})
