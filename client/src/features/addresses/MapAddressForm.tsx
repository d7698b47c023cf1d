import MapIcon from 'lucide-react/icons/map'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Address, AddressInput } from '../../../../contracts/types.ts'
import { smoothScrollTo } from '../../browser/smoothScroll.ts'
import { sameId } from '../../domain/ids.ts'
import { latest } from '../../latest.ts'
import { useAreas } from '../../restaurant/areas.ts'
import { usePlaceCheck, type PickedPlace } from '../../location/location.ts'
import { LocateButton } from '../../location/LocateButton.tsx'
import { MapView } from '../../map/MapView.tsx'
import { useSettings } from '../../restaurant/settings.ts'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { useHas } from '../../session/useHas.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Checkbox, TextArea, TextInput } from '../../ui/Field.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { useAfterAddress } from './useAfterAddress.ts'
import styles from './AddressForm.module.css'
import { CoverageMessage } from './CoverageMessage.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'
import { saveAddress } from './queries.ts'

interface MapAddressFormProps {
  name: string
  /** The address to change; absent for a new one. */
  address?: Address
  /** In the new address system the extras are required (docs/specification.md section 5). */
  extrasRequired?: boolean
  /** The path of the address list that the form belongs to. */
  list: string
}

/**
 * The map-based address form (docs/specification.md section 4): a place is picked by search, marker or current location; the delivery check sets the
 * area and reveals the fields. The map is loaded on request and is optional.
 */
export function MapAddressForm({ name, address, extrasRequired = false, list }: MapAddressFormProps) {
  const { t } = useTranslation()
  const has = useHas()
  const settings = useSettings()
  const { back, saved } = useAfterAddress(list)
  const [mapWanted, setMapWanted] = useState(false)
  // The pin's initial position.
  const initialPin = settings.coordinates()

  const { form, field, formProps, pending, failure, restored, discard } = useWireForm({
    defaultValues: {
      /** The picked place is part of the draft: a login in between does not lose it. */
      place: savedPlace(address),
      name: address?.name ?? '',
      address: address?.address ?? '',
      extras: address?.extras ?? '',
      isDefault: address?.isDefault === true,
    },
    draft: address === undefined ? 'new address' : `address ${address.id}`,
    send: ({ place: _, ...typed }) => {
      const input: AddressInput = {
        ...typed,
        ...(place !== null && { coordinates: place.coordinates }),
        ...(area !== null && { areaId: area.id }),
        ...(zipcode !== '' && { zipcode }),
      }
      return saveAddress(address?.id ?? null, input)
    },
    done: saved,
  })
  const [kept] = useState(() => form.getValues('place'))
  const moved = JSON.stringify(kept) !== JSON.stringify(savedPlace(address))
  // A backend may name the area by its id only; an address without a place is not checked again.
  const areas = useAreas(address !== undefined)
  const areaId = address?.areaId ?? null
  const named = areas.find(({ id }) => areaId !== null && sameId(id, areaId)) ?? null
  const { place, coverage, pick, begin, again } = usePlaceCheck({ place: kept, area: moved ? null : (address?.area ?? null) }, (written) =>
    form.setValue('address', written, { shouldDirty: false, shouldValidate: true }),
  )
  const area = coverage.state === 'covered' ? coverage.area : coverage.state === 'none' ? named : null
  const zipcode = place?.zipcode !== undefined && place.zipcode !== '' ? place.zipcode : (area?.zipcode ?? '')
  // A position that comes late does not replace what is typed meanwhile.
  const [typed] = useState(latest)
  const { setValue } = form
  useEffect(() => setValue('place', place), [setValue, place])
  const [revealed, setRevealed] = useState(address !== undefined)
  if (area !== null && !revealed) setRevealed(true)
  // Nobody delivers there, so nothing more is asked; what was typed stays in the form.
  const asked = revealed && coverage.state !== 'outside'
  // The revealed fields are scrolled into view (docs/specification.md section 9); the focus stays.
  const fields = useRef<HTMLDivElement>(null)
  const shown = useRef(revealed)
  useEffect(() => {
    if (revealed && !shown.current && fields.current !== null) smoothScrollTo(fields.current)
    shown.current = revealed
  }, [revealed])

  return (
    <Card
      as="form"
      gap={6}
      {...formProps}
      className={styles.form}
      aria-label={name}
      onChange={({ target }: { target: EventTarget }) => {
        if ((target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && saysWhere.has(target.name)) typed()
      }}
    >
      {restored && address !== undefined && form.formState.submitCount === 0 && (
        <NoticeBar>{t('What you changed before is not saved yet.')}</NoticeBar>
      )}
      <Stack as="fieldset" gap={4}>
        <legend>{t('Where is it?')}</legend>
        {(has('GET /me/addresses/search') || has('GET /me/addresses/search-fixed')) && (
          <PlaceSearch
            onChoose={() => {
              const take = begin()
              return ({ coordinates, address: written, zipcode: code }) => take(coordinates, { address: written, zipcode: code ?? '' })
            }}
          />
        )}
        <Bar align="stretch" gap={3} fills>
          <LocateButton
            onPress={() => {
              const take = begin()
              const isLast = typed()
              return (coordinates) => isLast() && take(coordinates)
            }}
          />
          {!mapWanted && (
            <Button icon={<MapIcon aria-hidden="true" />} onClick={() => setMapWanted(true)}>
              {t('Choose on the map')}
            </Button>
          )}
        </Bar>
        {mapWanted && (
          <MapView
            label={t('Map to choose the location')}
            pinLabel={t('Place of the address')}
            pin={place?.coordinates ?? initialPin}
            onPin={(coordinates) => pick(coordinates, undefined, true)}
          />
        )}
        <CoverageMessage coverage={coverage} place={place} onRetry={again} />
      </Stack>
      {asked && (
        <Stack gap={4} ref={fields}>
          <TextInput
            {...field('name', rules.filled)}
            label={t('Name of the address')}
            hint={t('For example: Home, Work')}
            autoComplete="off"
            enterKeyHint="next"
          />
          <TextArea {...field('address', rules.filled)} label={t('Address')} rows={4} autoComplete="street-address" />
          <TextInput
            {...field('extras', extrasRequired ? rules.filled : {})}
            label={t('Floor, door, doorbell')}
            hint={t('For example: 2nd floor, or the name at the door')}
            {...(!extrasRequired && { optional: t('optional') })}
            autoComplete="address-line2"
            enterKeyHint="done"
          />
          <Checkbox {...field('isDefault')} label={t('Use as my default address')} />
        </Stack>
      )}
      {revealed && area === null && coverage.state === 'none' && (
        <NoticeBar>{t('Choose where it is: search for the address, use your location, or choose it on the map.')}</NoticeBar>
      )}
      {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
      <Bar align="stretch" gap={3} fills>
        {asked && (
          <Button type="submit" variant="primary" size="l" pending={pending} disabled={area === null}>
            {t('Save the address')}
          </Button>
        )}
        <Link to={back} className={buttonClass({ size: asked ? 'l' : 'm' })} onClick={discard}>
          {t('Cancel')}
        </Link>
      </Bar>
    </Card>
  )
}

/** The fields that say in words where it is. */
const saysWhere: ReadonlySet<string> = new Set(['q', 'address'])

/** The place of a saved address; null if it has no coordinates. */
function savedPlace(address: Address | undefined): PickedPlace | null {
  return address?.coordinates ? { coordinates: address.coordinates, address: address.address, zipcode: address.zipcode ?? '' } : null
}
