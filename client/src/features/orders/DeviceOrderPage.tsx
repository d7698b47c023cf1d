import { deliverLabels } from '../../cart/deliverLabels.tsx'
import SearchX from 'lucide-react/icons/search-x'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { identity, sameBranch, useIdentity } from '../../session/identity.ts'
import { useLogin } from '../../session/login.ts'
import { confirmationPath, deviceOrdersPath, paths } from '../../navigation/paths.ts'
import { useAccounts } from '../../session/useHas.ts'
import { readDraft } from '../../forms/formDraft.ts'
import { Screen } from '../../screen/Screen.tsx'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Quiet, Stack } from '../../ui/Layout.tsx'
import { EmptyState, NoticeBar, Skeleton } from '../../ui/States.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { OrderCard } from './OrderCard.tsx'
import styles from './Orders.module.css'
import { OrderView } from './OrderView.tsx'
import { isUnnamed, orderQuery, useDeviceOrders } from './queries.ts'
import { Thanks } from './Thanks.tsx'
import { useAsOf, useFollowed } from './useFollowed.ts'
import { ToMenu } from '../../screen/ToMenu.tsx'

/**
 * A guest's confirmation, from what this device stores: /checkout?order={code}. The specification's route table has no path for it, and unknown paths
 * redirect to the home page. A guest can't request the status of an order; a table's login can request the table's orders.
 */
export function DeviceOrderPage({ code }: { code: string }) {
  return code === 'all' ? <DeviceOrders /> : <DeviceOrder code={code} />
}

/** The orders that were placed on this device without an account, newest first. */
function DeviceOrders() {
  const { t } = useTranslation()
  const orders = useDeviceOrders()
  return (
    <Screen title={t('My Orders')} width="narrow">
      {orders.length === 0 ? (
        <EmptyState icon={<SearchX />} title={t('You have not ordered anything yet.')} action={<ToMenu />} />
      ) : (
        <Stack as="ul" gap={4}>
          {orders.map(({ order, cart, branchUrl }) => (
            <OrderCard
              key={order.code}
              order={order}
              to={confirmationPath(order.code)}
              title={isUnnamed(order.code) ? t('Order') : order.code}
              again={sameBranch(branchUrl, identity().branch) && <OrderAgain items={order.items} cart={cart} size="s" />}
            />
          ))}
        </Stack>
      )}
      <Quiet data-screen className={styles.hint}>
        {t('Orders without an account are only kept on the device they were placed on.')}
      </Quiet>
    </Screen>
  )
}

function DeviceOrder({ code }: { code: string }) {
  const { t } = useTranslation()
  const stored = useDeviceOrders().find(({ order }) => order.code === code) ?? null
  const { isTable, loggedIn, checking } = useLogin()
  const { registration } = useAccounts()
  const offersAccount = registration && !loggedIn && !checking && (readDraft('register', { email: '' }).email ?? '') !== ''
  const { branch } = useIdentity()
  // Just placed: nobody orders the same again at once, unless the restaurant has rejected it.
  const placed = (useLocation().state as { placed?: boolean } | null)?.placed !== undefined
  const followed = useFollowed()
  const requestable = stored !== null && stored.table !== null && isTable && sameBranch(stored.branchUrl, branch)
  // A backend that returns no orders for a table is not requestable again.
  const current = useShopQuery((scope) => orderQuery(scope, code), { ...followed, enabled: followed.enabled && requestable, retry: false })
  const asOf = useAsOf(current)
  const rejected = current.data?.status === 'rejected'
  const waiting = current.isLoading || (checking && Boolean(stored?.table))
  // The checkout before it may have been scrolled down.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [code])
  if (stored === null)
    return (
      <Screen>
        <EmptyState icon={<SearchX />} title={t('This order was not found on this device.')} action={<ToMenu />}>
          {t('Orders without an account are only kept on the device they were placed on.')}
        </EmptyState>
      </Screen>
    )
  const unnamed = isUnnamed(stored.order.code)
  return (
    <Screen title={stored.settled && !rejected ? t('Thank you for your order') : t('Your order')} width="narrow">
      <OrderView
        order={current.data ?? (unnamed ? { ...stored.order, code: '' } : stored.order)}
        how={(stored.deliverType === 'table' ? stored.table : null) ?? t(deliverLabels[stored.deliverType].label)}
        way={stored.deliverType}
        live={current.data !== undefined}
        asOf={asOf}
        greeting={
          stored.settled ? (
            current.data === undefined &&
            (waiting ? <Skeleton height="12.75rem" /> : <Thanks of={stored.deliverType === 'table' ? 'table' : 'guest'} />)
          ) : (
            <NoticeBar kind="warning">
              {t('This order is awaiting payment. If you have already paid, please call the restaurant.')}
            </NoticeBar>
          )
        }
        again={
          <>
            <ToMenu />
            {(!placed || rejected) && <OrderAgain items={stored.order.items} cart={stored.cart} />}
          </>
        }
      />
      {offersAccount && (
        <p data-screen className={styles.others}>
          {t('Next time without typing:')} <Link to={paths.register}>{t('Create an account, your details are filled in')}</Link>
        </p>
      )}
      <p data-screen className={styles.others}>
        <Link to={deviceOrdersPath}>{t('My Orders')}</Link>
      </p>
      <Quiet data-screen className={styles.hint}>
        {unnamed
          ? t('The restaurant gave this order no code. Give your name and the time when you call.')
          : t('Keep the order code: without an account it is only kept on this device.')}
      </Quiet>
    </Screen>
  )
}
