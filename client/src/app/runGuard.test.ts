import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { workingHoursQuery } from '../restaurant/workingHours.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { publicScope, startIdentity } from '../session/identity.ts'
import { openMockShop } from '../test-setup-shop.tsx'
import { routes, type Route } from './routes.ts'
import { runGuard } from './runGuard.ts'

const { server } = openMockShop()

const waits: [string, Route, number][] = [
  ['the menu, which everyone may see, only for a moment', routes.home, 400],
  ['an order for three seconds', routes.order, 3000],
  ['the checkout for three seconds', routes.checkout, 3000],
  ['the registration for three seconds', routes.register, 3000],
]

it.each(waits)('a login that is not answered delays %s', async (_what, route, milliseconds) => {
  local.write(storedKeys.token, 'a token')
  startIdentity()
  server.use(http.get('*/api/me', () => new Promise(() => undefined)))
  await Promise.all([queryClient.query(settingsQuery(publicScope())), queryClient.query(workingHoursQuery(publicScope()))])
  vi.useFakeTimers()
  const verdict = vi.fn()
  void runGuard(route, { pathname: route.path, search: '' }).then(verdict)
  await vi.advanceTimersByTimeAsync(milliseconds - 1)
  expect(verdict).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(verdict).toHaveBeenCalledWith(null)
})
