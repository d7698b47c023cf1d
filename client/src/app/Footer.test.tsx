import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { providersQuery } from '../features/checkout/queries.ts'
import { areasQuery } from '../restaurant/areas.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { startLanguage } from '../i18n/language.ts'
import { AppBadges } from './Badges.tsx'
import { FooterContent } from './Footer.tsx'
import { FooterPaymentAndDelivery } from './FooterPaymentAndDelivery.tsx'
import { publicScope } from '../session/identity.ts'
import { offlineClient, renderShop } from '../test-setup-shop.tsx'

beforeAll(() => startLanguage({}))
afterEach(() => setConfig(fallbackConfig))

const show = (bare = false, element = <FooterContent bare={bare} />, client = offlineClient()) => renderShop(element, '/', client)

describe('the footer', () => {
  it('of the checkout links only to the legal pages', () => {
    show(true)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.queryAllByRole('link')).toEqual([])
  })
  it('says before an order how can be paid, and where the restaurant delivers', () => {
    const client = offlineClient()
    client.setQueryData(providersQuery(publicScope()).queryKey, [
      { id: 'cash', name: 'Cash', displayOption: 'direct' },
      { id: 'card', name: 'Card', displayOption: 'redirect' },
    ])
    const area = { minimumOrder: 12, deliveryPrice: 2, freeDeliveryThreshold: 0, zipcode: '10178' }
    client.setQueryData(areasQuery(publicScope()).queryKey, [
      { ...area, id: 1, name: 'Mitte' },
      { ...area, id: 2, name: 'Wedding' },
    ])
    show(false, <FooterPaymentAndDelivery />, client)
    expect(screen.getByText(/^We accept: Cash.+Card$/)).toBeVisible()
    expect(screen.getByText(/^We deliver to: Mitte.+Wedding$/)).toBeVisible()
  })
  it('links the app stores as social networks: also by http and without a protocol, but no script', () => {
    const client = offlineClient()
    const stores = { IOS: 'apps.example/loeffel', ANDROID: 'http://play.example/loeffel', HUAWEI: 'javascript:alert(1)' }
    client.setQueryData(
      settingsQuery(publicScope()).queryKey,
      Object.entries(stores).map(([key, value]) => ({ key, value })),
    )
    show(false, <AppBadges />, client)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://apps.example/loeffel',
      'https://play.example/loeffel',
    ])
  })
  it('leads to the map, whose address may lack its protocol', () => {
    const client = offlineClient()
    const settings = { ADDRESS: 'Torstraße 1', MAP_URL: 'maps.example/torstr' }
    client.setQueryData(
      settingsQuery(publicScope()).queryKey,
      Object.entries(settings).map(([key, value]) => ({ key, value })),
    )
    show(false, <FooterContent bare={false} />, client)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('https://maps.example/torstr')
  })
  it('offers no login in a shop without accounts, and no choice of the appearance in a light one', () => {
    show()
    expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Light or dark' })).toBeInTheDocument()
    cleanup()
    setConfig({ ...fallbackConfig, accounts: false, lightOnly: true })
    show()
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'My Account' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Light or dark' })).toBeNull()
  })
  it('links the accessibility statement only if the operator has set a contact for it', () => {
    show()
    expect(screen.queryByRole('link', { name: 'Accessibility' })).toBeNull()
    setConfig({ ...fallbackConfig, accessibilityContact: 'a11y@shop.example' })
    show()
    expect(screen.getByRole('link', { name: 'Accessibility' })).toHaveAttribute('href', '/accessibility')
  })
})
