import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NOTES_LENGTH, notesWithPeople } from '../../domain/notes.ts'
import { shopConfig } from '../../shop/restaurant/config.ts'
import { useCart } from '../../shop/cart/cart.ts'
import { EmailField } from '../../shop/forms/EmailField.tsx'
import { paths } from '../../shop/routes/paths.ts'
import { PhoneField } from '../../shop/forms/PhoneField.tsx'
import { remembered } from '../../shop/session/remembered.ts'
import { rules, type FormFields } from '../../shop/forms/formFields.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, TextArea, TextInput } from '../../ui/Field.tsx'
import { Block } from './Block.tsx'
import styles from './Checkout.module.css'
import type { CheckoutFields } from './fields.ts'
import type { Customer } from './useCustomer.ts'

/**
 * The third section: contact data, and notes for the kitchen. Guests enter name, e-mail and phone; for customers they are filled in; a table needs
 * none.
 */
export function Who({ customer, form: { form, field } }: { customer: Customer; form: FormFields<CheckoutFields> }) {
  const { t } = useTranslation()
  const { guest, login } = customer
  const { lines } = useCart()
  const optional = guest ? undefined : t('optional')
  return (
    <Block
      id="who"
      title={t('Who')}
      aside={
        guest &&
        shopConfig().accounts && (
          <p className={styles.loginHint}>
            {t('Have an account?')} <Link to={`${paths.login}?return=checkout`}>{t('Login')}</Link>
          </p>
        )
      }
    >
      {!login.isTable && (
        <div className={styles.fields}>
          <TextInput
            {...field('name', guest ? rules.filled : {})}
            label={t('Name')}
            {...(guest && { reserve: t('Please fill in this field.') })}
            type="text"
            autoComplete="name"
            enterKeyHint="next"
            {...(optional !== undefined && { optional })}
          />
          <EmailField
            {...field('email', guest ? rules.email : { pattern: rules.email.pattern })}
            reserve={t('Please enter a valid e-mail address.')}
            {...(optional !== undefined && { optional })}
          />
          <PhoneField control={form.control} name="phone" label={t('Phone')} {...(optional !== undefined && { optional })} />
        </div>
      )}
      {guest && (
        <Checkbox
          {...field('remember', { onChange: (event: { target: { checked: boolean } }) => !event.target.checked && remembered.set(null) })}
          label={t('Remember on this device')}
          hint={t('Name, phone, e-mail, address and payment are filled in the next time. Untick it to delete them.')}
        />
      )}
      <TextArea
        {...field('notes')}
        label={t('Notes')}
        optional={t('optional')}
        hint={t('For the kitchen or the driver. Allergies: please call us as well.')}
        rows={5}
        maxLength={NOTES_LENGTH}
      />
      {lines.some((line) => line.person !== undefined) && (
        <Button
          variant="quiet"
          size="s"
          icon={<Users aria-hidden="true" />}
          onClick={() => form.setValue('notes', notesWithPeople(form.getValues('notes'), lines), { shouldDirty: true, shouldTouch: true })}
        >
          {t('Write the names into the notes')}
        </Button>
      )}
    </Block>
  )
}
