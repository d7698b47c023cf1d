import { useTranslation } from 'react-i18next'
import { lazyPart } from '../loading/lazyPart.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { closeToast, useNotices } from './notices.ts'
import { Part } from '../loading/Part.tsx'

const Questions = lazyPart(async () => (await import('./ConfirmDialogs.tsx')).Questions)

/** Renders the notices: toasts and confirmation dialogs. Rendered once in the page. */
export function Notices() {
  const { t } = useTranslation()
  const { toasts, questions } = useNotices()
  return (
    <>
      {questions.length > 0 && (
        <Part>
          <Questions questions={questions} />
        </Part>
      )}
      <Toasts toasts={toasts} onClose={closeToast} label={t('Messages')} closeLabel={t('Close')} hideLabel={t('Hide the message')} />
    </>
  )
}
