import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Checkbox } from '../ui/Field.tsx'
import { homeQuery } from './paths.ts'
import { useLegalPages } from './pages.ts'
import styles from './TermsBox.module.css'
import type { FieldProps } from './formFields.ts'

/** The required terms box with links to the terms and the privacy policy (docs/specification.md section 2); the links open the information pages over what is being filled in. */
export function TermsBox({ field, disabled }: { field: FieldProps; disabled?: boolean }) {
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
    <div className={styles.terms}>
      <Checkbox {...field} disabled={disabled} label={t('I accept the terms and conditions and the privacy policy.')} />
      {pages.length > 0 && (
        <p className={styles.links}>
          {pages.map((page) => (
            <Link
              key={page.id}
              to={{ search: opened(String(page.id)) }}
              state={{ ...(location.state as object | null), overlay: true }}
              preventScrollReset
              // The focus stays where it is until the page opens: a message that appears as a field is left would move the link from under the pointer.
              onMouseDown={(event) => event.preventDefault()}
            >
              {page.name}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
