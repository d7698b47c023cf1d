import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Checkbox } from '../ui/Field.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { homeQuery } from '../navigation/paths.ts'
import { useLegalPages } from '../restaurant/pages.ts'
import styles from './TermsBox.module.css'
import type { FieldProps } from './formFields.ts'

/** The required terms box with links to the terms and the privacy policy (docs/specification.md section 2); the links open the information pages over the form. */
export function TermsBox({ field }: { field: FieldProps }) {
  const { t } = useTranslation()
  const { terms, privacy } = useLegalPages()
  const location = useLocation()
  const pages = [terms, privacy].filter((page) => page !== undefined)
  const opened = (id: string): string => {
    const search = new URLSearchParams(location.search)
    search.set(homeQuery.page, id)
    return `?${search.toString()}`
  }
  return (
    <Stack>
      <Checkbox {...field} label={t('I accept the terms and conditions and the privacy policy.')} />
      {pages.length > 0 && (
        <Bar as="p" align="stretch" gap={4} rows={1} className={styles.links}>
          {pages.map((page) => (
            <Link
              key={page.id}
              to={{ search: opened(String(page.id)), hash: location.hash }}
              state={{ ...(location.state as object | null), overlay: true }}
              preventScrollReset
              // Keep the focus until the page opens: an error that appears on blur would move the link away from the pointer.
              onMouseDown={(event) => event.preventDefault()}
            >
              {page.name}
            </Link>
          ))}
        </Bar>
      )}
    </Stack>
  )
}
