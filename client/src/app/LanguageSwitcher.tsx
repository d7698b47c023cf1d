import { useMutation } from '@tanstack/react-query'
import Languages from 'lucide-react/icons/languages'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/apiError.ts'
import { changeLanguage, nameOfLanguage, useCurrentLanguage, useLanguages } from '../i18n/language.ts'
import { showToast } from '../notices/notices.ts'
import { SelectSwitcher } from './SelectSwitcher.tsx'

/** The language switcher; shown if there is more than one language (docs/specification.md section 2). */
export function LanguageSwitcher() {
  const { t } = useTranslation()
  const language = useCurrentLanguage()
  const languages = useLanguages()
  const change = useMutation({
    mutationFn: changeLanguage,
    onError: (error) => showToast({ kind: 'error', text: t(error instanceof ApiError ? error.message : 'Something went wrong') }),
  })
  if (languages.length < 2) return null
  return (
    <SelectSwitcher
      icon={<Languages aria-hidden="true" />}
      label={t('Language')}
      name="lang"
      value={change.isPending ? change.variables : language}
      busy={change.isPending}
      options={(languages.includes(language) ? languages : [language, ...languages]).map((name) => ({
        value: name,
        label: nameOfLanguage(name),
        lang: name,
      }))}
      onChoose={(next) => change.mutate(next)}
    />
  )
}
