import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCheckoutEntry } from './checkoutEntry.ts'
import { addedTime, showToast } from './notices.ts'
import { showCart } from './panels.ts'

/** The notice after something was added: 4 s, with Cart and Checkout (SPEC.md sections 2 and 9). */
export function useAddedNotice(): () => void {
  const { t } = useTranslation()
  const checkout = useCheckoutEntry()
  return useCallback(() => {
    showToast({
      kind: 'success',
      text: t('Product has been added to your cart'),
      duration: addedTime,
      actions: [
        { label: t('Cart'), act: showCart },
        { label: t('Checkout'), act: checkout, primary: true },
      ],
    })
  }, [t, checkout])
}
