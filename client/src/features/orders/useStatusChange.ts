import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../../contracts/types.ts'
import { signalTitle } from '../../browser/useTitle.ts'
import { useCurrentLanguage } from '../../i18n/language.ts'
import { notify } from './orderNotice.ts'
import { useStatusText } from './OrderStatus.tsx'

const isPageInactive = (): boolean => document.visibilityState === 'hidden' || !document.hasFocus()

/**
 * Signals a changed status to a customer who is in another tab or window: in the page's title until the page is focused, and by a notification if
 * enabled.
 */
export function useStatusChange(order: Order): void {
  const { t } = useTranslation()
  const language = useCurrentLanguage()
  const statusText = useStatusText(order)
  const { code, status } = order
  const before = useRef({ code, status, statusText, language })
  useEffect(() => {
    const restoreTitle = (): void => {
      if (!isPageInactive()) signalTitle('')
    }
    document.addEventListener('visibilitychange', restoreTitle)
    window.addEventListener('focus', restoreTitle)
    return () => {
      document.removeEventListener('visibilitychange', restoreTitle)
      window.removeEventListener('focus', restoreTitle)
      signalTitle('')
    }
  }, [])
  useEffect(() => {
    const last = before.current
    before.current = { code, status, statusText, language }
    // In another language the same status has another text.
    const same = last.status === status && (last.statusText === statusText || last.language !== language)
    if (last.code !== code || same || !isPageInactive()) return
    const name = t('Order {{code}}', { code })
    signalTitle(`${statusText} · ${name}`)
    void notify(code, name, statusText, language, window.location.pathname + window.location.search).catch(() => undefined)
  }, [t, code, status, statusText, language])
}
