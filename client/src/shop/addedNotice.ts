import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST } from '../domain/cartLine.ts'
import { useCheckoutEntry } from './checkoutEntry.ts'
import { addedTime, showToast } from './notices.ts'
import { showCart } from './panels.ts'

/** The notice after a dish was added: its name, 4 s, with Cart and Checkout. `tooMany` pieces did not fit, which it says. */
export function useAddedNotice(): (name: string, tooMany: number) => void {
  const { t } = useTranslation()
  const checkout = useCheckoutEntry()
  return useCallback(
    (name, tooMany) => {
      showToast({
        kind: tooMany > 0 ? 'info' : 'success',
        title: name,
        text:
          tooMany > 0
            ? t('At most {{most}} of one menu can be ordered at once.', { most: MOST })
            : t('Product has been added to your cart'),
        duration: addedTime,
        actions: [
          { label: t('Cart'), act: showCart },
          { label: t('Checkout'), act: checkout, primary: true },
        ],
      })
    },
    [t, checkout],
  )
}
