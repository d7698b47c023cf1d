import { keepPreviousData } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { ApiError } from '../../api/apiError.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { cartActions } from '../../cart/cartStore.ts'
import { paths } from '../../navigation/paths.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import styles from './Orders.module.css'
import { OrderView } from './OrderView.tsx'
import { orderQuery } from './queries.ts'
import { Thanks } from './Thanks.tsx'
import { useAsOf, useFollowed } from './useFollowed.ts'

/**
 * /me/my-orders/{orderCode}: the confirmation and the order's details (docs/specification.md section 2). `?state=new` empties the cart once and is
 * removed from the address.
 */
export function OrderPage() {
  const { t } = useTranslation()
  const orderCode = useOrderCode()
  const placed = useNewOrder()
  // After the login has expired the order stays visible.
  const order = useShopQuery((scope) => orderQuery(scope, orderCode), { ...useFollowed(), placeholderData: keepPreviousData })
  const rejected = order.data?.status === 'rejected'
  const isNew = placed && !rejected
  const asOf = useAsOf(order)
  const gone = order.error instanceof ApiError && order.error.status === 404
  // The checkout's response may identify the order by something other than its code: it is in the customer's list.
  if (isNew && gone) return <Navigate to={paths.myOrders} replace state={{ placed: true }} />
  return (
    <AccountScreen {...(isNew && { title: t('Thank you for your order') })}>
      {order.data !== undefined ? (
        <OrderView
          order={order.data}
          live
          asOf={asOf}
          greeting={isNew && <Thanks />}
          again={!isNew && <OrderAgain items={order.data.items} primary={rejected} />}
        />
      ) : order.isError ? (
        <Stack gap={4}>
          {isNew && (
            <>
              <Thanks />
              <p>{t('Order {{code}}', { code: orderCode })}</p>
            </>
          )}
          <ErrorState
            icon={<SearchX />}
            title={gone ? t('This order was not found among your orders.') : t("The order can't be shown right now.")}
            action={
              gone ? (
                <Link to={paths.myOrders} className={buttonClass({ variant: 'primary' })}>
                  {t('My Orders')}
                </Link>
              ) : (
                <Button variant="primary" onClick={() => void order.refetch()}>
                  {t('Try again')}
                </Button>
              )
            }
          >
            {gone ? undefined : t(order.error.message)}
          </ErrorState>
        </Stack>
      ) : (
        <Stack gap={5} className={styles.order} aria-busy="true">
          <Skeleton height="27rem" />
        </Stack>
      )}
    </AccountScreen>
  )
}

/** The code in the address. From the path: the router's parameters have a slash where a code has the text %2F. */
function useOrderCode(): string {
  const code = useLocation().pathname.split('/')[3] ?? ''
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}

/**
 * Whether the order has just been placed: the checkout, which has taken its dishes out of the cart, says so in the history, other links by `?state=new`,
 * which empties the cart once. Both are removed, so that a bookmark can't empty a later cart (docs/architecture.md section 5).
 */
function useNewOrder(): boolean {
  const [search, setSearch] = useSearchParams()
  const placed = (useLocation().state as { placed?: boolean } | null)?.placed === true
  const empties = search.get('state') === 'new'
  const [isNew] = useState(placed || empties)
  useEffect(() => {
    if (!placed && !empties) return
    if (empties) cartActions.flush()
    setSearch(
      (before) => {
        before.delete('state')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [placed, empties, setSearch])
  return isNew
}
