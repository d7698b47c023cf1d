import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '../loading/lazyPart.tsx'
import { formatRange, WEEKDAYS, rangesOf, weekTable, weekdayName } from '../domain/hours.ts'
import { tieNumbers } from '../domain/text.ts'
import { networkLink } from '../domain/redirect.ts'
import { useMinute } from '../restaurant/clock.ts'
import { shopConfig } from '../restaurant/config.ts'
import { useHours } from '../restaurant/workingHours.ts'
import { cookieSettingsOpen, hasCookieSettings } from '../consent/cookieSettings.ts'
import { formattingLocale } from '../i18n/language.ts'
import { isConfirmation, paths } from '../navigation/paths.ts'
import { useSettings } from '../restaurant/settings.ts'
import { SocialLinks } from '../restaurant/SocialLinks.tsx'
import { AppBadges, PaymentBadges } from './Badges.tsx'
import { classes } from '../ui/classes.ts'
import { MailLink } from '../ui/MailLink.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { useNear } from '../ui/useNear.ts'
import { Brand } from './Brand.tsx'
import { DestinationLink } from '../navigation/DestinationLink.tsx'
import styles from './Footer.module.css'
import { InstallHint } from './InstallHint.tsx'
import { SchemeSwitcher } from './SchemeSwitcher.tsx'
import { useDestinations, type Destination } from './useDestinations.ts'
import { useStore } from '../createStore.ts'
import { Fact } from '../ui/Card.tsx'
import { usePhone } from '../forms/phone.ts'

const FooterPaymentAndDelivery = lazyPart(async () => (await import('./FooterPaymentAndDelivery.tsx')).FooterPaymentAndDelivery)

export function Footer() {
  const location = useLocation()
  return <FooterContent bare={location.pathname === paths.checkout && !isConfirmation(location)} />
}

/**
 * The footer: quick links, working hours, account links, find-us, app-store and payment badges, copyright (docs/specification.md section 2). `bare`:
 * only the legally required links, since nothing distracts from the checkout.
 */
export const FooterContent = memo(function FooterContent({ bare }: { bare: boolean }) {
  const { t } = useTranslation()
  const { footer, account, legal } = useDestinations()
  const settings = useSettings()
  const site = settings.text('SITE_TITLE')
  const cookieSettings = useStore(hasCookieSettings)
  const { absent } = useHours()
  const year = useMinute().getFullYear()
  return (
    <footer data-screen className={classes(styles.footer, bare && styles.bare)}>
      {!bare && (
        <div className={styles.inside}>
          <Stack gap={3} className={styles.column}>
            <Brand of="FOOTER_LOGO" />
            <SocialLinks />
            <AppBadges />
          </Stack>
          <Column title={t('Quick links')}>
            <Links list={footer} />
          </Column>
          {account.length > 0 && (
            <Column title={t('My Account')}>
              <Links list={account} />
            </Column>
          )}
          {!absent && (
            <Column title={t('Working hours')}>
              <Hours />
            </Column>
          )}
          {[settings.text('ADDRESS'), settings.phone(), settings.text('CONTACT_EMAIL')].some((text) => text !== '') && (
            <Column title={t('Find us')}>
              <FindUs />
            </Column>
          )}
          <Terms />
        </div>
      )}
      <Bar between gap={4} className={styles.end}>
        <p>
          © {year} {site}
        </p>
        <Bar as="ul" gap={5} rows={1} className={styles.fine}>
          {bare &&
            legal.map((page) => (
              <li key={page.to}>
                <DestinationLink to={page.to}>{page.label}</DestinationLink>
              </li>
            ))}
          {cookieSettings && (
            <li>
              <button type="button" onClick={() => cookieSettingsOpen.set(true)}>
                {t('Cookie settings')}
              </button>
            </li>
          )}
          {shopConfig().accessibilityContact !== null && (
            <li>
              <Link to={paths.accessibility}>{t('Accessibility')}</Link>
            </li>
          )}
          {!shopConfig().lightOnly && (
            <li>
              <SchemeSwitcher />
            </li>
          )}
          <InstallHint>{(hint) => <li>{hint}</li>}</InstallHint>
        </Bar>
        {settings.on('DISPLAY_BRAND_LOGO') && <p className={styles.maker}>{t('Ordering with {{product}}', { product: 'Tablefront' })}</p>}
        <PaymentBadges country={(settings.text('COUNTRY') || shopConfig().country).toLowerCase()} />
      </Bar>
    </footer>
  )
})

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={3} className={styles.column}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </Stack>
  )
}

function Links({ list }: { list: readonly Destination[] }) {
  return (
    <Stack as="ul" className={styles.list}>
      {list.map((one) => (
        <li key={one.to}>
          <DestinationLink to={one.to}>{one.label}</DestinationLink>
        </li>
      ))}
    </Stack>
  )
}

function Hours() {
  const { t } = useTranslation()
  const { week, zone } = useHours()
  const minute = useMinute()
  const locale = formattingLocale()
  if (week === undefined) return <p className={styles.quiet}>{t('Currently unknown')}</p>
  const today = weekTable(week, zone, minute.getTime()).find((row) => row.today)?.weekday
  return (
    <dl className={styles.hours}>
      {WEEKDAYS.map((weekday) => (
        <Fact
          key={weekday}
          label={weekdayName(weekday, locale, 'short')}
          className={styles.day}
          data-today={weekday === today || undefined}
        >
          {rangesOf(week, weekday).length === 0 ? (
            t('Closed')
          ) : (
            <bdi>
              {rangesOf(week, weekday)
                .map((range) => formatRange(range, locale))
                .join(', ')}
            </bdi>
          )}
        </Fact>
      ))}
    </dl>
  )
}

/** How can be paid, and where the restaurant delivers; requested when the footer comes into view. */
function Terms() {
  const [frame, near] = useNear('300px')
  return (
    <div ref={frame} className={styles.terms}>
      {near && <FooterPaymentAndDelivery />}
    </div>
  )
}

function FindUs() {
  const settings = useSettings()
  const [frame, near] = useNear('300px')
  // The metadata of telephone numbers is loaded when the footer comes into view, not on every visit.
  const phone = usePhone(near)
  const address = tieNumbers(settings.text('ADDRESS'))
  const mail = settings.text('CONTACT_EMAIL')
  const map = networkLink(settings.text('MAP_URL'))
  return (
    <Stack as="ul" ref={frame} className={styles.list}>
      {address !== '' && (
        <Bar as="li" noWrap align="baseline" gap={2} className={styles.fact}>
          <MapPin aria-hidden="true" />
          {map === null ? (
            <span>{address}</span>
          ) : (
            <a href={map} target="_blank" rel="noopener noreferrer">
              {address}
            </a>
          )}
        </Bar>
      )}
      {phone.href !== '' && (
        <Bar as="li" noWrap align="baseline" gap={2} className={styles.fact}>
          <Phone aria-hidden="true" />
          {near ? (
            <a href={phone.href} dir="ltr">
              {phone.national}
            </a>
          ) : (
            <span dir="ltr">{phone.national}</span>
          )}
        </Bar>
      )}
      {mail !== '' && (
        <Bar as="li" noWrap align="baseline" gap={2} className={styles.fact}>
          <Mail aria-hidden="true" />
          <MailLink address={mail} />
        </Bar>
      )}
    </Stack>
  )
}
