import SunMoon from 'lucide-react/icons/sun-moon'
import { useTranslation } from 'react-i18next'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { useStore } from '../createStore.ts'
import { SelectSwitcher } from './SelectSwitcher.tsx'

/** The colour scheme: the device's, or the customer's choice. */
type Scheme = 'device' | 'light' | 'dark'

const chosen = createStored<Scheme>(storedKeys.scheme, (kept) => (kept === 'light' || kept === 'dark' ? kept : 'device'))

/** The choice between light and dark; by default the shop follows the device. */
export function SchemeSwitcher() {
  const { t } = useTranslation()
  const options: { value: Scheme; label: string }[] = [
    { value: 'device', label: t('Automatic') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ]
  return (
    <SelectSwitcher
      icon={<SunMoon aria-hidden="true" />}
      label={t('Light or dark')}
      name="scheme"
      value={useStore(chosen)}
      options={options}
      onChoose={(scheme) => chooseScheme(scheme as Scheme)}
    />
  )
}

/** Stores the choice for this browser. client/src/scheme.ts applies it. */
function chooseScheme(scheme: Scheme): void {
  chosen.set(scheme === 'device' ? null : scheme)
  window.dispatchEvent(new CustomEvent('scheme', { detail: scheme }))
}
