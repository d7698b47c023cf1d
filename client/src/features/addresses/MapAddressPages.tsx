import MapPinOff from 'lucide-react/icons/map-pin-off'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ApiError, isNotFound } from '../../api/apiError.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { paths } from '../../navigation/paths.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { MapAddressForm } from './MapAddressForm.tsx'
import { addressQuery } from './queries.ts'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** /me/address-list/create, the new address system: the map-based form; name and extras are required, and the place has to be inside a delivery area (docs/specification.md section 5). */
export function CreateMapAddressPage() {
  const { t } = useTranslation()
  return (
    <AccountScreen>
      <MapAddressForm name={t('Add an address')} extrasRequired list={paths.addressList} />
    </AccountScreen>
  )
}

/** /me/my-addresses/{addressId}/update, the old address system: the edit form in the new-map style (docs/specification.md section 2). */
export function UpdateAddressPage() {
  return (
    <AccountScreen>
      <Update />
    </AccountScreen>
  )
}

function Update() {
  const { t } = useTranslation()
  const { addressId = '' } = useParams()
  const { data, error, refetch } = useShopQuery((scope) => addressQuery(scope, addressId))
  if (data !== undefined) return <MapAddressForm key={data.id} name={t('Update the address')} address={data} list={paths.myAddresses} />
  if (error === null) return <Skeleton height="20rem" />
  if (isNotFound(error) || (error instanceof ApiError && error.status === 400))
    return (
      <EmptyState
        icon={<MapPinOff />}
        title={t('This address no longer exists.')}
        action={
          <Link to={paths.myAddresses} className={buttonClass({ variant: 'primary' })}>
            {t('My Addresses')}
          </Link>
        }
      />
    )
  return <NotLoaded title={t('The address could not be loaded.')} error={error} onRetry={refetch} />
}
