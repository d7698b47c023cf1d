import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import type { CheckoutSubmission, QuoteRequest } from '../../contracts/types.ts'
import type { MockServer } from '../../mocks/runtimes/node.ts'
import { queryClient } from './api/queryClient.ts'
import { CheckoutPage } from './features/checkout/CheckoutPage.tsx'
import { renderShop } from './test-setup-shop.tsx'

export type User = ReturnType<typeof userEvent.setup>

interface Bodies {
  '/checkout/quote': QuoteRequest
  '/checkout/v2': CheckoutSubmission
}

/** The requests of the running test to a call that sends something: their idempotency keys and bodies. */
export function sentTo<Path extends keyof Bodies>({ server }: MockServer, path: Path): { key: string | null; body: Bodies[Path] }[] {
  const sent: { key: string | null; body: Bodies[Path] }[] = []
  beforeEach(() => {
    sent.length = 0
    server.events.on('request:start', ({ request }) => {
      if (request.method !== 'POST' || !request.url.endsWith(path)) return
      void request
        .clone()
        .json()
        .then((body: Bodies[Path]) => sent.push({ key: request.headers.get('Idempotency-Key'), body }))
    })
  })
  afterEach(async () => {
    // What a page that has gone still sends belongs to the test that has shown it.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    server.events.removeAllListeners()
  })
  return sent
}

export const showCheckout = (element: ReactElement = <CheckoutPage />) => renderShop({ '/checkout': element }, '/checkout')

// By text and value: role names are expensive to compute in a page with a list of all countries.
export const payButton = async (name = 'Place Order') =>
  (await screen.findAllByText(new RegExp(`^${name}`))).at(-1)?.closest('button') as HTMLButtonElement
export const radio = (value: string) =>
  waitFor(() => document.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`) ?? Promise.reject(new Error(value)))
export const fill = async (user: User, label: string | RegExp, text: string): Promise<void> => {
  await user.click(await screen.findByLabelText(label))
  await user.paste(text)
}

/** Fills in the form as a guest who pays in cash. */
export async function fillIn(user: User, email = 'gast@example.org'): Promise<void> {
  await fill(user, 'Name', 'Ada Lovelace')
  await fill(user, 'E-mail', email)
  await fill(user, 'Phone', '030 23125042')
  await user.tab()
  await user.click(await radio('cash'))
  await user.click(screen.getByLabelText(/accept the terms/))
}

/** The same for a takeaway. */
export async function fillTakeaway(user: User, email?: string): Promise<void> {
  await user.click(await radio('takeaway'))
  await fillIn(user, email)
}
