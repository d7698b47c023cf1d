import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMockShop } from '../test-setup-shop.tsx'
import { call } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { areasQuery } from '../restaurant/areas.ts'
import { isBranchUnknown, branchRefused } from './branch.ts'
import { caller, currentVisitor, identity, personalKey, publicScope, startIdentity } from './identity.ts'
import { currentLogin, login, loginExpired, logout, meQuery, startLogin } from './login.ts'
import { customerHash, loginHash } from './customer.ts'
import { remembered } from './remembered.ts'
import { local, session, sessionKeys, storedKeys } from '../browser/storage.ts'

const { server } = openMockShop()
const password = 'correct-horse'

async function signIn(email = 'ada@example.org'): Promise<void> {
  const { token } = await call('POST /login', { identity: caller(), body: { email, password } })
  await login(token)
}

const meAnswers = (answer: () => Response | Promise<Response>): void => server.use(http.get('*/api/me', answer))

const pizza = { type: 'productItem', productId: 1, sizeId: 1, extraIds: [], optionIds: [], categoryId: 1 }
const shown = { name: 'Pizza', size: '', parts: [], unit: 850, picture: null, allergens: null }
/** Two lines that only the persons they are for set apart, and a cart of another branch. */
const carts = {
  mine: JSON.stringify({
    version: 1,
    branch: null,
    items: [1, 2].map((qty) => ({ ...pizza, qty, shown, person: ['Ada', 'Grace'][qty - 1] })),
  }),
  parked: JSON.stringify({ version: 1, branch: 'https://one.example', items: [{ ...pizza, qty: 1, shown, person: 'Grace' }] }),
}
const piecesIn = (key: string): number[] =>
  ((local.readJson(key) as { items: { qty: number }[] } | null)?.items ?? []).map(({ qty }) => qty)

describe('a check of the login', () => {
  beforeEach(() => signIn())
  afterEach(() => vi.useRealTimers())

  it.each([
    ...[408, 419, 425, 429, 500, 503].map((status) => [status, { message: 'No' }] as const),
    // A proxy's page.
    [404, { code: 'upstream_invalid', message: 'No' }] as const,
  ])('that fails with %s %j says nothing: the customer stays signed in', async (status, body) => {
    meAnswers(() => HttpResponse.json(body, { status }))
    await queryClient.query({ ...meQuery(caller()), staleTime: 0, retry: false }).catch(() => undefined)
    expect(identity().token).not.toBeNull()
    expect(local.read(storedKeys.token)).toBe(identity().token)
    queryClient.removeQueries()
    expect(await currentLogin()).toMatchObject({ loggedIn: false, unanswered: true, expired: false })
  })

  it('that says 401 ends the login, and what is typed stays', async () => {
    session.writeJson(sessionKeys.formDraft, { contact: { name: 'Ada' } })
    meAnswers(() => HttpResponse.json({}, { status: 401 }))
    await queryClient.query({ ...meQuery(caller()), staleTime: 0 })
    expect(identity().token).toBeNull()
    expect(local.read(storedKeys.token)).toBeNull()
    expect(session.readJson(sessionKeys.formDraft)).not.toBeNull()
  })

  it('that gets no response is awaited for three seconds', async () => {
    queryClient.removeQueries()
    meAnswers(() => new Promise(() => undefined))
    vi.useFakeTimers()
    const state = currentLogin()
    await vi.advanceTimersByTimeAsync(3000)
    expect(await state).toMatchObject({ loggedIn: false, unanswered: true })
  })
})

describe('a logout', () => {
  it('removes what this device was to fill in the next time', async () => {
    remembered.set({ name: 'Ada', email: 'ada@example.org', phone: '', address: '', payment: null })
    await signIn()
    expect(remembered.get()?.name).toBe('Ada')
    logout()
    expect(remembered.get()).toBeNull()
  })

  beforeEach(() => signIn())

  it('is done at once, whatever the server says, and takes what is personal with it, never dishes', () => {
    server.use(http.post('*/api/me/logout', () => new Promise(() => undefined)))
    local.write(storedKeys.cart, carts.mine)
    local.write('cart@https://one.example', carts.parked)
    const submission = {
      name: 'Ada',
      email: 'ada@example.org',
      phone: '030',
      notes: 'ring twice',
      address: 'Hof 3',
      deliverType: 'delivery',
    }
    local.writeJson(storedKeys.orders, [{ sender: 'hash', address: 'Hof 3', submission }])
    session.writeJson(sessionKeys.formDraft, { email: 'ada@example.org' })
    const before = currentVisitor()
    logout()
    expect(identity().token).toBeNull()
    expect(currentVisitor()).toBe(before + 1)
    expect(queryClient.getQueriesData({ queryKey: personalKey(caller()) })).toEqual([])
    expect(local.read(storedKeys.token)).toBeNull()
    const kept = local.keys().map((key) => local.read(key) ?? '')
    for (const word of ['Ada', 'ada@', '030', 'ring twice', 'Hof 3', 'Grace']) expect(kept.join()).not.toContain(word)
    expect(piecesIn(storedKeys.cart)).toEqual([3])
    expect(piecesIn('cart@https://one.example')).toEqual([1])
    expect(local.readJson('cart@https://one.example')).toMatchObject({ branch: 'https://one.example' })
    expect(session.readJson(sessionKeys.formDraft)).toBeNull()
  })

  it('in another tab, while this page was not there, is noticed at start', () => {
    session.writeJson(sessionKeys.formDraft, { email: 'ada@example.org' })
    local.remove(storedKeys.customer)
    local.remove(storedKeys.token)
    startIdentity()
    startLogin()
    expect(session.readJson(sessionKeys.formDraft)).toBeNull()
  })
})

describe('after an expired login', () => {
  it.each([
    ['the same customer goes on with what was typed', 'ada@example.org', true],
    ['another customer finds nothing of it', 'grace@example.org', false],
  ])('%s', async (_, email, stays) => {
    await signIn()
    session.writeJson(sessionKeys.formDraft, { email: 'ada@example.org' })
    local.write(storedKeys.cart, carts.mine)
    meAnswers(() => HttpResponse.json({}, { status: 401 }))
    await queryClient.query({ ...meQuery(caller()), staleTime: 0 })
    server.resetHandlers()
    await signIn(email)
    expect(session.readJson(sessionKeys.formDraft) !== null).toBe(stays)
    // Dishes belong to the browser, the names in their lines to the customer.
    expect(piecesIn(storedKeys.cart)).toEqual(stays ? [1, 2] : [3])
  })
})

describe('a new e-mail address', () => {
  it('is the same customer: dishes, names and drafts stay, in another tab and after a reload too', async () => {
    await signIn()
    session.writeJson(sessionKeys.formDraft, { email: 'ada@example.org' })
    local.write(storedKeys.cart, carts.mine)
    const before = currentVisitor()
    const tab = session.read(sessionKeys.customer) ?? ''
    meAnswers(() => HttpResponse.json({ name: 'Ada', email: 'lovelace@example.org', phone: '', profit: 0, is_generated: false }))
    await queryClient.query({ ...meQuery(caller()), staleTime: 0 })
    // A tab that has not asked since.
    session.write(sessionKeys.customer, tab)
    startLogin()
    await queryClient.query({ ...meQuery(caller()), staleTime: 0 })
    expect(currentVisitor()).toBe(before)
    expect(session.readJson(sessionKeys.formDraft)).not.toBeNull()
    expect(piecesIn(storedKeys.cart)).toEqual([1, 2])
  })
})

describe('a tab in which /me has never answered', () => {
  it.each([
    ['that is loaded anew', (): unknown => startIdentity()],
    [
      'that is notified of it, although the same customer has logged in again elsewhere',
      (): void => {
        loginExpired()
        local.write(storedKeys.customer, `${customerHash()} another-login`)
      },
    ],
  ])('%s keeps what was typed under a login that has expired and whose customer another tab knows', async (_, happens) => {
    await signIn()
    session.write(sessionKeys.customer, loginHash())
    session.writeJson(sessionKeys.formDraft, { email: 'ada@example.org' })
    local.remove(storedKeys.token)
    happens()
    startLogin()
    expect(session.readJson(sessionKeys.formDraft)).not.toBeNull()
  })
})

describe('a branch that is not listed any more', () => {
  it('is known by the 421 of any of its calls', async () => {
    local.write(storedKeys.branchUrl, 'https://gone.example')
    startIdentity()
    const { onRefusal } = await import('../api/http.ts')
    onRefusal((asker, status) => status === 421 && branchRefused(asker))
    expect(isBranchUnknown()).toBe(false)
    await queryClient.query({ ...areasQuery(publicScope()), retry: false }).catch(() => undefined)
    expect(isBranchUnknown()).toBe(true)
  })
})
