import { useLanguages } from '../i18n/language.ts'
import { networkSettings } from '../restaurant/networkSettings.ts'
import { useSettings } from '../restaurant/settings.ts'
import { useHours } from '../restaurant/workingHours.ts'
import { useBranches } from '../session/branch.ts'

/** The settings that fill the top bar, besides the branch, the hours and the languages. */
export const topBarSettings = ['PHONE', 'LOYALTY_SYSTEM', ...networkSettings] as const

/** Whether a branch or the open state is shown. */
export function useHasPlace(): boolean {
  const { branches, chosen } = useBranches()
  const { absent } = useHours()
  return branches.length > 1 || chosen !== undefined || !absent
}

/** Whether the top bar has content, known from the first paint on (bff/site/firstpaint): without any its space is not reserved. */
export function useHasTopBar(): boolean {
  const place = useHasPlace()
  const settings = useSettings()
  const languages = useLanguages()
  return place || languages.length > 1 || settings.phone() !== '' || topBarSettings.some((key) => settings.on(key))
}
