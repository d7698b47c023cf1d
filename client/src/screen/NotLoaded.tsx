import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonLook } from '../ui/Button.tsx'
import { ErrorState } from '../ui/States.tsx'

/** In place of what could not be loaded: why, and a button that loads it again. */
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
