import { useTranslation } from 'react-i18next'
import { lazyPart } from '../loading/lazyPart.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { closeToast, useNotices } from './notices.ts'

const Questions = lazyPart(async () => (await import('./ConfirmDialogs.tsx')).Questions)

/** Renders the notices: toasts and confirmation dialogs. Rendered once in the page. */
export function Notices() {
  const { t } = useTranslation()
  const { toasts, questions } = useNotices()
  return (
    <>
      {questions.length > 0 && <Questions questions={questions} />}
      <Toasts toasts={toasts} onClose={closeToast} label={t('Messages')} closeLabel={t('Close')} hideLabel={t('Hide the message')} />
    </>
  )
}
