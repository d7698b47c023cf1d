import { useMutation } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import type { PublicScope } from '../../api/scope.ts'
import { queryClient } from '../../api/queryClient.ts'
import { type StoredCart } from '../../domain/cart.ts'
import { lossOf, reorder, reorderCart, reorderTranslated, type Reorder, type WholeMenu } from '../../domain/reorder.ts'
import { cartActions, currentCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { showToast, showAdded } from '../../notices/notices.ts'
import { useCheckoutEntry } from '../../cart/useCheckoutEntry.ts'
import { useAddedActions } from '../../cart/useAddedNotice.ts'
import { Button } from '../../ui/Button.tsx'
import { Changes } from './ReorderChanges.tsx'
import { menusInOtherLanguages, wholeMenuQuery } from './queries.ts'
import { publicScope } from '../../session/identity.ts'

/** For so many milliseconds after the order was added, a press is the second one of a double press. A phone does not count the presses. */
const doublePress = 700

/** "Order again": looks the order up in the current menu and adds it to the cart. Differences are shown before (docs/specification.md). */
export function OrderAgain({
  items,
  cart,
  primary = false,
  onward = false,
  size = 'm',
  text,
  label,
}: {
  items: readonly OrderItem[]
  /** The cart that was ordered on this device: it is looked up by ids instead of names. */
  cart?: StoredCart | undefined
  primary?: boolean
  /** In the strip above the menu: a short button that goes on to the checkout if nothing else is in the cart. */
  onward?: boolean
  size?: 's' | 'm'
  /** The button's words, if they are not "Order again". */
  text?: string
  /** The accessible name, if it says more than the words. */
  label?: string
}): ReactNode {
  const { t } = useTranslation()
  const [found, setFound] = useState<Reorder | null>(null)
  const addedAt = useRef(-doublePress)
  const checkout = useCheckoutEntry()
  const actions = useAddedActions()

  const addToCart = (again: StoredCart): void => {
    const alone = currentCart().items.length === 0
    const tooMany = cartActions.add(...again.items)
    addedAt.current = performance.now()
    setFound(null)
    if (onward && alone && tooMany === 0) {
      checkout()
      return
    }
    showAdded(tooMany, {
      text: text === undefined ? t('Your order is in the cart again.') : t('Product has been added to your cart'),
      actions,
    })
  }

  const lookUp = useMutation({
    mutationFn: async () => {
      const scope = publicScope()
      const menu = await queryClient.query(wholeMenuQuery(scope))
      const result =
        cart === undefined || cart.items.length === 0 ? await byNames(items, menu, scope) : reorderCart(cart, menu, shopCurrency())
      // A dish is not called unavailable if a part of the menu could not be loaded.
      if (menu.partial === true && lossOf(result) > 0) throw new ApiError({ status: 0, code: 'unreachable' })
      return result
    },
    onSuccess: (result) => {
      if (lossOf(result) + result.repriced.length === 0) addToCart(result.cart)
      else setFound(result)
    },
    onError: () => showToast({ kind: 'error', text: t("The restaurant can't be reached right now. Please try again in a moment.") }),
  })

  return (
    <>
      <Button
        icon={onward || text !== undefined ? undefined : <RotateCcw aria-hidden="true" data-flips />}
        variant={primary ? 'primary' : 'secondary'}
        size={size}
        pending={lookUp.isPending}
        aria-label={label}
        onClick={() => performance.now() - addedAt.current > doublePress && lookUp.mutate()}
      >
        {text ?? (onward ? t('Again') : t('Order again'))}
      </Button>
      {found !== null && <Changes found={found} onClose={() => setFound(null)} onTake={() => addToCart(found.cart)} />}
    </>
  )
}

/** Looks an order up by the names of its dishes. If some are not found, they may be in another of the shop's languages: the one in which least is lost. */
async function byNames(items: readonly OrderItem[], menu: WholeMenu, scope: PublicScope): Promise<Reorder> {
  const result = reorder(items, menu, shopCurrency())
  if (lossOf(result) === 0) return result
  const others = await menusInOtherLanguages(scope)
  return others
    .map((other) => reorderTranslated(items, other, menu, shopCurrency()))
    .reduce((best, each) => (lossOf(each) < lossOf(best) ? each : best), result)
}
