import { useTranslation } from 'react-i18next'
import { showPanel, usePanelOpen } from '../../overlays/panels.ts'
import { goTo } from '../../navigation/goTo.ts'
import { navigating } from '../../navigation/navigating.ts'
import { checkoutLogin, paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './CheckoutEntry.module.css'
import { useStore } from '../../createStore.ts'

/** The dialog before the checkout (docs/specification.md section 4): Login, or Checkout as Guest. */
export function CheckoutEntry() {
  const { t } = useTranslation()
  const open = usePanelOpen('checkoutEntry')
  const loading = useStore(navigating)
  const button = (to: string) => ({ pending: loading === to, onClick: () => goTo(to) })
  return (
    <Sheet open={open} onClose={() => showPanel(null)} title={t('Login or continue as guest?')} closeLabel={t('Close')}>
      <p>{t('With an account your addresses and points are ready to use. As a guest you only enter your contact details and address.')}</p>
      <Stack gap={3} className={styles.ways}>
        <Button size="l" wide {...button(checkoutLogin)}>
          {t('Login')}
        </Button>
        <Button size="l" wide variant="primary" data-first {...button(paths.checkout)}>
          {t('Checkout as Guest')}
        </Button>
      </Stack>
    </Sheet>
  )
}
