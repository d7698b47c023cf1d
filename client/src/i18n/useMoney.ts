import { useMemo } from 'react'
import { namesRate, type TaxLine } from '../domain/bill.ts'
import { formatAdded, formatMoney, formatPercent, type Currency, type Minor } from '../domain/money.ts'
import { text } from '../api/translatable.ts'
import { shopConfig, shopCurrency } from '../restaurant/config.ts'
import { currentLanguage, moneyLocale, translate, useCurrentLanguage } from './language.ts'

export interface MoneyFormat {
  currency: Currency
  format: (minor: Minor) => string
  /** Formats a surcharge with its sign: "+1,00 €". */
  added: (minor: Minor) => string
  /** A percentage: "7,7 %". */
  percent: (percent: number) => string
  /** A tax with its rate: "VAT (7 %)". */
  tax: (tax: Pick<TaxLine, 'name' | 'percent'>) => string
  /** What a litre costs ("9,09 €/l"), where the law wants it beside the price of a drink (PAngV § 4): in Germany. Else, and without a price, empty. */
  litre: (price: Minor | null) => string
}

/** Formats money by the selected language and the shop's currency (docs/specification.md section 10). */
export function useMoney(): MoneyFormat {
  const language = useCurrentLanguage()
  return useMemo(() => {
    const currency = shopCurrency()
    const locale = moneyLocale(language)
    return {
      currency,
      format: (minor) => formatMoney(minor, currency, locale),
      added: (minor) => formatAdded(minor, currency, locale),
      percent: (percent) => formatPercent(percent, locale),
      tax: ({ name, percent }) => (percent === null || namesRate(name, percent) ? name : `${name} (${formatPercent(percent, locale)})`),
      litre: (price) =>
        price === null || shopConfig().country.toLowerCase() !== 'de'
          ? ''
          : translate(text('{{price}}/l'), { price: formatMoney(price, currency, locale) }),
    }
  }, [language])
}

/** Loads a part of the browser's language data in advance, by creating a collator. */
export function prepareCollation(): void {
  try {
    new Intl.Collator(moneyLocale(currentLanguage()))
  } catch {
    // The browser does not know the language.
  }
}

/** Loads the rest in advance, by formatting an amount. */
export function prepareMoney(): void {
  formatMoney(0, shopCurrency(), moneyLocale(currentLanguage()))
}
