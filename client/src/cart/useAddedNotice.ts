import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToastAction } from '../ui/Toasts.tsx'
import { useCheckoutEntry } from './useCheckoutEntry.ts'
import { closeAdded, showAdded } from '../notices/notices.ts'
import { showCart, subscribePanel } from '../overlays/panels.ts'

subscribePanel(closeAdded)

/**
 * The notice after a dish was added: its name, 4 s, with Cart and Checkout. `tooMany` pieces did not fit, which it says. While the sheet it is added from is open the
 * notice waits: said before the focus is back on the dish, it would be cut off or said twice.
 */
export function useAddedNotice(sheetOpen = false): (name: string, tooMany: number) => void {
  const { t } = useTranslation()
  const actions = useAddedActions()
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (sheetOpen) return
    waiting.current?.()
    waiting.current = null
  }, [sheetOpen])
  return useCallback(
    (name, tooMany) => {
      const show = (): void => {
        showAdded(tooMany, {
          title: name,
          text: t('Product has been added to your cart'),
          actions,
        })
      }
      if (sheetOpen) waiting.current = show
      else show()
    },
    [t, actions, sheetOpen],
  )
}

/** What a notice about dishes in the cart offers next. */
export function useAddedActions(): ToastAction[] {
  const { t } = useTranslation()
  const checkout = useCheckoutEntry()
  return useMemo(
    () => [
      { label: t('Cart'), act: showCart },
      { label: t('Checkout'), act: checkout, primary: true },
    ],
    [t, checkout],
  )
}
