import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { text } from '../api/text.ts'
import { followNow, useDifference } from '../shop/follow.ts'
import { showToast } from '../shop/notices.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBar } from '../ui/States.tsx'
import styles from './ShopBars.module.css'

const messages = {
  branch: text('You chose another branch in another tab. This page still shows the one before.'),
  login: text('You logged in in another tab. Reload this page to go on with your account.'),
  language: text('You chose another language in another tab.'),
} as const

/** Milliseconds that the toast stays above an open dialog. */
const overDialog = 5000

/**
 * Shows what another tab has changed and this one has not followed, and offers to reload. The bar sticks to the top; above an open dialog, which
 * covers it, a toast shows the message, and its timer pauses until the customer is back in this tab.
 */
export function DifferenceBar() {
  const { t } = useTranslation()
  const difference = useDifference()
  const message = difference === null ? null : t(messages[difference])
  useEffect(() => {
    if (message !== null && document.querySelector('dialog[open]') !== null) showToast({ text: message, duration: overDialog })
  }, [message])
  if (message === null) return null
  return (
    <div className={styles.difference}>
      <NoticeBar
        kind="warning"
        action={
          <Button size="s" onClick={followNow}>
            {t('Reload')}
          </Button>
        }
      >
        {message}
      </NoticeBar>
    </div>
  )
}
