import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { ProfilePage } from '../features/account/ProfilePage.tsx'
import { MyAddressesPage } from '../features/addresses/AddressListPage.tsx'
import { local, storedKeys } from '../browser/storage.ts'
import { Notices } from '../notices/Notices.tsx'
import { startLanguage } from '../i18n/language.ts'
import { login } from '../session/login.ts'
import { startIdentity } from '../session/identity.ts'
import { AccountMenu } from './AccountMenu.tsx'

const answers = new Map<string, () => Response>()

beforeEach(() => {
  void startLanguage({})
  local.write(storedKeys.token, 'ada')
  startIdentity()
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  answers.clear()
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answers.get(url)?.() ?? Response.json([])))
})
afterEach(() => vi.unstubAllGlobals())

const show = (screenOf: React.ReactElement) =>
  act(async () =>
    Promise.resolve(
      render(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            {screenOf}
            <Notices />
          </MemoryRouter>
        </QueryClientProvider>,
      ),
    ),
  )

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '', profit: 0, is_generated: 0 }

it('a profile that could not be loaded says so, and is loaded again', async () => {
  answers.set('/api/me', () => Response.json({ message: 'broken' }, { status: 500 }))
  await show(<ProfilePage />)
  expect(await screen.findByText('Your profile could not be loaded.')).toBeVisible()
  answers.set('/api/me', () => Response.json(ada))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByDisplayValue('Ada Lovelace')).toBeVisible()
})

it('a list of addresses follows a login that replaces its own: what is removed leaves it', async () => {
  const address = { id: 1, name: 'Home', address: 'Torstraße 1', extras: '', zipcode: '10119', areaId: 1, isDefault: true }
  answers.set('/api/me', () => Response.json(ada))
  answers.set('/api/me/addresses', () => Response.json([address, { ...address, id: 2, name: 'Work' }]))
  await show(<MyAddressesPage />)
  expect(await screen.findByText('Work')).toBeVisible()
  await act(() => login('ada again'))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Work' }))
  answers.set('/api/me/addresses/2', () => Response.json({}))
  answers.set('/api/me/addresses', () => Response.json([address]))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The address has been removed.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Work')).toBeNull())
})

it('the focus goes from a removed address to the next one, and from the last to adding one', async () => {
  const address = { id: 1, name: 'Home', address: 'Torstraße 1', extras: '', zipcode: '10119', areaId: 1, isDefault: true }
  let addresses = [address, { ...address, id: 2, name: 'Work' }]
  answers.set('/api/me', () => Response.json(ada))
  answers.set('/api/me/addresses', () => Response.json(addresses))
  await show(<MyAddressesPage />)
  for (const [id, name, next] of [
    [1, 'Home', 'Update Work'],
    [2, 'Work', 'Add an address'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }))
    answers.set(`/api/me/addresses/${id}`, () => {
      addresses = addresses.filter((each) => each.id !== id)
      return Response.json({})
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.getByRole('link', { name: next })).toHaveFocus())
  }
})

it('a proxy’s 404 in place of a removal is told, and is no removed address', async () => {
  const address = { id: 1, name: 'Office', address: 'Torstraße 1', extras: '', zipcode: '10119', areaId: 1, isDefault: true }
  const proxy = { code: 'upstream_invalid', message: "The restaurant's system gave no usable answer. Please try again." }
  answers.set('/api/me', () => Response.json(ada))
  answers.set('/api/me/addresses', () => Response.json([address]))
  answers.set('/api/me/addresses/1', () => Response.json(proxy, { status: 404 }))
  await show(<MyAddressesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Office' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(proxy.message)).toBeVisible()
  expect(screen.getByText('Office')).toBeInTheDocument()
})

it.each([{}, { id: 5, email: 'ada@example.org' }, { ...ada, name: ' ' }])('a customer without a name has My Account: %j', async (user) => {
  answers.set('/api/me', () => Response.json(user))
  await act(() => login('ada'))
  await show(<AccountMenu />)
  expect(await screen.findByRole('button', { name: 'My Account' })).toHaveTextContent('My Account')
})
