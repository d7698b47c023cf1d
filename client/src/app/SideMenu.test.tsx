import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { startLanguage } from '../i18n/language.ts'
import { showPanel } from '../overlays/panels.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { offlineClient, renderShop } from '../test-setup-shop.tsx'
import { caller, startIdentity } from '../session/identity.ts'
import { meQuery } from '../session/login.ts'
import { SideMenu } from './SideMenu.tsx'

beforeAll(() => startLanguage({}))
afterEach(() => {
  setConfig(fallbackConfig)
  vi.unstubAllGlobals()
  local.remove(storedKeys.token)
  startIdentity()
})

it('of a shop without accounts has no heading over nothing', () => {
  const show = () => renderShop(<SideMenu />, '/', offlineClient())
  showPanel('menu')
  show()
  expect(screen.getByRole('heading', { name: 'My Account', hidden: true })).toBeInTheDocument()
  cleanup()
  setConfig({ ...fallbackConfig, accounts: false })
  show()
  expect(screen.queryByRole('heading', { name: 'My Account', hidden: true })).toBeNull()
})

it('offers the account, not a login, while the check of a token gets no answer', async () => {
  local.write(storedKeys.token, 'ada')
  startIdentity()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'busy' }, { status: 503 })))
  await queryClient.query({ ...meQuery(caller()), retry: false }).catch(() => undefined)
  showPanel('menu')
  renderShop(<SideMenu />)
  expect(await screen.findByRole('link', { name: 'My Profile', hidden: true })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Logout', hidden: true })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Login', hidden: true })).toBeNull()
})
