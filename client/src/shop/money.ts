import { useMemo } from 'react'
import { formatAdded, formatMoney, formatPercent, type Currency, type Minor } from '../domain/money.ts'
import { shopCurrency } from './config.ts'
import { moneyLocale, useCurrentLanguage } from './language.ts'

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

/** Formats money by the selected language and the shop's currency (UX.md, "price"). */
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
