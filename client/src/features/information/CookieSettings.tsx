import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { text } from '../../api/translatable.ts'
import { askedNames, decide, isAnswered, useConsent } from '../../consent/consent.ts'
import { cookieSettingsOpen, hasCookieSettings } from '../../consent/cookieSettings.ts'
import { DestinationLink } from '../../navigation/DestinationLink.tsx'
import { informationAddress } from '../../navigation/paths.ts'
import { useLegalPages } from '../../restaurant/pages.ts'
import { announce } from '../../ui/announcements.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Layout.tsx'
import styles from './CookieSettings.module.css'
import { formatList } from '../../domain/text.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { useStore } from '../../createStore.ts'
import { useHeightProperty } from '../../ui/useHeightProperty.ts'

/** The names that docs/tags.md suggests; any other is shown as it is written. */
const labels: Record<string, string> = {
  statistics: text('Statistics'),
  marketing: text('Advertising'),
  functional: text('Additional functions'),
}

/** The question for consent to the operator's own code (docs/tags.md): at the lower edge, beside the page and not above it. Loaded where something asks. */
export function CookieSettings() {
  const own = useStore(hasCookieSettings)
  const consent = useConsent()
  const reopened = useStore(cookieSettingsOpen)
  return own && (reopened || !isAnswered(consent)) ? <Question key={String(reopened)} reopened={reopened} /> : null
}

function Question({ reopened }: { reopened: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const consent = useConsent()
  const { privacy } = useLegalPages()
  const frame = useRef<HTMLElement>(null)
  const [choosing, setChoosing] = useState(reopened)
  const [place] = useState(() => document.createElement('div'))
  const names = askedNames()
  const answer = (granted: (name: string) => boolean): void => decide(Object.fromEntries(names.map((name) => [name, granted(name)])))

  // First in the page, so that it is reached first by keyboard and screen reader.
  useEffect(() => {
    document.body.prepend(place)
    return () => place.remove()
  }, [place])
  const title = t('Cookie settings')
  useEffect(() => {
    if (reopened) frame.current?.focus()
    else announce(title)
  }, [reopened, title])
  useEffect(() => {
    if (choosing && !reopened) frame.current?.querySelector<HTMLElement>('input:enabled')?.focus()
  }, [choosing, reopened])
  // The bars at the lower edge are above it.
  useHeightProperty(frame, '--notice')

  return createPortal(
    <section
      ref={frame}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      data-screen
      className={styles.frame}
      data-choosing={choosing || undefined}
    >
      <Stack
        as="form"
        gap={2}
        className={styles.inside}
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = new FormData(event.currentTarget)
          answer((name) => chosen.has(name))
        }}
      >
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p id={`${id}-text`} className={styles.text}>
          {t(
            'We would like to use services of other companies for: {{purposes}}. You can change your answer at any time at the end of the page.',
            {
              purposes: formatList(
                names.map((name) => (labels[name] === undefined ? name : t(labels[name]))),
                formattingLocale(),
              ),
            },
          )}{' '}
          {privacy !== undefined && <DestinationLink to={informationAddress(privacy.id)}>{privacy.name}</DestinationLink>}
        </p>
        {choosing && (
          <Stack gap={1}>
            <Checkbox name="necessary" label={t('Necessary for the shop')} defaultChecked disabled />
            {names.map((name) => (
              <Checkbox
                key={name}
                name={name}
                label={labels[name] === undefined ? name : t(labels[name])}
                defaultChecked={consent?.[name] === true}
              />
            ))}
          </Stack>
        )}
        <div className={styles.answers}>
          <Button variant="secondary" onClick={() => answer(() => true)}>
            {t('Accept all')}
          </Button>
          <Button variant="secondary" onClick={() => answer(() => false)}>
            {t('Only what is necessary')}
          </Button>
          {choosing ? (
            // A node of its own: the press that opens the choice would submit the form.
            <Button key="save" type="submit" variant="quiet" size="s">
              {t('Save selection')}
            </Button>
          ) : (
            <Button key="choose" variant="quiet" size="s" aria-expanded={false} onClick={() => setChoosing(true)}>
              {t('Choose')}
            </Button>
          )}
        </div>
      </Stack>
    </section>,
    place,
  )
}
