import { isPlainClick } from '../../ui/isPlainClick.ts'
import type { TFunction } from 'i18next'
import { createContext, use, useMemo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../../../contracts/types.ts'
import { useAddedNotice } from '../../cart/useAddedNotice.ts'
import { onlyFitting, useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { useMoney, type MoneyFormat } from '../../i18n/useMoney.ts'
import { goTo } from '../../navigation/goTo.ts'
import { useStore } from '../../createStore.ts'

/*
 * What all cards of the menu share. A menu may have two thousand of them (docs/bench-client.md), so no card subscribes to a store, a query or the
 * router: the page does so once for all, and one listener handles their links.
 */

export const combosId = 'menus'

export const sectionId = (category: Category): string => `category-${String(category.id)}`

/** What every card needs. */
export interface CardContextValue {
  t: TFunction
  money: MoneyFormat
  /** The allergens to avoid, by code. */
  avoided: ReadonlySet<string>
  /** Only the dishes that fit are shown. */
  hides: boolean
  allergens: string
  /** Shows the notice after adding to the cart. */
  added: (name: string, tooMany: number) => void
}

export const CardContext = createContext<CardContextValue | null>(null)

/** Creates the value once per page. */
export function useCardContextValue(): CardContextValue {
  const { t } = useTranslation()
  const money = useMoney()
  const avoided = useAvoidedAllergens()
  const added = useAddedNotice()
  const hides = useStore(onlyFitting) && avoided.size > 0
  return useMemo(() => ({ t, money, avoided, hides, allergens: t('Allergens'), added }), [t, money, avoided, hides, added])
}

export function useCardContext(): CardContextValue {
  const terms = use(CardContext)
  if (terms === null) throw new Error('a card stands outside of the menu')
  return terms
}

/** Handles a click on a card's link: the sheet opens over the menu. Modified clicks (a new tab) are left to the browser. */
export function openCard(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlainClick(event)) return
  const link = event.target instanceof Element ? event.target.closest('a[data-card]') : null
  const address = link?.getAttribute('href')
  if (address === null || address === undefined) return
  event.preventDefault()
  goTo(address, { state: { overlay: true }, preventScrollReset: true })
}
