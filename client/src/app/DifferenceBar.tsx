import { useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { text } from '../api/translatable.ts'
import { followNow, useDifference } from '../session/follow.ts'
import { announce } from '../ui/announcements.ts'
import { Button } from '../ui/Button.tsx'
import { InDialog } from '../ui/InDialog.tsx'
import { NoticeBar } from '../ui/States.tsx'
import styles from './ShopBars.module.css'

const offers = {
  branch: {
    message: text('You chose another branch in another tab. This page still shows the one before.'),
    action: text('Change the branch'),
  },
  login: { message: text('You logged in in another tab.'), action: text('Continue with this account') },
  language: { message: text('You chose another language in another tab.'), action: text('Change the language') },
} as const

/**
 * Shows what another tab has changed and this one has not followed, and offers to follow. An open dialog, below which
 * the page is inert, shows it too.
 */
export function DifferenceBar() {
  const { t } = useTranslation()
  const difference = useDifference()
  const message = difference === null ? null : t(offers[difference].message)
  useEffect(() => {
    if (message !== null) announce(message)
  }, [message])
  const shown = message !== null
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-difference', shown)
    return () => document.documentElement.removeAttribute('data-difference')
  }, [shown])
  if (difference === null || message === null) return null
  const offer = <Offer message={message} action={t(offers[difference].action)} />
  return (
    <>
      {offer}
      <InDialog>
        <div className={styles.inDialog}>{offer}</div>
      </InDialog>
    </>
  )
}

function Offer({ message, action }: { message: string; action: string }) {
  return (
    <NoticeBar
      kind="warning"
      live={false}
      action={
        <Button size="s" onClick={followNow}>
          {action}
        </Button>
      }
    >
      {message}
    </NoticeBar>
  )
}
