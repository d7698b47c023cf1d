import { useTranslation } from 'react-i18next'
import { formatWhen } from '../../domain/hours.ts'
import { deliverLabels } from '../../cart/deliverLabels.tsx'
import { rules, type FormFields } from '../../forms/formFields.ts'
import { shopCountry, usePhones } from '../../forms/phone.ts'
import { TermsBox } from '../../forms/TermsBox.tsx'
import { now } from '../../restaurant/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts, Fact } from '../../ui/Card.tsx'
import { MailAddress } from '../../ui/MailLink.tsx'
import { Block } from './Block.tsx'
import { Notes } from './Notes.tsx'
import { BillFields } from './Pay.tsx'
import type { Checkout, CheckoutFields } from './useCheckout.ts'
import { useFormattingLocale } from '../../i18n/language.ts'

/** The form as a summary, for a customer whose last order or device fills in everything: what may be added to the order, and the terms, are left. */
export function Recap({
  checkout,
  form,
  fields,
  onChange,
}: {
  checkout: Checkout
  form: FormFields<CheckoutFields>
  fields: CheckoutFields
  onChange: () => void
}) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const { form: values, destination, payment, time } = checkout
  const { address, area, table } = destination
  const how =
    values.deliverType === null
      ? ''
      : values.deliverType === 'table' && table !== null
        ? table.name
        : t(deliverLabels[values.deliverType].label)
  const street = address === null ? [values.address.trim()] : [address.name, address.address, address.extras ?? '']
  const where = values.deliverType === 'delivery' ? [...street, area?.name ?? ''] : []
  const when = values.deliverDate === null ? t('Now') : formatWhen(Date.parse(values.deliverDate), time.hours.zone, locale, now().getTime())
  const number = usePhones()?.read(values.phone, shopCountry())
  const phone = number?.[number.country === shopCountry() ? 'national' : 'international'] ?? values.phone
  const rows = [
    { label: t('How and where'), lines: [how, ...where] },
    { label: t('When'), lines: [when] },
    { label: t('Who'), lines: [values.name, values.email, phone] },
    { label: t('Pay'), lines: [payment.provider?.name ?? ''] },
  ]
  return (
    <Block
      id="recap"
      title={t('Your details')}
      aside={
        <Button variant="quiet" size="s" onClick={onChange}>
          {t('Change')}
        </Button>
      }
    >
      <Facts gap={3}>
        {rows.map(({ label, lines }) => (
          <Fact key={label} label={label}>
            {lines
              .filter((line) => line !== '')
              .map((line) => (
                <span key={line}>
                  <bdi>{line === values.email ? <MailAddress address={line} /> : line}</bdi>
                </span>
              ))}
          </Fact>
        ))}
      </Facts>
      <BillFields bill={checkout.bill} form={form} fields={fields} />
      <Notes form={form} atTable={checkout.isTable} />
      <TermsBox field={form.field('terms', rules.terms)} />
    </Block>
  )
}
