import { useTranslation } from 'react-i18next'
import { useCart } from '../../cart/cartStore.ts'
import { showPanel, usePanelOpen } from '../../overlays/panels.ts'
import { Drawer } from '../../ui/Sheet.tsx'
import { useViewCart } from './useViewCart.ts'
import { CartActions, CartContents } from './Cart.tsx'
import { CartSummary } from './CartSummary.tsx'

/** The side cart panel (docs/specification.md section 2): the items with quantity controls and a checkout button; opens and closes. */
export function CartPanel() {
  const { t } = useTranslation()
  const open = usePanelOpen('cart')
  const { count } = useCart()
  const close = (): void => showPanel(null)
  useViewCart(open)
  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('Cart')}
      actions={<CartActions />}
      closeLabel={t('Close')}
      footer={count > 0 ? <CartSummary /> : undefined}
    >
      <CartContents onLeave={close} />
    </Drawer>
  )
}
