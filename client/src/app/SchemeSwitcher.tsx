import { ChevronDown, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseScheme, useScheme, type Scheme } from '../shop/scheme.ts'
import styles from './LanguageSwitcher.module.css'

/** The choice between light and dark; by default the shop follows the device. */
export function SchemeSwitcher() {
  const { t } = useTranslation()
  const scheme = useScheme()
  const names: Record<Scheme, string> = { device: t('Same as device'), light: t('Light'), dark: t('Dark') }
  return (
    <label className={styles.switcher}>
      <SunMoon aria-hidden="true" />
      <select
        className={styles.select}
        name="scheme"
        aria-label={t('Light or dark')}
        value={scheme}
        onChange={(event) => chooseScheme(event.target.value as Scheme)}
      >
        {(['device', 'light', 'dark'] as const).map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className={styles.chevron} />
    </label>
  )
}
