import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/Field.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { DestinationLink } from '../navigation/DestinationLink.tsx'
import { informationAddress } from '../navigation/paths.ts'
import { useLegalPages } from '../restaurant/pages.ts'
import styles from './TermsBox.module.css'
import type { FieldProps } from './formFields.ts'

/** The required terms box with links to the terms and the privacy policy (docs/specification.md section 2); the links open the information pages over the form. */
export function TermsBox({ field }: { field: FieldProps }) {
  const { t } = useTranslation()
  const { terms, privacy } = useLegalPages()
  const pages = [terms, privacy].filter((page) => page !== undefined)
  return (
    <Stack>
      <Checkbox {...field} label={t('I accept the terms and conditions and the privacy policy.')} />
      {pages.length > 0 && (
        <Bar as="p" align="stretch" gap={4} rows={1} className={styles.links}>
          {pages.map((page) => (
            <DestinationLink
              key={page.id}
              to={informationAddress(page.id)}
              // Keep the focus until the page opens: an error that appears on blur would move the link away from the pointer.
              onMouseDown={(event) => event.preventDefault()}
            >
              {page.name}
            </DestinationLink>
          ))}
        </Bar>
      )}
    </Stack>
  )
}
