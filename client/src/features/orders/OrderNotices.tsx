import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Quiet } from '../../ui/Layout.tsx'
import styles from './Orders.module.css'
import { stopNotices, useNoticeState, enableNotices } from './orderNotice.ts'

/** Offers notifications of changes while this page is open in a tab; explains if they are not available. */
export function OrderNotices({ code }: { code: string }) {
  const { t } = useTranslation()
  const state = useNoticeState(code)
  return (
    <Bar gap={4} rows={1} data-screen className={styles.notices}>
      {state === 'off' && (
        <Button size="s" icon={<Bell aria-hidden="true" />} onClick={() => void enableNotices(code)}>
          {t('Notify me of changes')}
        </Button>
      )}
      {state === 'on' && (
        <Button size="s" icon={<BellOff aria-hidden="true" />} onClick={() => stopNotices(code)}>
          {t('Stop notifications')}
        </Button>
      )}
      <Quiet as={Announced}>
        {state === 'on'
          ? t('You will be notified as long as this page is open in a tab.')
          : state === 'denied'
            ? t('Notifications are blocked in your browser’s settings. The title of this tab says when something changes.')
            : state === 'unsupported'
              ? t('This browser shows no notifications here. The title of this tab says when something changes.')
              : ''}
      </Quiet>
    </Bar>
  )
}
