import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { text } from '../../api/translatable.ts'
import { byId } from '../../domain/ids.ts'
import { coordinatesOf, type LocatedAddress } from '../../domain/located.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { useAreas } from '../../restaurant/areas.ts'
import { paths } from '../../navigation/paths.ts'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Checkbox, Select, TextArea, TextInput } from '../../ui/Field.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { useAfterAddress } from './useAfterAddress.ts'
import styles from './AddressForm.module.css'
import { useAreaTerms } from '../../restaurant/useAreaTerms.ts'
import { MyLocation } from '../../location/MyLocation.tsx'
import { saveAddress } from './queries.ts'

/** /me/my-addresses/create, the old address system: name, area and address are required (docs/specification.md section 5). */
export function PlainAddressPage() {
  return (
    <AccountScreen>
      <PlainAddressForm />
    </AccountScreen>
  )
}

function PlainAddressForm() {
  const { t } = useTranslation()
  const areas = useAreas()
  const terms = useAreaTerms()
  const { back, saved } = useAfterAddress(paths.myAddresses)
  const { form, field, formProps, pending, failure, discard } = useWireForm({
    defaultValues: { name: '', areaId: '', address: '', located: null as LocatedAddress | null, isDefault: false },
    draft: 'address',
    ofBranch: ['areaId'],
    send: ({ areaId, located, ...typed }) => {
      const area = byId(areas, areaId)
      const coordinates = coordinatesOf(typed.address, located)
      return saveAddress(null, {
        ...typed,
        ...(area !== undefined && { areaId: area.id }),
        ...(area?.zipcode ? { zipcode: area.zipcode } : {}),
        ...(coordinates !== null && { coordinates }),
      })
    },
    done: saved,
  })
  const area = byId(areas, form.watch('areaId'))
  return (
    <Card as="form" gap={6} {...formProps} className={styles.form} aria-label={t('Add an address')}>
      {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
      <TextInput
        {...field('name', rules.filled)}
        label={t('Name of the address')}
        hint={t('For example: Home, Work')}
        autoComplete="off"
        enterKeyHint="next"
      />
      <MyLocation
        areas={areas}
        where={{ areaId: form.watch('areaId') || null, address: form.watch('address'), located: form.getValues('located') }}
        onChange={({ areaId, address, located }) => {
          form.setValue('located', located)
          form.setValue('areaId', String(areaId ?? ''), { shouldDirty: true, shouldValidate: areaId !== null })
          form.setValue('address', address, { shouldDirty: true, shouldValidate: address !== '' })
        }}
      />
      <Select
        {...field('areaId', {
          required: text('Please choose an area.'),
          validate: (id) => byId(areas, id as string) !== undefined || text('Please choose an area.'),
        })}
        value={area === undefined ? '' : String(area.id)}
        label={t('Area')}
        {...(area !== undefined && { hint: terms(area).join(' · ') })}
      >
        <option value="">{t('Choose your area')}</option>
        {areas.map((each) => (
          <option key={each.id} value={String(each.id)}>
            {each.zipcode ? `${each.name} (${each.zipcode})` : each.name}
          </option>
        ))}
      </Select>
      <TextArea {...field('address', rules.filled)} label={t('Address')} rows={4} autoComplete="street-address" />
      <Checkbox {...field('isDefault')} label={t('Use as my default address')} />
      <Bar align="stretch" gap={3} fills>
        <Button type="submit" variant="primary" size="l" pending={pending}>
          {t('Save the address')}
        </Button>
        <Link to={back} className={buttonClass({ size: 'l' })} onClick={discard}>
          {t('Cancel')}
        </Link>
      </Bar>
    </Card>
  )
}
