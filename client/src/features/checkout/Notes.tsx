import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import { notesWithPeople } from '../../domain/notes.ts'
import { useCart } from '../../cart/cartStore.ts'
import type { FormFields } from '../../forms/formFields.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import type { CheckoutFields } from './useCheckout.ts'

export function Notes({ form: { form, field }, atTable }: { form: FormFields<CheckoutFields>; atTable: boolean }) {
  const { t } = useTranslation()
  const { lines } = useCart()
  return (
    <>
      <TextArea
        {...field('notes')}
        label={t('Notes')}
        optional={t('optional')}
        hint={atTable ? t('Allergies: please tell us as well.') : t('For the kitchen or the driver. Allergies: please call us as well.')}
        rows={5}
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
    </>
  )
}
