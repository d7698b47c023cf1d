import { Users } from 'lucide-react'
import type { RegisterOptions, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { notesWithPeople } from '../../domain/sharedCart.ts'
import { useCart } from '../../shop/cart.ts'
import { EmailField } from '../../shop/EmailField.tsx'
import { paths } from '../../shop/paths.ts'
import { PhoneField } from '../../shop/PhoneField.tsx'
import { errorsWhenLeft, rules } from '../../shop/wireForm.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextInput } from '../../ui/Field.tsx'
import { Block } from './Block.tsx'
import styles from './Checkout.module.css'
import type { CheckoutFields } from './fields.ts'
import type { Checkout } from './useCheckout.ts'

/** The third block: who orders, and notes for the kitchen. Guests say name, e-mail and phone; for customers they are filled in; a table needs none. */
export function Who({
  checkout,
  form,
  errorOf,
}: {
  checkout: Checkout
  form: UseFormReturn<CheckoutFields>
  errorOf: (name: string) => string | undefined
}) {
  const { t } = useTranslation()
  const { guest, login } = checkout
  const { lines } = useCart()
  const optional = guest ? undefined : t('optional')
  const demanded = (rule: RegisterOptions<CheckoutFields, 'name' | 'email'>): RegisterOptions<CheckoutFields, 'name' | 'email'> =>
    guest ? rule : {}
  return (
    <Block
      id="who"
      title={t('Who')}
      aside={
        guest && (
          <p className={styles.loginHint}>
            {t('Have an account?')} <Link to={`${paths.login}?return=checkout`}>{t('Login')}</Link>
          </p>
        )
      }
    >
      {!login.isTable && (
        <div className={styles.fields}>
          <TextInput
            {...errorsWhenLeft(form.register('name', demanded(rules.filled)))}
            label={t('Name')}
            type="text"
            autoComplete="name"
            enterKeyHint="next"
            required={guest}
            error={errorOf('name')}
            {...(optional !== undefined && { optional })}
          />
          <EmailField
            {...errorsWhenLeft(form.register('email', guest ? rules.email : { pattern: rules.email.pattern }))}
            required={guest}
            error={errorOf('email')}
            {...(optional !== undefined && { optional })}
          />
          <PhoneField control={form.control} name="phone" label={t('Phone')} {...(optional !== undefined && { optional })} />
        </div>
      )}
      <TextArea
        {...form.register('notes')}
        label={t('Notes')}
        optional={t('optional')}
        hint={t('For the kitchen or the driver. Allergies: please call us as well.')}
        rows={5}
        maxLength={1000}
        // One line until it is written in.
        placeholder=" "
        className={styles.notes}
        error={errorOf('notes')}
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
