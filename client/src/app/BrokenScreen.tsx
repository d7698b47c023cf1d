import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isChunkLoadError } from '../shop/Part.tsx'
import { paths } from '../shop/paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/States.tsx'

/** In place of a screen that broke: says so in words. Header, cart and everything stored are still there. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      asPage
      icon={<CircleAlert />}
      title={t('Something went wrong')}
      action={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('Try again')}
          </Button>
          {/* A whole new page, since this one is broken. */}
          <a href={paths.home} className={buttonClass()}>
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
