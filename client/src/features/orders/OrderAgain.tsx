import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '../../../../contracts/types.ts'
import { queryClient } from '../../api/queryClient.ts'
import { addLine, type StoredCart } from '../../domain/cart.ts'
import { reorder, type Reorder } from '../../domain/reorder.ts'
import { cartActions, currentCart } from '../../shop/cart.ts'
import { shopCurrency } from '../../shop/config.ts'
import { useLanguage } from '../../shop/language.ts'
import { useMoney } from '../../shop/money.ts'
import { addedTime, showToast } from '../../shop/notices.ts'
import { useCheckoutEntry } from '../../shop/checkoutEntry.ts'
import { showPanel } from '../../shop/panels.ts'
import { Button } from '../../ui/Button.tsx'
import { Price } from '../../ui/Price.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './Orders.module.css'
import { wholeMenuQuery } from './queries.ts'

/**
 * Order again: looks the order up in today's menu and puts it into the cart, beside what is there. What has changed is
 * shown before, and nothing is added without a word (DESIGN.md section 7.7).
 */
export function OrderAgain({ items, primary = false, size = 'm' }: { items: readonly OrderItem[]; primary?: boolean; size?: 's' | 'm' }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const [pending, setPending] = useState(false)
  const [found, setFound] = useState<Reorder | null>(null)
  const checkout = useCheckoutEntry()

  const put = (cart: StoredCart): void => {
    cartActions.set(cart.items.reduce(addLine, currentCart()))
    setFound(null)
    showToast({
      kind: 'success',
      text: t('Your order is in the cart again.'),
      duration: addedTime,
      actions: [
        { label: t('Cart'), act: () => showPanel('cart') },
        { label: t('Checkout'), act: checkout, primary: true },
      ],
    })
  }

  const look = async (): Promise<void> => {
    setPending(true)
    try {
      const menu = await queryClient.query(wholeMenuQuery(language))
      const result = reorder(items, menu, shopCurrency())
      if (result.gone.length + result.repriced.length + result.reduced.length === 0) put(result.cart)
      else setFound(result)
    } catch {
      showToast({ kind: 'error', text: t("The restaurant can't be reached right now. Please try again in a moment.") })
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <Button
        icon={<RotateCcw aria-hidden="true" data-flips />}
        variant={primary ? 'primary' : 'secondary'}
        size={size}
        pending={pending}
        onClick={() => void look()}
      >
        {t('Order again')}
      </Button>
      {found !== null && <Changes found={found} onClose={() => setFound(null)} onTake={() => put(found.cart)} />}
    </>
  )
}

/** What is not as it was, before it goes into the cart. */
function Changes({ found, onClose, onTake }: { found: Reorder; onClose: () => void; onTake: () => void }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const nothing = found.cart.items.length === 0
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('What has changed since')}
      closeLabel={t('Close')}
      footer={
        nothing ? undefined : (
          <Button variant="primary" size="l" wide data-first onClick={onTake}>
            {found.gone.length > 0 ? t('Put the rest into the cart') : t('Put it into the cart')}
          </Button>
        )
      }
    >
      <ul className={styles.changes}>
        {found.gone.map((name) => (
          <li key={`gone ${name}`}>
            <span>{name}</span>
            <span className={styles.quiet}>{t('not available as it was')}</span>
          </li>
        ))}
        {found.reduced.map(({ name, lost }) => (
          <li key={`reduced ${name}`}>
            <span>{name}</span>
            <span className={styles.quiet}>{t('no longer with {{choices}}', { choices: lost.join(', ') })}</span>
          </li>
        ))}
        {found.repriced.map(({ name, before, now }) => (
          <li key={`repriced ${name}`}>
            <span>{name}</span>
            <Price was={format(before)} wasLabel={t('instead of')}>
              {format(now)}
            </Price>
          </li>
        ))}
      </ul>
      {nothing && <p>{t('Nothing of this order can be had at the moment.')}</p>}
    </Sheet>
  )
}
