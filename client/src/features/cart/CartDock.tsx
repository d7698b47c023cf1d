import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCart } from '../../cart/cartStore.ts'
import { cartDockId, showPanel, usePanel } from '../../overlays/panels.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { Bar } from '../../ui/Layout.tsx'
import { notifyOfView, useViewCart } from './useViewCart.ts'
import { CartActions, CartContents, CartSuggestions, CartTerms } from './Cart.tsx'
import { CartSummary } from './CartSummary.tsx'
import styles from './Cart.module.css'

/** The cart as a column beside the menu, from 1200 px on (docs/specification.md section 10); with larger text from a wider window on. */
export function CartDock() {
  const { t } = useTranslation()
  const { count } = useCart()
  const wide = useMedia('(width >= 75rem)')
  useViewCart(wide && count > 0)
  const column = useRef<HTMLElement>(null)
  // The cart button of the header focuses the column.
  useEffect(() => {
    const dock = column.current
    dock?.addEventListener('focus', notifyOfView)
    return () => dock?.removeEventListener('focus', notifyOfView)
  }, [])
  // The cart was opened before the column was there, or before the window was wide enough: the column replaces the panel, and gets the focus once it is closed.
  const panel = usePanel()
  useEffect(() => {
    if (panel !== 'cart' || column.current?.getClientRects().length === 0) return
    showPanel(null)
    setTimeout(() => column.current?.focus())
  }, [panel])
  return (
    <aside ref={column} id={cartDockId} tabIndex={-1} data-screen className={styles.dock} aria-labelledby={`${cartDockId}-title`}>
      <Bar noWrap between className={styles.head}>
        <h2 id={`${cartDockId}-title`}>{t('Cart')}</h2>
        <CartActions />
      </Bar>
      <div className={styles.scroll}>
        <CartContents />
      </div>
      {count > 0 && (
        <>
          <div className={styles.foot}>
            <CartSummary />
          </div>
          <div className={styles.below}>
            <CartSuggestions />
            <CartTerms />
          </div>
        </>
      )}
    </aside>
  )
}
