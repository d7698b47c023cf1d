import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { showPanel } from '../overlays/panels.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { offlineClient, renderShop } from '../test-setup-shop.tsx'
import { SideMenu } from './SideMenu.tsx'

beforeAll(() => startLanguage({}))
afterEach(() => setConfig(fallbackConfig))

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
