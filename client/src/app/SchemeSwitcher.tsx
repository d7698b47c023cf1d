import SunMoon from 'lucide-react/icons/sun-moon'
import { useTranslation } from 'react-i18next'
import { chooseScheme, useScheme, type Scheme } from '../browser/useScheme.ts'
import { SelectSwitcher } from './SelectSwitcher.tsx'

/** The choice between light and dark; by default the shop follows the device. */
export function SchemeSwitcher() {
  const { t } = useTranslation()
  const options: { value: Scheme; label: string }[] = [
    { value: 'device', label: t('Same as device') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ]
  return (
    <SelectSwitcher
      icon={<SunMoon aria-hidden="true" />}
      label={t('Light or dark')}
      name="scheme"
      value={useScheme()}
      options={options}
      onChoose={(scheme) => chooseScheme(scheme as Scheme)}
    />
  )
}
