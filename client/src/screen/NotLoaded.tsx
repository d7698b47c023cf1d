import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotOffered } from '../api/apiError.ts'
import { Button, type ButtonLook } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/States.tsx'
import { ToMenu } from './ToMenu.tsx'

/** In place of what could not be loaded: why, and a button that loads it again; or the way to the menu where the restaurant does not offer it. */
export function NotLoaded({
  title,
  icon,
  error,
  variant = 'primary',
  onRetry,
}: {
  title: string
  icon?: ReactNode
  error?: Error | null
  onRetry: (() => unknown) | undefined
} & Pick<ButtonLook, 'variant'>) {
  const { t } = useTranslation()
  if (error && isNotOffered(error)) return <EmptyState icon={icon} title={t(error.message)} action={<ToMenu />} />
  return (
    <ErrorState
      icon={icon}
      title={title}
      action={
        onRetry && (
          <Button variant={variant} onClick={() => void onRetry()}>
            {t('Try again')}
          </Button>
        )
      }
    >
      {error && <p>{t(error.message)}</p>}
    </ErrorState>
  )
}
