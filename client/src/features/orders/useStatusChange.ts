import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../../contracts/types.ts'
import { useCurrentLanguage } from '../../shop/language.ts'
import { notify } from './orderNotice.ts'
import { useStatusWords } from './OrderStatus.tsx'

/** Nobody looks at this page now. */
const isAway = (): boolean => document.visibilityState === 'hidden' || !document.hasFocus()

/** Tells a customer who is elsewhere that an order's status has changed: by the page's title until the page is looked at, and by a notification where one is wanted. */
export function useStatusChange(order: Order): void {
  const { t } = useTranslation()
  const language = useCurrentLanguage()
  const words = useStatusWords(order)
  const { code, status } = order
  const before = useRef({ code, status, words, language })
  /** The page's own title, while another one stands in the tab. */
  const title = useRef<string | null>(null)
  useEffect(() => {
    const back = (): void => {
      if (title.current === null || isAway()) return
      document.title = title.current
      title.current = null
    }
    document.addEventListener('visibilitychange', back)
    window.addEventListener('focus', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('focus', back)
    }
  }, [])
  useEffect(() => {
    const last = before.current
    before.current = { code, status, words, language }
    // Another language has other words for the same status.
    const same = last.status === status && (last.words === words || last.language !== language)
    if (last.code !== code || same || !isAway()) return
    const name = t('Order {{code}}', { code })
    title.current ??= document.title
    document.title = `${words} · ${name}`
    void notify(code, name, words, language, window.location.pathname + window.location.search).catch(() => undefined)
  }, [t, code, status, words, language])
}
