import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeMockServer, type MockServer } from '../../mocks/node.ts'
import { configurePipe } from './api/http.ts'
import { queryClient } from './api/queryClient.ts'
import { chosenBranch } from './shop/chosenBranch.ts'
import { currentLanguage, startLanguage } from './shop/language.ts'
import { storedToken } from './shop/login.ts'
import { local, storedKeys } from './shop/storage.ts'

/** The shop on mocks for the component tests of a file: each test begins with a stand-in as new, no copies, and the branch chosen. */
export function openMockShop(): MockServer {
  const mocks = makeMockServer()
  const { server, world } = mocks
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' })
    configurePipe({ token: storedToken, language: currentLanguage, branch: chosenBranch })
    await startLanguage(undefined)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    world.reset()
    server.resetHandlers()
    queryClient.clear()
    local.write(storedKeys.branchUrl, world.shops[1]?.url ?? '')
  })
  return mocks
}
