import { directionOf } from '../domain/direction.ts'
import { currencyOf, formatMoney, formatPercent } from '../domain/money.ts'

/** How a locale writes amounts: the BFF writes the first paint's prices by it (bff/site/firstpaint/money.go). */
interface MoneyFormat {
  decimal: string
  group: string
  /** Digits of the last group and of the ones before it. */
  groups: [number, number]
  /** The fewest digits that are grouped. */
  grouped: number
  /** What is before and after an amount, by its currency. */
  written: Record<string, [string, string]>
  /** What is before and after a discount in percent. */
  percent: [string, string]
}

/** The formats of the first paint's prices. In other locales and currencies only the client writes them. */
export interface MoneyFormats {
  exponents: Record<string, number>
  locales: Record<string, MoneyFormat>
}

const locales =
  'de de-DE de-AT de-CH en en-US en-GB en-IE en-CA en-AU en-NZ en-ZA en-IN tr tr-TR ar ar-AE ar-SA ar-EG fr fr-FR fr-BE fr-CH fr-CA it it-IT it-CH es es-ES es-MX pt pt-PT pt-BR nl nl-NL nl-BE pl cs sk hu ro bg el hr sl sr uk ru da sv nb no fi et lv lt is ga he fa ur hi vi th id ms ja ko zh'.split(
    ' ',
  )
const currencies =
  'EUR USD GBP CHF TRY PLN CZK HUF RON BGN DKK SEK NOK ISK UAH RUB RSD CAD AUD NZD MXN BRL ILS AED SAR EGP KWD BHD ZAR INR JPY KRW CNY THB IDR MYR SGD VND'.split(
    ' ',
  )

/** Reads the formats off amounts that the client has formatted. */
export function moneyFormats(): MoneyFormats {
  return {
    exponents: Object.fromEntries(currencies.map((code) => [code, currencyOf(code).exponent])),
    locales: Object.fromEntries(locales.map((locale) => [locale, formatOf(locale)])),
  }
}

function formatOf(name: string): MoneyFormat {
  // As moneyLocale() of the client: right-to-left languages have western digits.
  const locale = directionOf(name) === 'rtl' ? `${name}-u-nu-latn` : name
  const euro = currencyOf('EUR')
  const [, whole] = around(formatMoney(12_345_678_90, euro, locale))
  const [, thousand] = around(formatMoney(1234_00, euro, locale))
  const decimal = whole.at(-3) ?? ''
  const parts = whole.slice(0, -3).split(/\D/)
  const percent = around(formatPercent(-12, locale))
  return {
    decimal,
    group: /\D/.exec(whole.slice(0, -3))?.[0] ?? '',
    groups: [parts.at(-1)?.length ?? 3, parts.at(-2)?.length ?? 3],
    grouped: /\D/.test(thousand.slice(0, -3)) ? 4 : 5,
    written: Object.fromEntries(
      currencies.map((code) => {
        const [before, , after] = around(formatMoney(1, currencyOf(code), locale))
        return [code, [before, after]]
      }),
    ),
    percent: [percent[0], percent[2]],
  }
}

/** A formatted number, and what is before and after it. */
function around(written: string): [string, string, string] {
  const [, before = '', number = '', after = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/su.exec(written) ?? []
  return [before, number, after]
}
