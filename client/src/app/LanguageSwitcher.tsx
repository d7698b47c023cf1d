import { ChevronDown, Languages } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/apiError.ts'
import { nameOfLanguage, useLanguage } from '../shop/language.ts'
import { showToast } from '../shop/notices.ts'
import styles from './LanguageSwitcher.module.css'

/** The language switcher; shown if there is more than one language (docs/specification.md section 2). */
export function LanguageSwitcher() {
  const { t } = useTranslation()
  const { language, languages, change } = useLanguage()
  const [changing, setChanging] = useState(false)
  if (languages.length < 2) return null
  const choose = async (next: string): Promise<void> => {
    setChanging(true)
    try {
      await change(next)
    } catch (error) {
      showToast({ kind: 'error', text: t(error instanceof ApiError ? error.message : 'Something went wrong') })
    }
    setChanging(false)
  }
  return (
    <label className={styles.switcher}>
      <Languages aria-hidden="true" />
      <select
        className={styles.select}
        name="lang"
        aria-label={t('Language')}
        value={language}
        disabled={changing}
        onChange={(event) => void choose(event.target.value)}
      >
        {(languages.includes(language) ? languages : [language, ...languages]).map((name) => (
          <option key={name} value={name} lang={name}>
            {nameOfLanguage(name)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className={styles.chevron} />
    </label>
  )
}
