import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useTranslation } from 'react-i18next'
import type { FallbackProps } from 'react-error-boundary'
import { useNextAttempt } from '../loading/retryable.ts'
import { basePath, paths } from '../navigation/paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/States.tsx'

/** Replaces a screen that has failed, until it is loaded. Header, cart and stored data are still there. */
export function BrokenScreen({ error, resetErrorBoundary: again }: FallbackProps) {
  const { t } = useTranslation()
  const unloaded = useNextAttempt(error, again)
  return (
    <ErrorState
      asPage
      icon={<CircleAlert />}
      title={t('Something went wrong')}
      action={
        <>
          {/* Any press begins the next attempt to load. */}
          <Button variant="primary" onClick={() => unloaded || window.location.reload()}>
            {t('Try again')}
          </Button>
          {/* A full page load, since this page's state may be broken. */}
          <a href={basePath + paths.home} className={buttonClass()}>
            {t('Back to the menu')}
          </a>
        </>
      }
    >
      <p>{unloaded ? t('This screen could not be loaded. Your cart is kept.') : t('This screen could not be shown. Your cart is kept.')}</p>
    </ErrorState>
  )
}
