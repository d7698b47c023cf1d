import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { useLanguage } from './language.ts'
import { loadPhones, preferredCountries, shopCountry, usePhones, type Country, type PhoneNumber } from './phone.ts'
import styles from './PhoneField.module.css'
import { rules } from './formFields.ts'

interface PhoneFieldProps<F extends FieldValues> {
  control: Control<F>
  name: Path<F>
  label: string
  /** The label of an optional field. Without it a number is required. */
  optional?: string
  disabled?: boolean
}

/**
 * A telephone number. Only valid numbers are accepted: anything else is cleared when the field is left, the field says why, and one press brings it back.
 * The shop's own country is selected at first, us and gb stand first in the list (docs/specification.md section 9); a number that begins with + names its own. The form's value is the number as
 * dialled from anywhere ("+4930901820"), empty while what is typed is none.
 */
export function PhoneField<F extends FieldValues>({ control, name, label, optional, disabled }: PhoneFieldProps<F>) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const phones = usePhones()
  const { field, fieldState } = useController({ control, name, rules: optional === undefined ? rules.phone : {} })
  const value = field.value as string
  // Null while nothing was typed here: the form's own value shows, as people at home read it.
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Country | null>(null)
  const [refused, setRefused] = useState<string | null>(null)

  const home = shopCountry()
  const known = value === '' ? null : (phones?.read(value, chosen ?? home) ?? null)
  const country = chosen ?? known?.country ?? home
  const shown = typed ?? written(known, home) ?? value
  const countries = phones?.countries(language)
  const code = countries?.find((each) => each.country === country)?.callingCode

  const take = (next: string, dialledIn: Country): void => {
    setTyped(next)
    setRefused(null)
    const number = phones?.read(next, dialledIn)
    if (number?.country !== undefined && next.trim().startsWith('+')) setChosen(number.country)
    // While the number metadata is not loaded, only the server validates.
    field.onChange(phones === null ? next.trim() : (number?.e164 ?? ''))
  }

  const leave = async (): Promise<void> => {
    const left = typed
    if (left !== null && left.trim() !== '') {
      const judge = await loadPhones().catch(() => null)
      const number = judge?.read(left, country)
      if (judge !== null && number === null) {
        setTyped('')
        setRefused(left.trim())
        field.onChange('')
      } else if (number) {
        setTyped(null)
        if (number.country !== undefined) setChosen(number.country)
        field.onChange(number.e164)
      }
    }
    // An empty field that only had the focus shows no error yet.
    if (left !== null && left.trim() !== '') field.onBlur()
  }

  const error =
    refused !== null
      ? t('“{{number}}” is not a valid telephone number, so the field was cleared.', { number: refused })
      : fieldState.error?.message !== undefined
        ? t(fieldState.error.message)
        : undefined

  return (
    <Field label={label} error={error} {...(optional !== undefined && { optional })}>
      {(wiring) => (
        // A number is left-to-right in every language, its country first.
        <div className={styles.row} dir="ltr">
          <span className={styles.country}>
            <span aria-hidden="true" className={styles.code}>
              {country}
              <span className={styles.calling}>{code}</span>
              <ChevronDown />
            </span>
            <select
              name="phoneCountry"
              className={styles.select}
              aria-label={t('Country of the telephone number')}
              value={country}
              disabled={disabled}
              onChange={(event) => {
                const next = event.target.value as Country
                setChosen(next)
                take(typed ?? known?.national ?? value, next)
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
          </span>
          <input
            {...wiring}
            ref={field.ref}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint="next"
            className={styles.number}
            value={shown}
            disabled={disabled}
            required={optional === undefined}
            onChange={(event) => take(event.target.value, country)}
            onBlur={() => void leave()}
          />
          {refused !== null && (
            <Button
              size="s"
              onClick={() => {
                take(refused, country)
                document.querySelector<HTMLInputElement>(`#${CSS.escape(wiring.id)}`)?.focus()
              }}
            >
              {t('Undo')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

function written(number: PhoneNumber | null, home: Country): string | null {
  if (number === null) return null
  return number.country === home ? number.national : number.international
}
