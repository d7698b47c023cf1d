import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudOff, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { backendAnswered, onBackendAnswer } from '../api/copies.ts'
import { formatTimeOfDay } from '../domain/hours.ts'
import { copiesSince } from '../shop/boot.ts'
import { shopConfig } from '../shop/config.ts'
import { formattingLocale } from '../shop/language.ts'
import { settingsQuery } from '../shop/settings.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBar } from '../ui/States.tsx'
import styles from './ShopBars.module.css'

function subscribe(heard: () => void): () => void {
  window.addEventListener('online', heard)
  window.addEventListener('offline', heard)
  return () => {
    window.removeEventListener('online', heard)
    window.removeEventListener('offline', heard)
  }
}

/** The thin bars below the header: no network, copies of an earlier hour, or a shop that could not be loaded at all (HARDENING.md F1, F20, F24). */
export function ShopBars() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const settings = useQuery(settingsQuery)
  const client = useQueryClient()
  const since = copiesSince()
  // The copies are history once the backend has answered, not once older copies have been asked for again.
  const answered = useSyncExternalStore(onBackendAnswer, backendAnswered)
  const stale = since !== null && !answered
  const missing = settings.isError && settings.data === undefined
  if (online && !stale && !missing) return null
  return (
    <div className={styles.bars}>
      {!online && (
        <NoticeBar kind="warning" icon={<WifiOff />}>
          {t('You are offline. You can look at the menu; ordering works again once you are back.')}
        </NoticeBar>
      )}
      {online && stale && (
        <NoticeBar kind="warning" icon={<CloudOff />}>
          {t("The restaurant can't be reached right now. Prices from {{time}}.", {
            time: formatTimeOfDay(Date.parse(since), shopConfig().timezone, formattingLocale()),
          })}
        </NoticeBar>
      )}
      {online && missing && (
        <NoticeBar
          kind="danger"
          icon={<CloudOff />}
          action={
            <Button size="s" pending={settings.isFetching} onClick={() => void client.invalidateQueries()}>
              {t('Try again')}
            </Button>
          }
        >
          {t("The restaurant can't be reached right now. Please try again in a moment.")} {shopConfig().phone ?? ''}
        </NoticeBar>
      )}
    </div>
  )
}
