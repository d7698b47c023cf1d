import { useQueries } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { text } from '../../src/api/translatable.ts'
import { useBranches } from '../../src/session/branch.ts'
import { directionOf } from '../../src/domain/direction.ts'
import { formatList } from '../../src/domain/text.ts'
import { formattingLocale, nameOfLanguage, translationsQuery, useCurrentLanguage, useLanguages } from '../../src/i18n/language.ts'
import { Screen } from '../../src/screen/Screen.tsx'
import { useSettings } from '../../src/restaurant/settings.ts'
import { Button } from '../../src/ui/Button.tsx'
import { Chips } from '../../src/ui/Choice.tsx'
import { TextArea } from '../../src/ui/Field.tsx'
import { Bar, Stack } from '../../src/ui/Layout.tsx'
import { NoticeBar } from '../../src/ui/States.tsx'
import { cardAddress, maxCards, parseCards, type TableCard } from './codes.ts'
import { Qr } from './Qr.tsx'
import { shopUrl } from '../../src/navigation/paths.ts'
import styles from './TableCards.module.css'
import { useIdentity } from '../../src/session/identity.ts'

/** The text on the cards, in the chosen languages. */
const call = text('Scan to order')
/** More languages do not fit on a card. */
const mostLanguages = 4

/**
 * /_table-cards: printable cards with QR codes for the tables (docs/specification.md section 10), A6, four on an A4 sheet. Not linked and not
 * indexed; it contains only public data.
 */
export function TableCardsPage() {
  const { t } = useTranslation()
  const scope = useIdentity()
  const settings = useSettings()
  const { chosen } = useBranches()
  const language = useCurrentLanguage()
  const languages = useLanguages()
  const [typed, setTyped] = useState('')
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const list = useMemo(() => (languages.length > 0 ? languages : [language]), [languages, language])
  const chosenLanguages = list.filter((one) => !deselected.has(one)).slice(0, mostLanguages)
  const { cards, unreadable, tooMany } = useMemo(() => parseCards(typed), [typed])
  const drawn = useDeferredValue(cards)
  const translations = useQueries({ queries: chosenLanguages.map((one) => translationsQuery({ ...scope, language: one })) })
  const sentences = chosenLanguages.map((one, at) => ({ language: one, sentence: translations[at]?.data?.[call] || call }))
  const logo = settings.picture('LOGO')
  const shop = chosen?.name ?? settings.text('SITE_TITLE')

  return (
    <Screen>
      <Stack gap={4} className={styles.form}>
        <p>
          {t('Cards for your tables: guests scan the code and order from their seat. Print them on A4 and cut each sheet into four cards.')}
        </p>
        <TextArea
          name="codes"
          label={t('Table codes')}
          hint={t('One a line, as your order system knows them. A name may follow the code. 1..12 stands for all from 1 to 12.')}
          rows={6}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          spellCheck={false}
          autoCapitalize="off"
          dir="ltr"
          error={
            unreadable.length > 0
              ? t('These lines could not be read: {{lines}}', { lines: formatList(unreadable, formattingLocale()) })
              : undefined
          }
        />
        {list.length > 1 && (
          <Chips
            label={t('Languages on the cards')}
            items={list.map((one) => ({ value: one, label: nameOfLanguage(one) }))}
            pressed={new Set(chosenLanguages)}
            onToggle={(one) =>
              setDeselected((before) => {
                const after = new Set(before)
                if (after.has(one)) after.delete(one)
                else if (chosenLanguages.length > 1) after.add(one)
                return after
              })
            }
          />
        )}
        {tooMany && (
          <NoticeBar kind="warning">{t('These are the first {{count}} cards. Print the rest afterwards.', { count: maxCards })}</NoticeBar>
        )}
        <div>
          <Button variant="primary" icon={<Printer aria-hidden="true" />} disabled={cards.length === 0} onClick={() => window.print()}>
            {cards.length === 0 ? t('Print') : t('Print cards ({{count}})', { count: cards.length })}
          </Button>
        </div>
      </Stack>
      <Bar as="ul" align="stretch" gap={4} className={styles.sheet} aria-label={t('Table cards')}>
        {drawn.map((card) => (
          <Card key={card.code} card={card} logo={logo} shop={shop} sentences={sentences} />
        ))}
      </Bar>
    </Screen>
  )
}

function Card({
  card,
  logo,
  shop,
  sentences,
}: {
  card: TableCard
  logo: string
  shop: string
  sentences: readonly { language: string; sentence: string }[]
}) {
  const { t } = useTranslation()
  const address = cardAddress(shopUrl(''), card)
  return (
    <li className={styles.card}>
      <Stack className={styles.brand}>
        {logo !== '' && <img src={logo} alt="" className={styles.logo} />}
        <p className={styles.shop}>{shop}</p>
      </Stack>
      <Qr text={address} label={t('QR code to order at {{table}}', { table: card.name })} className={styles.code} />
      <div className={styles.translations}>
        {sentences.map(({ language, sentence }, at) => (
          <p key={language} lang={language} dir={directionOf(language)} className={at === 0 ? styles.first : undefined}>
            {sentence}
          </p>
        ))}
      </div>
      <p className={styles.table}>{card.name}</p>
      <p className={styles.address} dir="ltr">
        {address.replace(/^https?:\/\//, '')}
      </p>
    </li>
  )
}
