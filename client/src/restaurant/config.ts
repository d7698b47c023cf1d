import type { BffConfig } from '../../../contracts/bff-types.ts'
import { currencyOf, type Currency } from '../domain/money.ts'

/** Defaults while the operator's configuration can't be loaded (docs/specification.md section 1: country, language and locale de). */
export const fallbackConfig: BffConfig = {
  country: 'de',
  language: 'de',
  locale: 'de',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  accent: null,
  pictures: '',
  proxyPictures: false,
  images: null,
  tiles: null,
  geocoder: false,
  offline: true,
  vitals: false,
  lightOnly: false,
  accounts: true,
  google: null,
  facebook: null,
  phone: null,
  accessibilityContact: null,
  accessibilityDate: null,
  accessibilityAuthor: null,
  paymentHosts: [],
  version: '',
}

let config: BffConfig = fallbackConfig

/** The operator's configuration; constant after the start. */
export function shopConfig(): BffConfig {
  return config
}

export function setConfig(next: BffConfig): void {
  config = next
}

/** The shop's currency (TABLEFRONT_CURRENCY). */
export function shopCurrency(): Currency {
  return currencyOf(config.currency)
}
