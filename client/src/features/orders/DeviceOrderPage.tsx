import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DeliverType } from '../../domain/delivery.ts'
import { sameBranch } from '../../shop/branch.ts'
import { useIdentity } from '../../shop/identity.ts'
import { useLogin } from '../../shop/login.ts'
import { paths } from '../../shop/paths.ts'
import { places } from '../../shop/places.ts'
import { Screen } from '../../shop/Screen.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState, NoticeBar } from '../../ui/States.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import styles from './Orders.module.css'
import { OrderView } from './OrderView.tsx'
import { deviceOrder, isUnnamed, orderQuery } from './queries.ts'
import { Thanks } from './Thanks.tsx'
import { useAsOf, useFollowed } from './useFollowed.ts'

/**
 * A guest's confirmation, from what this device remembers: /checkout?order={code}. The specification's route table has no place of
 * its own for it, and unknown paths go home. No documented call tells a guest the status of an order; a table's login may ask for the table's orders.
 */
export function DeviceOrderPage({ code }: { code: string }) {
  const { t } = useTranslation()
  const kept = deviceOrder(code)
  const { isTable } = useLogin()
  const { branch } = useIdentity()
  const followed = useFollowed()
  const asked = kept !== null && kept.table !== null && isTable && sameBranch(kept.branchUrl, branch)
  // A backend that shows a table none of its orders is believed, not asked again.
  const current = useQuery({ ...orderQuery(code), ...followed, enabled: followed.enabled && asked, retry: false })
  const asOf = useAsOf(current)
  // The checkout, which was here before, may have been scrolled down.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [code])
  if (kept === null)
    return (
      <Screen place={places.deviceOrder}>
        <EmptyState
          icon={<SearchX />}
          title={t('This device does not know this order.')}
          action={
            <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
              {t('To the menu')}
            </Link>
          }
        >
          {t('Orders without an account are only kept on the device they were placed on.')}
        </EmptyState>
      </Screen>
    )
  const unnamed = isUnnamed(kept.order.code)
  const names: Record<DeliverType, string> = {
    delivery: t('Delivery'),
    takeaway: t('Takeaway'),
    curbside: t('Curbside'),
    table: kept.table ?? t('Table'),
  }
  return (
    <Screen place={{ title: (kept.settled ? places.newOrder : places.deviceOrder).title }} width="narrow">
      <OrderView
        order={current.data ?? (unnamed ? { ...kept.order, code: '' } : kept.order)}
        how={names[kept.deliverType]}
        way={kept.deliverType}
        live={current.data !== undefined}
        asOf={asOf}
        greeting={
          kept.settled ? (
            <Thanks />
          ) : (
            <NoticeBar kind="warning">
              {t('This order waits for its payment. If you have paid, the restaurant knows; a call clears up the rest.')}
            </NoticeBar>
          )
        }
        again={
          <>
            <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
              {t('To the menu')}
            </Link>
            <OrderAgain items={kept.order.items} />
          </>
        }
      />
      <p className={styles.hint}>
        {unnamed
          ? t('The restaurant gave this order no code. Name yourself and the time when you call.')
          : t('Keep the order code: without an account it is only kept on this device.')}
      </p>
    </Screen>
  )
}
