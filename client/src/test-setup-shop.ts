import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeMockServer, type MockServer } from '../../mocks/runtimes/node.ts'
import { onRefusal } from './api/http.ts'
import { queryClient } from './api/queryClient.ts'
import { startIdentity } from './session/identity.ts'
import { startLanguage } from './i18n/language.ts'
import { checkLoginAgain } from './session/login.ts'
import { local, storedKeys } from './browser/storage.ts'

/** The shop on mocks for component tests: each test starts with a fresh mock backend, empty caches, and the branch chosen. */
export function openMockShop(): MockServer {
  const mocks = makeMockServer()
  const { server, world } = mocks
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' })
    onRefusal((caller) => checkLoginAgain(caller))
    await startLanguage(undefined)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    world.reset()
    server.resetHandlers()
    queryClient.clear()
    local.write(storedKeys.branchUrl, world.shops[1]?.url ?? '')
    startIdentity()
  })
  return mocks
}
