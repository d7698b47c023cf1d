import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBill } from '../../cart/useBill.ts'
import { useCart } from '../../cart/cartStore.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { showPanel } from '../../overlays/panels.ts'
import { useHeightProperty } from '../../ui/useHeightProperty.ts'
import styles from './Cart.module.css'

/** The bar at the bottom of phones: "View cart · 3 · 27,90 €". Not shown where the cart is docked. */
export function CartBar() {
  const { t } = useTranslation()
  const money = useMoney()
  const { count } = useCart()
  const { bill, complete, outdated } = useBill()
  const bar = useRef<HTMLDivElement>(null)
  // The end of the page gets padding, so that the bar covers nothing.
  useHeightProperty(bar, '--bottom-bar')
  return (
    <div ref={bar} data-screen className={styles.bar}>
      <button type="button" className={styles.view} onClick={() => showPanel('cart')}>
        <span className={styles.pieces}>{count}</span>
        <span className={styles.caption}>{t('View cart')}</span>
        <span className={styles.sum} aria-busy={outdated || undefined}>
          {complete && money.format(bill.totals.total)}
        </span>
      </button>
    </div>
  )
}
