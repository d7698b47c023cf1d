import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef, useState } from 'react'
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { announce } from '../ui/announcements.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { useCurrentLanguage } from '../i18n/language.ts'
import { loadPhones, preferredCountries, shopCountry, usePhones, type Country, type PhoneNumber } from './phone.ts'
import styles from './PhoneField.module.css'
import { rules } from './formFields.ts'
import { keepInStep } from './programInput.ts'

interface PhoneFieldProps<F extends FieldValues> {
  /** The form, whose field `phone` it is. */
  control: Control<F>
  /** The label of an optional field. Without it a number is required. */
  optional?: string
}

/**
 * A telephone number. An invalid number is cleared when the field loses focus; the error says why, and Undo restores it. The shop's country is
 * selected initially, and US and GB are first in the list (docs/specification.md section 9); a number that begins with + shows its country, and any other
 * one is dialled in the shop's, unless the customer has selected another. What is not part of the number, such as an extension, is left out and said so.
 * The form's value is the number in E.164 ("+4930901820"), empty while it is invalid.
 */
export function PhoneField<F extends FieldValues>({ control, optional }: PhoneFieldProps<F>) {
  const { t } = useTranslation()
  const language = useCurrentLanguage()
  const phones = usePhones()
  const { field, fieldState } = useController({ control, name: 'phone' as Path<F>, rules: optional === undefined ? rules.phone : {} })
  const value = field.value as string
  // Null until something is typed: then the form's value is shown in the national format.
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  const [chosen, setChosen] = useState<Country | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [leftOut, setLeftOut] = useState<string | null>(null)
  // The text at the time of focus: number metadata that arrives meanwhile must not change what is selected.
  const [focused, setFocused] = useState<string | null>(null)

  const ownCountry = shopCountry()
  const dialledIn = chosen ?? ownCountry
  const known = value === '' ? null : (phones?.read(value, dialledIn) ?? null)
  const country = (typed === null || phones?.isInternational(typed) === true ? known?.country : undefined) ?? dialledIn
  const shown = typed ?? focused ?? written(known, ownCountry) ?? value
  const countries = phones?.countries(language)
  const code = countries?.find((each) => each.country === country)?.callingCode

  const take = (next: string, inCountry = dialledIn): void => {
    setTyped(next)
    latest.current = next
    setRefused(null)
    setLeftOut(null)
    const number = phones?.read(next, inCountry)
    // While the number metadata is not loaded, only the server validates.
    field.onChange(phones === null ? next.trim() : (number?.e164 ?? ''))
  }

  const leave = async (): Promise<void> => {
    const left = typed
    if (left !== null && left.trim() !== '') {
      const library = await loadPhones().catch(() => null)
      // The customer came back meanwhile and goes on typing.
      if (latest.current !== left) return
      const number = library?.read(left, dialledIn)
      if (library !== null && number === null) {
        setTyped('')
        setRefused(left.trim())
        announce(cleared(left.trim()))
        field.onChange('')
      } else if (number) {
        setTyped(null)
        setLeftOut(number.leftOut)
        if (number.leftOut !== null) announce(without(number.leftOut))
        field.onChange(number.e164)
      }
    }
    // An empty field that only had the focus shows no error yet.
    if (left !== null && left.trim() !== '') field.onBlur()
  }

  const cleared = (number: string): string => t('“{{number}}” is not a valid telephone number, so the field was cleared.', { number })
  const without = (text: string): string => t('“{{text}}” is not part of the number and is left out.', { text })
  const error = refused !== null ? cleared(refused) : fieldState.error?.message !== undefined ? t(fieldState.error.message) : undefined

  return (
    <Field label={t('Phone')} error={error} optional={optional} {...(leftOut !== null && { hint: without(leftOut) })}>
      {(wiring) => (
        // A number is left-to-right in every language, after its country.
        <Bar align="stretch" className={styles.row} dir="ltr">
          <Stack as="span" className={styles.country}>
            <Bar as="span" noWrap gap={1} aria-hidden="true" className={styles.code}>
              {country}
              <span className={styles.calling}>{code}</span>
              <ChevronDown />
            </Bar>
            <select
              name="phoneCountry"
              className={styles.select}
              aria-label={t('Country of the telephone number')}
              value={country}
              onChange={(event) => {
                const next = event.target.value as Country
                setChosen(next)
                take(known?.national ?? typed ?? value, next)
              }}
            >
              {countries === undefined && <option value={country}>{country}</option>}
              {countries?.map((each, at) => [
                at === preferredCountries.length && <hr key="rest" />,
                <option key={each.country} value={each.country}>
                  {each.name} ({each.callingCode})
                </option>,
              ])}
            </select>
          </Stack>
          <input
            {...wiring}
            ref={(element) => {
              field.ref(element)
              keepInStep(element)
            }}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint="next"
            className={styles.number}
            value={shown}
            required={optional === undefined}
            onChange={(event) => take(event.target.value)}
            onFocus={() => setFocused(shown)}
            onBlur={() => {
              setFocused(null)
              void leave()
            }}
          />
          {refused !== null && (
            <Button
              size="s"
              onClick={() => {
                take(refused)
                document.querySelector<HTMLInputElement>(`#${CSS.escape(wiring.id)}`)?.focus()
              }}
            >
              {t('Undo')}
            </Button>
          )}
        </Bar>
      )}
    </Field>
  )
}

function written(number: PhoneNumber | null, ownCountry: Country): string | null {
  if (number === null) return null
  return number.country === ownCountry ? number.national : number.international
}
