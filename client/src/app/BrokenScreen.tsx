import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useTranslation } from 'react-i18next'
import { isChunkLoadError, loadAgain } from '../loading/lazyPart.ts'
import { basePath, paths } from '../navigation/paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/States.tsx'

/** Replaces a screen that has failed. Header, cart and stored data are still there. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      asPage
      icon={<CircleAlert />}
      title={t('Something went wrong')}
      action={
        <>
          <Button variant="primary" onClick={() => (isChunkLoadError(error) ? loadAgain() : window.location.reload())}>
            {t('Try again')}
          </Button>
          {/* A full page load, since this page's state may be broken. */}
          <a href={basePath + paths.home} className={buttonClass()}>
            {t('Back to the menu')}
          </a>
        </>
      }
    >
      <p>
        {isChunkLoadError(error)
          ? t('This screen could not be loaded. Your cart is kept.')
          : t('This screen could not be shown. Your cart is kept.')}
      </p>
    </ErrorState>
  )
}
