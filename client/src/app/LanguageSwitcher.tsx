import Languages from 'lucide-react/icons/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/apiError.ts'
import { nameOfLanguage, useLanguage } from '../i18n/language.ts'
import { showToast } from '../notices/notices.ts'
import { SelectSwitcher } from './SelectSwitcher.tsx'

/** The language switcher; shown if there is more than one language (docs/specification.md section 2). */
export function LanguageSwitcher() {
  const { t } = useTranslation()
  const { language, languages, change } = useLanguage()
  const [wanted, setWanted] = useState<string | null>(null)
  if (languages.length < 2) return null
  const choose = async (next: string): Promise<void> => {
    setWanted(next)
    try {
      await change(next)
    } catch (error) {
      showToast({ kind: 'error', text: t(error instanceof ApiError ? error.message : 'Something went wrong') })
    }
    setWanted((last) => (last === next ? null : last))
  }
  return (
    <SelectSwitcher
      icon={<Languages aria-hidden="true" />}
      label={t('Language')}
      name="lang"
      value={wanted ?? language}
      busy={wanted !== null}
      options={(languages.includes(language) ? languages : [language, ...languages]).map((name) => ({
        value: name,
        label: nameOfLanguage(name),
        lang: name,
      }))}
      onChoose={(next) => void choose(next)}
    />
  )
}
