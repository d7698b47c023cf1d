import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../shop/paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/States.tsx'

/** A screen that broke (HARDENING.md: no white screen): says so in words; nothing stored is lost. */
export function Crash() {
  const { t } = useTranslation()
  return (
    <main>
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
        <p>{t('This screen could not be shown. Your cart is kept.')}</p>
      </ErrorState>
    </main>
  )
}
