import { screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Setting } from '../../../contracts/types.ts'
import { startLanguage } from '../i18n/language.ts'
import { PlaceContext } from '../navigation/place.ts'
import { Screen } from '../screen/Screen.tsx'
import { AppBadges, PaymentBadges } from './Badges.tsx'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { routes } from './routes.ts'
import { offlineClient, renderShop } from '../test-setup-shop.tsx'

beforeAll(() => startLanguage({}))

const show = (element: ReactElement, settings: Setting[] = []) => renderShop(element, '/', offlineClient(settings)).container
const names = (list: HTMLElement): (string | null)[] =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('payment badges', () => {
  it('of Finland', () => {
    show(<PaymentBadges country="fi" />)
    expect(names(screen.getByRole('list', { name: 'Ways to pay' }))).toEqual(
      expect.arrayContaining(['Visa', 'Mastercard', 'MobilePay', 'Nordea', 'OP', 'Danske Bank', 'S-Pankki']),
    )
  })
  it('of South Africa', () => {
    show(<PaymentBadges country="za" />)
    expect(names(screen.getByRole('list', { name: 'Ways to pay' }))).toEqual(
      expect.arrayContaining(['Visa', 'Mastercard', 'Instant EFT', 'SnapScan', 'Zapper']),
    )
  })
  it('none elsewhere, by the COUNTRY setting in any letter case', () => {
    show(<Footer />, [{ key: 'COUNTRY', value: 'de' }])
    expect(screen.queryByRole('list', { name: 'Ways to pay' })).toBeNull()
    show(<Footer />, [{ key: 'COUNTRY', value: 'FI' }])
    expect(screen.getByRole('list', { name: 'Ways to pay' })).toBeInTheDocument()
  })
})

describe('app badges', () => {
  it('each links to its address; without an address it is not shown', () => {
    show(<AppBadges />, [
      { key: 'IOS', value: 'https://apps.apple.com/app/1' },
      { key: 'ANDROID', value: '' },
      { key: 'HUAWEI', value: 'https://appgallery.huawei.com/app/1' },
    ])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://apps.apple.com/app/1',
      'https://appgallery.huawei.com/app/1',
    ])
    expect(screen.getByRole('link', { name: /AppGallery/ })).toHaveAttribute('rel', 'noopener noreferrer')
  })
  it('an invalid address is not linked', () => {
    show(<AppBadges />, [{ key: 'IOS', value: 'javascript:alert(1)' }])
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe("the product's own name", () => {
  it('is in the footer if DISPLAY_BRAND_LOGO is on', () => {
    show(<Footer />, [{ key: 'DISPLAY_BRAND_LOGO', value: '' }])
    expect(screen.queryByText('Ordering with Tablefront')).toBeNull()
    show(<Footer />, [{ key: 'DISPLAY_BRAND_LOGO', value: '1' }])
    expect(screen.getByText('Ordering with Tablefront')).toBeInTheDocument()
  })
})

describe('the logo', () => {
  const logo: Setting = { key: 'LOGO', value: 'https://shop.example/light.svg' }
  const forDark: Setting = { key: 'FOOTER_LOGO', value: 'https://shop.example/dark.svg' }
  it('is LOGO in the header, with a light background in the dark, and FOOTER_LOGO only in the footer', () => {
    const header = show(<Brand />, [logo, forDark])
    expect(header.querySelectorAll('source')).toHaveLength(0)
    expect(header.querySelector('img')).toHaveAttribute('src', 'https://shop.example/light.svg')
    expect(header.querySelector('img')).toHaveClass('plateInDark')
    const footer = show(<Brand of="FOOTER_LOGO" />, [logo, forDark])
    expect(footer.querySelector('img')).toHaveAttribute('src', 'https://shop.example/dark.svg')
    expect(footer.querySelector('img')).not.toHaveClass('plate')
    expect(show(<Brand />, [forDark]).querySelector('img')).toBeNull()
  })
  it('falls back to the other one, else to the name', () => {
    const page = show(<Brand of="FOOTER_LOGO" />, [logo])
    expect(page.querySelector('img')).toHaveAttribute('src', 'https://shop.example/light.svg')
    show(<Brand />, [{ key: 'SITE_TITLE', value: 'Chez Nous' }])
    expect(screen.getByText('Chez Nous')).toBeInTheDocument()
  })
})

describe('an inner page', () => {
  const page = (settings: Setting[]): HTMLElement | null =>
    show(<Screen title="Contact Us">text</Screen>, settings).querySelector<HTMLElement>('.pictured')
  it('has the image of BREADCRUMB_BACKGROUND behind its breadcrumb, or a plain bar', () => {
    const settings: Setting[] = [{ key: 'BREADCRUMB_BACKGROUND', value: '', media: { background: { url: 'https://shop.example/b.avif' } } }]
    expect(page(settings)).toHaveTextContent('HomeContact Us')
    expect(page([])).toBeNull()
  })
  it('has no image at the checkout and on the return from the payment page', () => {
    const settings: Setting[] = [{ key: 'BREADCRUMB_BACKGROUND', value: '', media: { background: { url: 'https://shop.example/b.avif' } } }]
    for (const place of [routes.checkout, routes.paymentReturn]) {
      const shown = show(
        <PlaceContext value={place}>
          <Screen>text</Screen>
        </PlaceContext>,
        settings,
      )
      expect(shown).toHaveTextContent(place.title)
      expect(shown.querySelector('.pictured')).toBeNull()
    }
  })
})
