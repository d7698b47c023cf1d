import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { follow } from './follow.ts'
import { writeDraft } from '../forms/formDraft.ts'
import { caller, changeIdentity, currentVisitor, identity, startIdentity } from './identity.ts'
import { startLanguage } from '../i18n/language.ts'
import { currentLogin, meQuery, startLogin } from './login.ts'
import { local, session, sessionKeys, storedKeys } from '../browser/storage.ts'

const showToast = vi.hoisted(() => vi.fn())
vi.mock('../notices/notices.ts', async (original) => ({ ...(await original<typeof import('../notices/notices.ts')>()), showToast }))

/** Changes of another tab that this one was not notified of yet. */
const elsewhere = {
  logout: () => {
    local.remove(storedKeys.customer)
    local.remove(storedKeys.token)
  },
  expiry: () => local.remove(storedKeys.token),
}

beforeEach(async () => {
  for (const key of local.keys()) local.remove(key)
  for (const key of session.keys()) session.remove(key)
  showToast.mockClear()
  await startLanguage(undefined)
  local.write(storedKeys.token, 'ada-token')
  startIdentity()
  startLogin()
  writeDraft('contact', { name: 'Ada' })
})

describe('following another tab', () => {
  it.each([
    ['before /me has answered here', ''],
    ['of a customer who is known here', 'mark-of-ada'],
  ])('a logout %s takes everything of the customer away', (_, mark) => {
    if (mark !== '') session.write(sessionKeys.customer, mark)
    const visitor = currentVisitor()
    elsewhere.logout()
    follow()
    expect(identity().token).toBeNull()
    expect(currentVisitor()).toBe(visitor + 1)
    expect(session.readJson(sessionKeys.formDraft)).toBeNull()
    expect(showToast).toHaveBeenCalledExactlyOnceWith({ text: 'You logged out in another tab.' })
  })

  it('a logout takes it away, too, where the login has ended before its customer was known', () => {
    changeIdentity({ token: null })
    elsewhere.logout()
    follow()
    expect(session.readJson(sessionKeys.formDraft)).toBeNull()
  })

  it('a login whose customer is not known yet keeps what is typed', () => {
    follow()
    expect(session.readJson(sessionKeys.formDraft)).not.toBeNull()
    startLogin()
    expect(session.readJson(sessionKeys.formDraft)).not.toBeNull()
  })

  it('an expired login leaves what is typed, and nothing that was loaded of the account', async () => {
    const me = meQuery(caller()).queryKey
    queryClient.setQueryData(me, { name: 'Ada' } as never)
    local.write(storedKeys.customer, 'mark-of-ada')
    session.write(sessionKeys.customer, 'mark-of-ada')
    const visitor = currentVisitor()
    elsewhere.expiry()
    follow()
    expect(identity().token).toBeNull()
    expect(currentVisitor()).toBe(visitor)
    expect(session.readJson(sessionKeys.formDraft)).not.toBeNull()
    expect(queryClient.getQueryData(me)).toBeUndefined()
    expect((await currentLogin()).expired).toBe(true)
    expect(showToast).not.toHaveBeenCalled()
  })
})
