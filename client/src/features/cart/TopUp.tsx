import Plus from 'lucide-react/icons/plus'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredCart } from '../../domain/cart.ts'
import { lineKey, type ProductCartLine } from '../../domain/cartLine.ts'
import { topUpDishes } from '../../domain/topUp.ts'
import { useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { useBill } from '../../cart/useBill.ts'
import { cartActions, currentCart, useCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { useHours } from '../../restaurant/workingHours.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { pictureUrl } from '../../restaurant/pictures.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { wholeMenuQuery } from '../orders/queries.ts'
import styles from './TopUp.module.css'

/**
 * Up to three dishes that reach the minimum order or free delivery, each added by one press with Undo. Nothing if none fits or the menu can't be
 * loaded. It stands where nothing follows, since it comes after the rest of the cart.
 */
export function TopUp() {
  const { t } = useTranslation()
  const { terms } = useBill().bill
  const missing = terms.missingToMinimum || (terms.fullFee !== null && terms.fullFee > 0 ? (terms.missingToFree ?? 0) : 0)
  const money = useMoney()
  const { cart } = useCart()
  const { active } = useHours()
  const avoided = useAvoidedAllergens()
  const wanted = missing > 0 && active
  const { data: menu } = useShopQuery(wholeMenuQuery, { enabled: wanted })
  const dishes = useMemo(
    () => (wanted && menu !== undefined ? topUpDishes(menu.products, cart, missing, avoided, shopCurrency()) : []),
    [wanted, menu, cart, missing, avoided],
  )
  // The last addition can be undone until the cart changes otherwise.
  const [added, setAdded] = useState<{ line: ProductCartLine; cart: StoredCart } | null>(null)
  const undoable = added !== null && added.cart === cart ? added.line : null
  // The pressed button is removed: the focus moves to Undo, and from there to the dish that is offered again.
  const part = useRef<HTMLDivElement>(null)
  const pressed = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (pressed.current === null) return
    part.current?.querySelector<HTMLElement>(`[data-dish="${CSS.escape(pressed.current)}"]`)?.focus()
    pressed.current = null
  })
  const title = useId()

  return (
    <Stack gap={2} ref={part} className={styles.part} data-empty={(undoable === null && dishes.length === 0) || undefined}>
      <div className={styles.added}>
        {undoable !== null && (
          <>
            <Announced as="span">{t('{{name}} has been added.', { name: undoable.shown.name })}</Announced>
            <Button
              size="s"
              icon={<Undo2 aria-hidden="true" data-flips />}
              data-dish="undo"
              onClick={() => {
                cartActions.remove(lineKey(undoable))
                pressed.current = lineKey(undoable)
              }}
            >
              {t('Undo')}
            </Button>
          </>
        )}
      </div>
      {dishes.length > 0 && (
        <>
          <Quiet as="h3" id={title} className={styles.title}>
            {t('You could add')}
          </Quiet>
          <Bar as="ul" scrolls gap={2} aria-labelledby={title} className={styles.dishes}>
            {dishes.map((line) => (
              <li key={lineKey(line)}>
                <Bar
                  as="button"
                  noWrap
                  gap={2}
                  rows={0}
                  type="button"
                  className={styles.dish}
                  data-dish={lineKey(line)}
                  aria-label={`${t('Add {{name}}', { name: line.shown.name })}, ${money.format(line.shown.unit)}`}
                  onClick={() => {
                    cartActions.add(line)
                    setAdded({ line, cart: currentCart() })
                    pressed.current = 'undo'
                  }}
                >
                  {line.shown.picture !== null && (
                    <Picture src={pictureUrl(line.shown.picture)} alt="" name={line.shown.name} sizes="2.5rem" className={styles.picture} />
                  )}
                  <span className={styles.name} dir="auto">
                    {line.shown.name}
                  </span>
                  <span className={styles.price}>{money.format(line.shown.unit)}</span>
                  <Plus aria-hidden="true" />
                </Bar>
              </li>
            ))}
          </Bar>
        </>
      )}
    </Stack>
  )
}
