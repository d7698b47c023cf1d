import ChevronRight from 'lucide-react/icons/chevron-right'
import LogOut from 'lucide-react/icons/log-out'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import { showPanel, usePanelOpen } from '../overlays/panels.ts'
import { navigating } from '../navigation/navigating.ts'
import { SocialLinks } from '../restaurant/SocialLinks.tsx'
import { Spinner } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Quiet, Stack } from '../ui/Layout.tsx'
import { Drawer } from '../ui/Sheet.tsx'
import { Brand } from './Brand.tsx'
import { BranchLink } from './BranchLink.tsx'
import { logOutToHome } from '../screen/account.ts'
import { InstallHint } from './InstallHint.tsx'
import { LoyaltyLink } from './TopBar.tsx'
import { LanguageSwitcher } from './LanguageSwitcher.tsx'
import { OpenState } from '../restaurant/OpenState.tsx'
import { SchemeSwitcher } from './SchemeSwitcher.tsx'
import styles from './SideMenu.module.css'
import { DestinationIcon } from '../screen/DestinationIcon.tsx'
import { DestinationLink } from '../navigation/DestinationLink.tsx'
import { useDestinations, type Destination } from './useDestinations.ts'
import { useStore } from '../createStore.ts'
import { usePhone } from '../forms/phone.ts'

/** The side menu of narrow screens: everything for which the header has no room. Closes on navigation (docs/specification.md section 2). */
export function SideMenu() {
  const { t } = useTranslation()
  const open = usePanelOpen('menu')
  const loading = useStore(navigating)
  const { main, account, canLogOut } = useDestinations()
  const phone = usePhone()

  const links = (list: readonly Destination[]) =>
    list.map((one) => (
      <li key={one.to}>
        <DestinationLink to={one.to} className={styles.link} aria-busy={loading === one.to || undefined}>
          <span className={styles.icon}>
            <DestinationIcon of={one.icon} />
          </span>
          {one.label}
          <span className={styles.mark}>{loading === one.to ? <Spinner /> : <ChevronRight aria-hidden="true" data-flips />}</span>
        </DestinationLink>
      </li>
    ))

  return (
    <Drawer open={open} onClose={() => showPanel(null)} title={<Brand />} label={t('Navigation')} closeLabel={t('Close')} side="start">
      <Card gap={1} tone="sunken" className={styles.place}>
        <BranchLink />
        <OpenState />
      </Card>
      <nav aria-label={t('Main')}>
        <ul>{links(main)}</ul>
      </nav>
      {(account.length > 0 || canLogOut) && (
        <>
          <Quiet as="h3" className={styles.heading}>
            {t('My Account')}
          </Quiet>
          <ul>
            {links(account)}
            {canLogOut && (
              <li>
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => {
                    showPanel(null)
                    logOutToHome()
                  }}
                >
                  <span className={styles.icon}>
                    <LogOut aria-hidden="true" data-flips />
                  </span>
                  {t('Logout')}
                </button>
              </li>
            )}
          </ul>
        </>
      )}
      <InstallHint className={styles.link} iconClass={styles.icon} />
      <Stack gap={2} className={styles.end}>
        <LoyaltyLink />
        {phone.href !== '' && (
          <a href={phone.href} className={styles.link}>
            <span className={styles.icon}>
              <Phone aria-hidden="true" />
            </span>
            <span dir="ltr">{phone.national}</span>
          </a>
        )}
        <LanguageSwitcher />
        <SchemeSwitcher />
        <SocialLinks />
      </Stack>
    </Drawer>
  )
}
