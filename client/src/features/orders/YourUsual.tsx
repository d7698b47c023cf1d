import Plus from 'lucide-react/icons/plus'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { judgeCodes } from '../../domain/allergens.ts'
import { nameOf } from '../../domain/order.ts'
import { reorder, type Reorder, type WholeMenu } from '../../domain/reorder.ts'
import { choicesInWords, usualDishes, type UsualDish } from '../../domain/usual.ts'
import { useAddedNotice } from '../../cart/useAddedNotice.ts'
import { useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { cartActions } from '../../cart/cartStore.ts'
import { identity, sameBranch } from '../../session/identity.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { useLogin } from '../../session/login.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Changes } from './ReorderChanges.tsx'
import { deviceOrders, ordersQuery } from './queries.ts'
import { Quiet, Stack } from '../../ui/Layout.tsx'
import styles from './YourUsual.module.css'

interface Offer {
  dish: UsualDish
  again: Reorder
}

/**
 * "Your usual" (docs/specification.md section 10): the dishes that a customer, or a guest on this device, orders repeatedly, above the menu, each added
 * with one press. Changes of price or choices are shown before adding. Only dishes that are on this branch's menu and fit the allergen filter. `menu` is null
 * while it is loading.
 */
export function YourUsual({ menu }: { menu: WholeMenu | null }) {
  const { t } = useTranslation()
  const money = useMoney()
  const notice = useAddedNotice()
  const avoided = useAvoidedAllergens()
  const dishes = useUsualDishes()
  // On a device that does not know the customer yet, they are shown from the next view of the menu on: nobody reserved their place.
  const [hasPlace] = useState(() => dishes !== null || local.read(storedKeys.usual) !== null)
  const [changed, setChanged] = useState<Reorder | null>(null)

  const offers = useMemo(
    (): Offer[] | null =>
      dishes === null || (menu === null && dishes.length > 0)
        ? null
        : dishes.flatMap((dish) => {
            const again = reorder([dish.item], menu ?? { products: [], menus: [] }, shopCurrency())
            const [line] = again.cart.items
            return line !== undefined && judgeCodes(line.shown.allergens, avoided).kind === 'fits' ? [{ dish, again }] : []
          }),
    [dishes, menu, avoided],
  )

  // The next view reserves the space from its first paint on, so that nothing shifts when the dishes are loaded.
  const some = offers === null ? null : offers.length > 0
  useEffect(() => {
    if (some === true) local.write(storedKeys.usual, '1')
    else if (some === false) local.remove(storedKeys.usual)
  }, [some])

  const addToCart = (again: Reorder): void => {
    const tooMany = cartActions.add(...again.cart.items)
    setChanged(null)
    notice(again.cart.items[0]?.shown.name ?? '', tooMany)
  }

  if (!hasPlace || offers?.length === 0) return null
  if (offers === null) return <div data-screen className={styles.place} />
  return (
    <section aria-labelledby="usual-title" data-screen className={styles.usual}>
      <h2 id="usual-title" className={styles.title}>
        {t('Your usual')}
      </h2>
      <ul className={styles.row}>
        {offers.map(({ dish, again }) => {
          const name = nameOf(dish.item)
          const words = choicesInWords(dish.item)
          const choices = words.join(' · ')
          const [line] = again.cart.items
          return (
            <li key={`${name} ${choices}`}>
              <button
                type="button"
                className={styles.dish}
                onClick={() => (again.repriced.length + again.reduced.length === 0 ? addToCart(again) : setChanged(again))}
                aria-label={[t('Add {{name}}', { name }), ...words, money.format(line?.shown.unit ?? 0)]
                  .filter((word) => word !== '')
                  .join(', ')}
              >
                <Stack as="span" className={styles.words}>
                  <span className={styles.name}>{name}</span>
                  {choices !== '' && (
                    <Quiet as="span" className={styles.choices}>
                      <bdi>{choices}</bdi>
                    </Quiet>
                  )}
                </Stack>
                <span className={styles.price}>{money.format(line?.shown.unit ?? 0)}</span>
                <Plus aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
      {changed !== null && <Changes found={changed} onClose={() => setChanged(null)} onTake={() => addToCart(changed)} />}
    </section>
  )
}

/** The usual dishes of the customer or guest; null while unknown. */
function useUsualDishes(): UsualDish[] | null {
  const { hasAccount: account, checking } = useLogin()
  const { data: orders, isError } = useShopQuery(ordersQuery, { enabled: account, refetchInterval: false })
  const [device] = useState(() =>
    deviceOrders()
      .filter((each) => sameBranch(each.branchUrl, identity().branch))
      .map((each) => each.order),
  )
  return useMemo(() => {
    if (checking) return null
    if (!account) return usualDishes(device)
    return orders ? usualDishes(orders) : isError ? [] : null
  }, [checking, account, device, orders, isError])
}
