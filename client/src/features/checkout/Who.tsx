import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmailField } from '../../forms/EmailField.tsx'
import { checkoutLogin } from '../../navigation/paths.ts'
import { PhoneField } from '../../forms/PhoneField.tsx'
import { remembered } from '../../session/remembered.ts'
import { rules, type FormFields } from '../../forms/formFields.ts'
import { useAccounts } from '../../session/useHas.ts'
import { Checkbox, TextInput } from '../../ui/Field.tsx'
import { Quiet, Stack } from '../../ui/Layout.tsx'
import { Block } from './Block.tsx'
import styles from './Checkout.module.css'
import { Notes } from './Notes.tsx'
import type { Checkout, CheckoutFields } from './useCheckout.ts'

/**
 * The third section: contact data, and notes for the kitchen. Guests enter name, e-mail and phone; for customers they are filled in; a table needs
 * none.
 */
export function Who({ checkout: { guest, isTable }, form }: { checkout: Checkout; form: FormFields<CheckoutFields> }) {
  const { t } = useTranslation()
  const { field } = form
  const accounts = useAccounts()
  const optional = guest ? undefined : t('optional')
  return (
    <Block
      id="who"
      title={isTable ? t('For the kitchen') : t('Who')}
      aside={
        guest &&
        accounts.login && (
          <Quiet className={styles.loginHint}>
            {t('Have an account?')} <Link to={checkoutLogin}>{t('Login')}</Link>
          </Quiet>
        )
      }
    >
      {!isTable && (
        <Stack pair gap={4} className={styles.fields}>
          <TextInput
            {...field('name', guest ? rules.filled : {})}
            label={t('Name')}
            {...(guest && { reserve: t('Please fill in this field.') })}
            type="text"
            autoComplete="name"
            enterKeyHint="next"
            optional={optional}
          />
          <EmailField
            {...field('email', guest ? rules.email : { pattern: rules.email.pattern })}
            reserve={t('Please enter a valid e-mail address.')}
            optional={optional}
          />
          <PhoneField control={form.form.control} optional={optional} />
        </Stack>
      )}
      {guest && (
        <Checkbox
          {...field('remember', { onChange: (event: { target: { checked: boolean } }) => !event.target.checked && remembered.set(null) })}
          label={t('Remember on this device')}
          hint={t('Name, phone, e-mail, address and payment are filled in the next time. Untick it to delete them.')}
        />
      )}
      <Notes form={form} atTable={isTable} />
    </Block>
  )
}
