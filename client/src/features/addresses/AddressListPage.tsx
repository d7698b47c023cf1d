import { useMutation } from '@tanstack/react-query'
import House from 'lucide-react/icons/house'
import MapPin from 'lucide-react/icons/map-pin'
import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Address } from '../../../../contracts/types.ts'
import { ApiError, isNotFound } from '../../api/apiError.ts'
import { isolated } from '../../domain/text.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { askToConfirm, showAlert, showToast } from '../../notices/notices.ts'
import { paths } from '../../navigation/paths.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { useHas } from '../../session/useHas.ts'
import { Badge, Sign } from '../../ui/Badge.tsx'
import { buttonClass, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import styles from './AddressListPage.module.css'
import { addressesQuery, removeAddress } from './queries.ts'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** /me/my-addresses, the old address system: name, text and Default badge of each address, with Update and Remove (docs/specification.md section 2). */
export function MyAddressesPage() {
  return <Addresses create={paths.createAddress} update={paths.updateAddress} />
}

/** /me/address-list, the new address system: name, address, extras and Default badge of each address, with Remove (docs/specification.md section 2). */
export function AddressListPage() {
  return <Addresses create={paths.createMapAddress} />
}

function Addresses({ create, update }: { create: string; update?: (id: Address['id']) => string }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useShopQuery(addressesQuery)
  const addresses = data ?? []
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLAnchorElement>(null)
  const removedAt = useRef(-1)
  // The pressed button is removed with its address: the focus moves to the next one, else to "Add an address".
  useLayoutEffect(() => {
    if (removedAt.current < 0 || document.activeElement !== document.body) return
    const next = list.current?.children[removedAt.current]?.querySelector<HTMLElement>('a, button')
    ;(next ?? add.current)?.focus()
    removedAt.current = -1
  }, [addresses.length])
  return (
    <AccountScreen>
      {isPending ? (
        <Stack gap={4}>
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
        </Stack>
      ) : error !== null && data === undefined ? (
        <NotLoaded title={t('Your addresses could not be loaded.')} error={error} onRetry={refetch} />
      ) : addresses.length === 0 ? (
        <EmptyState icon={<MapPin />} title={t('No addresses yet')} action={<Add to={create} link={add} />}>
          <p>{t("You haven't added an address yet. Click the button below to add one")}</p>
        </EmptyState>
      ) : (
        <>
          <Stack as="ul" gap={4} ref={list}>
            {addresses.map((address, at) => (
              <AddressCard key={address.id} address={address} update={update?.(address.id)} onRemove={() => (removedAt.current = at)} />
            ))}
          </Stack>
          <Bar fills className={styles.add}>
            <Add to={create} link={add} />
          </Bar>
        </>
      )}
    </AccountScreen>
  )
}

function Add({ to, link }: { to: string; link: RefObject<HTMLAnchorElement | null> }) {
  const { t } = useTranslation()
  const has = useHas()
  if (!has('POST /me/addresses')) return null
  return (
    <Link to={to} ref={link} className={buttonClass({ variant: 'primary', size: 'l' })}>
      <MapPinPlus aria-hidden="true" />
      {t('Add an address')}
    </Link>
  )
}

function AddressCard({ address, update, onRemove }: { address: Address; update?: string; onRemove: () => void }) {
  const { t } = useTranslation()
  const has = useHas()
  const removal = useMutation({
    mutationFn: () => removeAddress(address.id),
    onSuccess: () => showToast({ kind: 'success', text: t('The address has been removed.') }),
    onError: (error) => {
      if (!isNotFound(error)) void showAlert(t('Error'), t(error instanceof ApiError ? error.message : 'Something went wrong'))
    },
  })
  const remove = async (): Promise<void> => {
    const agreed = await askToConfirm({
      title: t('Remove this address?'),
      // Each line has its own direction.
      text: `${isolated(address.name)}\n${isolated(address.address)}`,
      agree: t('Remove'),
      decline: t('Cancel'),
      danger: true,
    })
    if (!agreed) return
    onRemove()
    removal.mutate()
  }
  const lines = [address.address, address.extras ?? '', address.area?.name ?? ''].filter((line) => line !== '')
  return (
    <Card as="li" className={styles.card}>
      <Bar gap={4}>
        <Sign>
          <House />
        </Sign>
        <Stack gap={1} className={styles.words}>
          <Bar as="h2" gap={2} className={styles.name}>
            <bdi>{address.name}</bdi> {address.isDefault && <Badge kind="primary">{t('Default')}</Badge>}
          </Bar>
          {lines.map((line, at) => (
            <p key={at} className={styles.line}>
              <bdi>{line}</bdi>
            </p>
          ))}
        </Stack>
        <Bar align="stretch" gap={2} className={styles.actions}>
          {update !== undefined && has('PUT /me/addresses/{id}') && (
            <Link to={update} className={buttonClass({ size: 's' })} aria-label={t('Update {{name}}', { name: address.name })}>
              <Pencil aria-hidden="true" />
              {t('Update')}
            </Link>
          )}
          {has('DELETE /me/addresses/{id}') && (
            <IconButton
              label={t('Remove {{name}}', { name: address.name })}
              icon={<Trash2 />}
              aria-busy={removal.isPending}
              onClick={() => {
                if (!removal.isPending) void remove()
              }}
            />
          )}
        </Bar>
      </Bar>
    </Card>
  )
}
