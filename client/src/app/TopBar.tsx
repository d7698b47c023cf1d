import Gift from 'lucide-react/icons/gift'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { toMinor } from '../domain/money.ts'
import { useLogin } from '../session/login.ts'
import { useOffersAccount } from '../session/table.ts'
import { useMoney } from '../i18n/useMoney.ts'
import { paths } from '../navigation/paths.ts'
import { useSettings } from '../restaurant/settings.ts'
import { SocialLinks } from '../restaurant/SocialLinks.tsx'
import { useHas } from '../session/useHas.ts'
import { BranchLink } from './BranchLink.tsx'
import { Bar } from '../ui/Layout.tsx'
import styles from './TopBar.module.css'
import { LanguageSwitcher } from './LanguageSwitcher.tsx'
import { OpenState } from '../restaurant/OpenState.tsx'
import { usePhone } from '../forms/phone.ts'

/** The top bar of wide screens: branch, open state, phone, points, networks, language. */
export function TopBar() {
  return (
    <Bar noWrap gap={5} className={styles.line}>
      <BranchLink />
      <OpenState />
      <span className={styles.gap} />
      <PhoneLink />
      <LoyaltyLink />
      <SocialLinks />
      <LanguageSwitcher />
    </Bar>
  )
}

function PhoneLink() {
  const { href, national } = usePhone()
  if (href === '') return null
  return (
    <a href={href} className={styles.quiet}>
      <Phone aria-hidden="true" />
      <span dir="ltr">{national}</span>
    </a>
  )
}

/** The link to the points, with their worth (docs/specification.md section 2: a profit amount shows in the header as a price). */
export function LoyaltyLink() {
  const { t } = useTranslation()
  const { user } = useLogin()
  const offered = useOffersAccount()
  const settings = useSettings()
  const money = useMoney()
  const profit = toMinor(user?.profit, money.currency) ?? 0
  const linked = useHas()('GET /me/transactions') && settings.on('LOYALTY_SYSTEM')
  if (!offered || (profit <= 0 && !linked)) return null
  const words = (
    <>
      <Gift aria-hidden="true" />
      {t('Points')}
      {profit > 0 && <strong>{money.format(profit)}</strong>}
    </>
  )
  // The history needs the loyalty system; the amount is shown without it, too.
  if (!linked) return <span className={styles.quiet}>{words}</span>
  return (
    <Link to={paths.transactions} className={styles.quiet}>
      {words}
    </Link>
  )
}
