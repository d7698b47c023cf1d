import ExternalLink from 'lucide-react/icons/external-link'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tieNumbers } from '../../domain/text.ts'
import { networkLink } from '../../domain/redirect.ts'
import { MapView } from '../../map/MapView.tsx'
import { Screen } from '../../screen/Screen.tsx'
import { useSettings } from '../../restaurant/settings.ts'
import { SocialLinks } from '../../restaurant/SocialLinks.tsx'
import { useHas } from '../../session/useHas.ts'
import { Sign } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { MailLink } from '../../ui/MailLink.tsx'
import { ContactForm } from './ContactForm.tsx'
import styles from './ContactPage.module.css'
import { WeekTable } from './WeekTable.tsx'
import { usePhone } from '../../forms/phone.ts'

/** /contact (docs/specification.md section 2): address, phone, e-mail, social networks, the week's hours, map, and a contact form. */
export function ContactPage() {
  const { t } = useTranslation()
  const has = useHas()
  return (
    <Screen>
      <Stack className={styles.page}>
        <Stack className={styles.facts}>
          <ContactDetails />
          <WeekTable />
          <Place />
        </Stack>
        {has('POST /contact') && (
          <Card as="section" gap={4} className={styles.write} aria-labelledby="write">
            <h2 id="write">{t('Write to us')}</h2>
            <ContactForm />
          </Card>
        )}
      </Stack>
    </Screen>
  )
}

function ContactDetails() {
  const { t } = useTranslation()
  const settings = useSettings()
  const phone = usePhone()
  const mail = settings.text('CONTACT_EMAIL')
  const address = tieNumbers(settings.text('ADDRESS'))
  return (
    <Card as="section" gap={4} className={styles.ways} aria-label={t('How to reach us')}>
      <Stack as="ul" gap={4}>
        {address !== '' && (
          <Detail icon={<MapPin aria-hidden="true" />} name={t('Address')}>
            <address className={styles.address}>
              <bdi>{address}</bdi>
            </address>
          </Detail>
        )}
        {phone.href !== '' && (
          <Detail icon={<Phone aria-hidden="true" />} name={t('Phone')}>
            <a href={phone.href}>
              <bdi dir="ltr">{phone.national}</bdi>
            </a>
          </Detail>
        )}
        {mail !== '' && (
          <Detail icon={<Mail aria-hidden="true" />} name={t('E-mail')}>
            <MailLink address={mail} />
          </Detail>
        )}
      </Stack>
      <SocialLinks />
    </Card>
  )
}

function Detail({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <Bar as="li" noWrap gap={4}>
      <Sign>{icon}</Sign>
      <Stack className={styles.wayWords}>
        <Quiet as="span">{name}</Quiet>
        {children}
      </Stack>
    </Bar>
  )
}

/** The restaurant's location. The map is loaded on request, since its tiles may come from a third party (docs/specification.md section 10). */
function Place() {
  const { t } = useTranslation()
  const settings = useSettings()
  const [mapShown, setMapShown] = useState(false)
  const coordinates = settings.coordinates()
  const routeLink = networkLink(settings.text('MAP_URL'))
  if (coordinates === null && routeLink === null) return null
  return (
    <Card as="section" gap={2} className={styles.place} aria-label={t('Map')}>
      {coordinates !== null &&
        (mapShown ? (
          <MapView label={t('Map')} pin={settings.text('SITE_TITLE') === '' ? coordinates : null} />
        ) : (
          <Stack gap={3} className={styles.mapButton}>
            <MapPin aria-hidden="true" />
            <Button onClick={() => setMapShown(true)}>{t('Show the map')}</Button>
          </Stack>
        ))}
      {routeLink !== null && (
        <a href={routeLink} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'quiet' })}>
          <ExternalLink aria-hidden="true" />
          {t('Plan the route')}
        </a>
      )}
    </Card>
  )
}
