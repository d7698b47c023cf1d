import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstall } from '../browser/useInstall.ts'
import { showAlert } from '../notices/notices.ts'

/** An entry in the side menu and the footer for returning customers; no banner covers the menu. */
export function InstallHint({
  className,
  iconClass,
  children = (hint) => hint,
}: {
  className?: string | undefined
  iconClass?: string | undefined
  children?: (hint: ReactNode) => ReactNode
}) {
  const { t } = useTranslation()
  const install = useInstall()
  if (install === null) return null
  const explain = (): void =>
    void showAlert(t('Add the shop to your home screen'), t('Press “Share” in the browser’s bar, then “Add to Home Screen”.'))
  return children(
    <button type="button" className={className} onClick={install === 'manual' ? explain : install}>
      <span className={iconClass}>
        <Smartphone aria-hidden="true" />
      </span>
      {t('Add the shop to your home screen')}
    </button>,
  )
}
