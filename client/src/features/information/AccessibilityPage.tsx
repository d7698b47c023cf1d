import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { externalLink } from '../../domain/redirect.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { paths } from '../../navigation/paths.ts'
import { Screen } from '../../screen/Screen.tsx'
import { useSettings } from '../../restaurant/settings.ts'
import { MailLink } from '../../ui/MailLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { usePhone } from '../../forms/phone.ts'
import styles from './AccessibilityPage.module.css'

/** /accessibility: the accessibility statement, in the restaurant's name, where the operator has given a contact for it (TABLEFRONT_ACCESSIBILITY_CONTACT). */
export function AccessibilityPage() {
  const { t } = useTranslation()
  const settings = useSettings()
  const name = settings.text('SITE_TITLE') || t('this shop')
  const contact = shopConfig().accessibilityContact ?? ''
  const checked = shopConfig().accessibilityDate
  const author = shopConfig().accessibilityAuthor ?? ''
  const page = externalLink(contact)
  const phone = usePhone()
  const address = settings.text('ADDRESS')
  const country = (settings.text('COUNTRY') || shopConfig().country).toLowerCase()
  return (
    <Screen>
      <Card gap={3} className={styles.statement}>
        <p>{t('Everybody should be able to order from {{name}}: by eye or ear, with a mouse, a finger or a keyboard.', { name })}</p>
        <h2>{t('How accessible this shop is')}</h2>
        <p>
          {t(
            'This shop is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, and with them the European standard EN 301 549.',
          )}
        </p>
        <p>
          {t('Its software is checked with automatic tests: on every screen in every language, by keyboard, and at 400% zoom.')}
          {checked !== null && ' '}
          {checked !== null &&
            (author === ''
              ? t('This shop was last checked on {{date}}.', { date: day(checked) })
              : t('This shop was last checked on {{date}} by {{author}}.', { date: day(checked), author }))}
        </p>
        <h2>{t('What you can rely on')}</h2>
        <Stack as="ul" gap={2} className={styles.list}>
          <li>{t('Everything works by keyboard alone, and the focus is always visible.')}</li>
          <li>{t('Screen readers hear names, prices, errors and changes.')}</li>
          <li>{t('Text can be enlarged to 400% and spaced out without anything getting lost.')}</li>
          <li>{t('Colours have enough contrast, in the light and in the dark appearance, and never carry meaning alone.')}</li>
          <li>{t('Your device’s settings for reduced motion and for its own colours are respected.')}</li>
        </Stack>
        <h2>{t('Known limits')}</h2>
        <Stack as="ul" gap={2} className={styles.list}>
          <li>{t('Maps are pictures. Whatever a map is for can be done by searching or typing instead.')}</li>
          <li>{t('Dishes, information pages and their pictures are written by the restaurant and may fall short of the standard.')}</li>
          <li>{t('Payment pages and logins of other companies are not under our control.')}</li>
        </Stack>
        <h2>{t('Tell us about a barrier')}</h2>
        <p>{t('Does something not work for you? Please tell us.')}</p>
        <Stack as="ul" gap={2} className={styles.list}>
          <li>
            <Link to={paths.contact}>{t('Contact Us')}</Link>
          </li>
          <li>{page === null ? <MailLink address={contact} /> : <a href={page}>{contact}</a>}</li>
          {phone.href !== '' && (
            <li>
              <a href={phone.href} dir="ltr">
                {phone.national}
              </a>
            </li>
          )}
          {address !== '' && <li>{address}</li>}
        </Stack>
        <h2>{t('If we can’t agree')}</h2>
        <p>
          {country === 'de'
            ? t(
                'You can turn to the market surveillance authority of the German states: Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), Carl-Miller-Str. 6, 39112 Magdeburg.',
              )
            : t('You can turn to the authority that watches over digital accessibility in your country.')}
        </p>
      </Card>
    </Screen>
  )
}

/** A day as it is written in the shop's language. */
const day = (date: string): string =>
  new Intl.DateTimeFormat(formattingLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
