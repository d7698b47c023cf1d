import Plus from 'lucide-react/icons/plus'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Area } from '../../../../contracts/types.ts'
import { deliveryTerms, type DeliverType, type DeliveryTerms } from '../../domain/delivery.ts'
import { byId, idText, sameId } from '../../domain/ids.ts'
import type { Minor } from '../../domain/money.ts'
import { forgetLogin } from '../../session/login.ts'
import { useHas } from '../../session/useHas.ts'
import { useCart } from '../../cart/cartStore.ts'
import { AreaField, DeliverTypeField } from '../../cart/DeliveryFields.tsx'
import { chooseDelivery } from '../../cart/deliveryStore.ts'
import { rules, type FormFields } from '../../forms/formFields.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { askToConfirm } from '../../notices/notices.ts'
import { paths } from '../../navigation/paths.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { TextArea, TextInput } from '../../ui/Field.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { NoticeBar, Skeleton } from '../../ui/States.tsx'
import { MyLocation } from '../../location/MyLocation.tsx'
import { Block } from './Block.tsx'
import styles from './Checkout.module.css'
import type { Checkout, CheckoutFields, Destination } from './useCheckout.ts'

/** Milliseconds after which the default address is preselected (docs/specification.md section 9). */
const defaultAddressDelay = 300
/** The option of a signed-in customer for an address that is not saved. */
const elsewhere = 'elsewhere'

interface BlockProps {
  destination: Destination
  form: FormFields<CheckoutFields>
  /** The customer enters an address that is not saved. */
  otherAddress: boolean
}

/** The first section: delivery type, and for a delivery the saved address, or area and address. */
export function HowAndWhere({ checkout, ...rest }: { checkout: Checkout; form: FormFields<CheckoutFields>; otherAddress: boolean }) {
  const { t } = useTranslation()
  const { destination, bill } = checkout
  const signedIn = !checkout.guest
  const block: BlockProps = { destination, ...rest }
  const { otherAddress } = block
  const { errorOf } = block.form
  const { choice, offered, table, addresses, addressesPending, area } = destination
  const details: Record<DeliverType, string> = {
    delivery: t('We bring it to you.'),
    takeaway: t('You pick it up inside.'),
    curbside: t('We bring it to your car.'),
    table: table === null ? '' : t('You are ordering at {{table}}.', { table: table.name }),
  }
  const coming = useDefaultAddress(destination, signedIn && !otherAddress)
  const { currency } = useMoney()
  const { sum } = useCart()
  const usesSaved = addresses.length > 0
  const delivers = choice.deliverType === 'delivery'
  return (
    <Block id="where" title={t('How and where')}>
      {offered.length === 0 ? (
        <NoticeBar kind="warning">{t('The restaurant takes no orders here at the moment.')}</NoticeBar>
      ) : (
        <DeliverTypeField
          legend={t('How would you like to get it?')}
          required
          details={details}
          error={errorOf('deliverType') ?? errorOf('table')}
        />
      )}
      {table !== null && <WrongTable name={table.name} />}
      {choice.deliverType === 'curbside' && (
        <TextInput
          {...block.form.field('car')}
          label={t('Car and number plate')}
          optional={t('optional')}
          hint={t('So that we find you. It is sent with the notes.')}
          autoComplete="off"
          enterKeyHint="next"
        />
      )}
      {delivers && addressesPending && <Skeleton height="4.5rem" />}
      {delivers && usesSaved && <SavedAddresses {...block} />}
      {delivers && !addressesPending && (!usesSaved || otherAddress) && <AreaAndAddress {...block} />}
      {delivers && signedIn && !usesSaved && !addressesPending && <AddAddress />}
      {delivers &&
        (area !== null ? (
          <AreaTerms terms={bill.bill.terms} area={area} />
        ) : coming !== null ? (
          <AreaTerms terms={deliveryTerms('delivery', coming, sum, currency)} area={coming} />
        ) : (
          <Quiet>{t('Minimum order and fee depend on where we deliver.')}</Quiet>
        ))}
    </Block>
  )
}

/**
 * Preselects the default address after 300 ms (docs/specification.md section 4) unless the customer has chosen one. Returns its area until then, so that
 * nothing moves when it is selected.
 */
function useDefaultAddress({ choice, addresses, areas }: Destination, saved: boolean): Area | null {
  const deliversHome = choice.deliverType === 'delivery' && saved
  const chosen = byId(addresses, choice.addressId) !== undefined
  const { areaId } = choice
  // If an area was chosen on the menu, only an address in it is preselected.
  const fitting = areaId === null ? addresses : addresses.filter((address) => sameId(address.areaId ?? address.area?.id, areaId))
  const preferred =
    deliversHome && !chosen ? (fitting.find((address) => address.isDefault) ?? (areaId === null ? undefined : fitting[0])) : undefined
  useEffect(() => {
    if (preferred === undefined) return
    const timer = setTimeout(
      () => chooseDelivery({ addressId: preferred.id, areaId: preferred.areaId ?? preferred.area?.id ?? null }),
      defaultAddressDelay,
    )
    return () => clearTimeout(timer)
  }, [preferred])
  return preferred === undefined ? null : (byId(areas, preferred.areaId) ?? preferred.area ?? null)
}

function WrongTable({ name }: { name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    const agreed = await askToConfirm({
      title: t('Wrong table?'),
      text: t('You are ordering at {{table}}. If you sit elsewhere, leave this table and scan the code on yours. Your cart stays.', {
        table: name,
      }),
      agree: t('Leave this table'),
      decline: t('Stay here'),
    })
    if (!agreed) return
    // The table's login ends with its choice.
    forgetLogin()
    await navigate(paths.home)
  }
  return (
    <Button variant="quiet" size="s" className={styles.wrongTable} onClick={() => void leave()}>
      {t('Wrong table?')}
    </Button>
  )
}

function SavedAddresses({
  destination: { addresses, address: chosen, areas, outOfRange },
  form: { form, errorOf },
  otherAddress,
}: BlockProps) {
  const { t } = useTranslation()
  const { format, currency } = useMoney()
  const { sum } = useCart()
  return (
    <Stack gap={4}>
      <Choice
        looks="stack"
        name="addressId"
        legend={t('Delivery address')}
        required
        items={[
          ...addresses.map((address) => {
            const area = byId(areas, address.areaId) ?? address.area ?? null
            return {
              value: idText(address.id),
              label: (
                <span className={styles.addressName}>
                  {address.name}
                  {address.isDefault && <Badge>{t('Default')}</Badge>}
                </span>
              ),
              detail: (
                <>
                  <bdi>{[address.address, address.zipcode, address.extras].filter((part) => (part ?? '') !== '').join(', ')}</bdi>
                  {area === null && areas.length > 0 && <> ({t('not in our delivery area')})</>}
                </>
              ),
              ...(area !== null && { end: feeText(deliveryTerms('delivery', area, sum, currency).fee, format, t('free')) }),
            }
          }),
          { value: elsewhere, label: t('Another address'), detail: t('Only for this order.') },
        ]}
        value={otherAddress ? elsewhere : chosen === null ? null : idText(chosen.id)}
        onChoose={(value) => {
          form.setValue('elsewhere', value === elsewhere)
          const address = byId(addresses, value)
          chooseDelivery(address ? { addressId: address.id, areaId: address.areaId ?? null } : { addressId: null })
        }}
        error={errorOf('addressId') ?? (outOfRange ? t('The location that you have marked is out of our delivery range') : undefined)}
      />
      <AddAddress />
    </Stack>
  )
}

/** The link to the address form, which returns here (docs/specification.md section 2). */
function AddAddress() {
  const { t } = useTranslation()
  const path = useSettings().on('USES_NEW_ADDRESS_SYSTEM') ? paths.createMapAddress : paths.createAddress
  const has = useHas()
  if (!has('GET /me/addresses') || !has('POST /me/addresses')) return null
  return (
    <p>
      <Link to={`${path}?return=checkout`} className={buttonClass({ variant: 'secondary' })}>
        <Plus aria-hidden="true" />
        {t('Add an address')}
      </Link>
    </p>
  )
}

function AreaAndAddress({ destination: { choice, areas, areasFailed }, form: { form, field, errorOf } }: BlockProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={4}>
      {areasFailed && areas.length === 0 && (
        <NoticeBar kind="warning">{t("The delivery areas can't be loaded right now. Please try again in a moment.")}</NoticeBar>
      )}
      <MyLocation
        areas={areas}
        where={{ areaId: choice.areaId, address: form.watch('address'), located: form.getValues('located') }}
        onChange={({ areaId, address, located }) => {
          chooseDelivery({ addressId: null, areaId })
          form.setValue('located', located)
          form.setValue('address', address, { shouldDirty: true, shouldValidate: address !== '' })
        }}
        note={t('The restaurant gets your location with the order.')}
      />
      <AreaField label={t('Delivery area')} areas={areas} required error={errorOf('areaId')} />
      <TextArea
        {...field('address', rules.filled)}
        reserve={t('Please fill in this field.')}
        label={t('Address')}
        hint={t('Street and number, floor, name on the bell.')}
        rows={4}
        autoComplete="street-address"
      />
    </Stack>
  )
}

/** The terms of the area and what is missing: minimum order, fee, free delivery. */
function AreaTerms({ terms, area }: { terms: DeliveryTerms; area: Area }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { sum } = useCart()
  const goal = (terms.missingToMinimum > 0 ? terms.minimum : terms.freeFrom) ?? 0
  return (
    <Announced as="div" className={styles.terms}>
      <Bar as="p" align="stretch" gap={4} rows={1} className={styles.termsLine}>
        <span>{area.name}</span>
        {terms.minimum !== null && terms.minimum > 0 && <span>{t('Minimum order {{amount}}', { amount: format(terms.minimum) })}</span>}
        {terms.fee !== null && (
          <span>
            {terms.fee > 0 ? t('Delivery {{amount}}', { amount: format(terms.fee) }) : t('Free delivery')}
            {terms.waived && terms.fullFee !== null && terms.fullFee > 0 && <s className={styles.waived}>{format(terms.fullFee)}</s>}
          </span>
        )}
      </Bar>
      {terms.missingToMinimum > 0 ? (
        <p>{t('{{amount}} more to the minimum order.', { amount: format(terms.missingToMinimum) })}</p>
      ) : (
        terms.missingToFree !== null &&
        terms.missingToFree > 0 &&
        terms.fullFee !== null &&
        terms.fullFee > 0 && <p>{t('{{amount}} more for free delivery.', { amount: format(terms.missingToFree) })}</p>
      )}
      {goal > 0 && sum < goal && <Progress value={sum} most={goal} />}
    </Announced>
  )
}

function feeText(fee: Minor | null, format: (minor: Minor) => string, free: string): string {
  if (fee === null) return ''
  return fee > 0 ? format(fee) : free
}
