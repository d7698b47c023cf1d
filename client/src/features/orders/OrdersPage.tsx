import { keepPreviousData } from '@tanstack/react-query'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Order } from '../../../../contracts/types.ts'
import { nameOf } from '../../domain/order.ts'
import type { WholeMenu } from '../../domain/reorder.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { paths } from '../../navigation/paths.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { useHas } from '../../session/useHas.ts'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { OrderCard } from './OrderCard.tsx'
import styles from './Orders.module.css'
import { StatusAsOf, StatusBadge } from './OrderStatus.tsx'
import { ordersQuery, wholeMenuQuery } from './queries.ts'
import { Thanks } from './Thanks.tsx'
import { useAsOf, useFollowed } from './useFollowed.ts'
import { ToMenu } from '../../screen/ToMenu.tsx'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** How many images an order's card shows. */
const maxPictures = 4

/** /me/my-orders: the customer's orders as cards, newest first (docs/specification.md section 2). */
export function OrdersPage() {
  const { t } = useTranslation()
  const has = useHas()
  // The new order is in this list under a code that the checkout's response did not contain.
  const placed = (useLocation().state as { placed?: boolean } | null)?.placed === true
  const orders = useShopQuery(ordersQuery, { ...useFollowed(), placeholderData: keepPreviousData })
  const list = orders.data ?? []
  const asOf = useAsOf(orders)
  const menu = useShopQuery(wholeMenuQuery, { enabled: list.length > 0 }).data
  return (
    <AccountScreen>
      {placed && <Thanks />}
      {orders.isPending ? (
        <Stack gap={4} aria-busy="true">
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </Stack>
      ) : placed && !has('GET /me/orders') ? null : orders.isError && list.length === 0 ? (
        <NotLoaded title={t("Your orders can't be shown right now.")} error={orders.error} onRetry={orders.refetch} />
      ) : list.length === 0 ? (
        <EmptyState icon={<ReceiptText />} title={t('You have not ordered anything yet.')} action={<ToMenu />}>
          <p>{t('Your orders will be listed here, each with its status and a button to order again.')}</p>
        </EmptyState>
      ) : (
        <>
          <StatusAsOf asOf={asOf} />
          <Stack as="ul" gap={4}>
            {list.map((order) => (
              <OrderCard
                key={order.code}
                order={order}
                to={paths.myOrder(order.code)}
                title={order.code}
                pictures={<Pictures order={order} menu={menu} />}
                status={<StatusBadge order={order} />}
                again={<OrderAgain items={order.items} size="s" />}
              />
            ))}
          </Stack>
        </>
      )}
    </AccountScreen>
  )
}

function Pictures({ order, menu }: { order: Order; menu: WholeMenu | undefined }) {
  const names = order.items.map(nameOf)
  return (
    <Bar as="ul" noWrap align="stretch" gap={2} className={styles.strip} aria-hidden="true">
      {names.slice(0, maxPictures).map((name, at) => (
        <li key={`${String(at)} ${name}`}>
          <Picture src={dishPicture(name, menu)} alt="" name={name} sizes="4rem" />
        </li>
      ))}
      {names.length > maxPictures && <li className={styles.more}>+{names.length - maxPictures}</li>}
    </Bar>
  )
}

function dishPicture(name: string, menu: WholeMenu | undefined): string {
  const product = menu?.products.find((each) => each.product.name === name)?.product
  const poster = product?.media?.poster ?? menu?.menus.find((each) => each.name === name)?.media?.poster
  return pictureOf(poster, 'square', 'url')
}
