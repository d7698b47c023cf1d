import { useMemo } from 'react'
import { formatAdded, formatMoney, formatPercent, type Currency, type Minor } from '../domain/money.ts'
import { shopCurrency } from './config.ts'
import { currentLanguage, moneyLocale, useCurrentLanguage } from './language.ts'

/** The shop's money on the screen. */
export interface MoneyFormat {
  currency: Currency
  /** An amount in minor units as a person reads it: "12,50 €". */
  format: (minor: Minor) => string
  /** An amount that comes on top, with its sign: "+1,00 €". */
  added: (minor: Minor) => string
  /** A percentage: "7,7 %". */
  percent: (percent: number) => string
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
    }
  }, [language])
}

/** Has the browser read the smaller half of its data on the language, beforehand: the order of letters brings it. */
export function prepareCollation(): void {
  try {
    new Intl.Collator(moneyLocale(currentLanguage()))
  } catch {
    // A language that the browser does not know.
  }
}

/** Has it read the rest: writes an amount. */
export function prepareMoney(): void {
  formatMoney(0, shopCurrency(), moneyLocale(currentLanguage()))
}
