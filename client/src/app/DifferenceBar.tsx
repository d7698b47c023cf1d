import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { text } from '../api/text.ts'
import { followNow, useDifference } from '../shop/follow.ts'
import { showToast } from '../shop/notices.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBar } from '../ui/States.tsx'
import styles from './ShopBars.module.css'

const words = {
  branch: text('You chose another branch in another tab. This page still shows the one before.'),
  login: text('You logged in in another tab. Reload this page to go on with your account.'),
  language: text('You chose another language in another tab.'),
} as const

/** Milliseconds that the message stays over an open dialog. */
const overDialog = 5000

/**
 * What another tab has changed and this one has not followed, with the offer to follow. It stays in view wherever the page is scrolled to; an open dialog covers
 * it, so that a message above the dialog says it, which waits until the customer is back in this tab.
 */
export function DifferenceBar() {
  const { t } = useTranslation()
  const difference = useDifference()
  const said = difference === null ? null : t(words[difference])
  useEffect(() => {
    if (said !== null && document.querySelector('dialog[open]') !== null) showToast({ text: said, duration: overDialog })
  }, [said])
  if (said === null) return null
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
        {said}
      </NoticeBar>
    </div>
  )
}
