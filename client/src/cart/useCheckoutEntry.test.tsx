import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { notices, showAdded, showToast } from '../notices/notices.ts'
import { subscribePanel } from '../overlays/panels.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { publicScope, startIdentity } from '../session/identity.ts'
import { useLogin } from '../session/login.ts'
import { openMockShop } from '../test-setup-shop.tsx'
import { useCheckoutEntry } from './useCheckoutEntry.ts'

const { server } = openMockShop()
const toasts = () => notices.get().toasts.map(({ text }) => text)
const render = () =>
  renderHook(() => ({ enter: useCheckoutEntry(), login: useLogin() }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  }).result

it('closes the notice after adding, which offers the checkout, and no other one', () => {
  const entry = render()
  showAdded(0, { text: 'Added', actions: [] })
  expect(toasts()).toEqual(['Added'])
  entry.current.enter()
  expect(toasts()).toEqual([])
  showToast({ text: 'Saved' })
  entry.current.enter()
  expect(toasts()).toEqual(['Saved'])
})

it('asks a guest to log in or to continue, and a customer whose login is being checked or not answered neither', async () => {
  await queryClient.query(settingsQuery(publicScope()))
  const asked = vi.fn()
  const left = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  subscribePanel(asked)
  render().current.enter()
  expect(asked).toHaveBeenCalledOnce()

  local.write(storedKeys.token, 'a token')
  startIdentity()
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.get('*/api/me', async () => {
      await answered
      return HttpResponse.json({}, { status: 500 })
    }),
  )
  const entry = render()
  for (const state of ['checking', 'unanswered'] as const) {
    await expect.poll(() => entry.current.login[state]).toBe(true)
    entry.current.enter()
    answer()
  }
  expect(asked).toHaveBeenCalledOnce()
  expect(left.mock.calls).toEqual([['/checkout'], ['/checkout']])
})
