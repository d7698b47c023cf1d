import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { text } from '../api/text.ts'
import { followNow, useDifference } from '../shop/follow.ts'
import { announce } from '../ui/announcements.ts'
import { Button } from '../ui/Button.tsx'
import { InDialog } from '../ui/InDialog.tsx'
import { NoticeBar } from '../ui/States.tsx'
import styles from './ShopBars.module.css'

const messages = {
  branch: text('You chose another branch in another tab. This page still shows the one before.'),
  login: text('You logged in in another tab. Reload this page to go on with your account.'),
  language: text('You chose another language in another tab.'),
} as const

/**
 * Shows what another tab has changed and this one has not followed, and offers to reload. The bar sticks to the top; an open dialog, below which
 * the page is inert, shows it too.
 */
export function DifferenceBar() {
  const { t } = useTranslation()
  const difference = useDifference()
  const message = difference === null ? null : t(messages[difference])
  const reload = t('Reload')
  useEffect(() => {
    if (message !== null) announce(message)
  }, [message])
  if (message === null) return null
  const offer = <Offer message={message} reload={reload} />
  return (
    <>
      <div className={styles.difference}>{offer}</div>
      <InDialog>
        <div className={styles.inDialog}>{offer}</div>
      </InDialog>
    </>
  )
}

function Offer({ message, reload }: { message: string; reload: string }) {
  return (
    <NoticeBar
      kind="warning"
      announced
      action={
        <Button size="s" onClick={followNow}>
          {reload}
        </Button>
      }
    >
      {message}
    </NoticeBar>
  )
}
