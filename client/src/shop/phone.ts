import { useEffect, useState } from 'react'
import type { CountryCode } from 'libphonenumber-js/max'
import { shopConfig } from './config.ts'
import { currentSettings } from './settings.ts'

/** ISO 3166-1 alpha-2, upper case. */
export type Country = CountryCode

/** A country in the phone input's list. */
export interface PhoneCountry {
  country: Country
  /** The country's name in the given language. */
  name: string
  /** "+49" */
  callingCode: string
}

/** A number that is one. */
export interface PhoneNumber {
  /** "+4930901820": what is sent. */
  e164: string
  /** "030 901820": what people at home read. */
  national: string
  /** "+49 30 901820" */
  international: string
  /** The country it belongs to; undefined for numbers of no country. */
  country: Country | undefined
}

/** What is known about telephone numbers; comes lazily, since only forms and few lines of text need it. */
export interface Phones {
  /** Reads what a person typed, as dialled in `country` unless it begins with +; null when it is no valid number (docs/specification.md section 5). */
  read: (typed: string, country: Country) => PhoneNumber | null
  /** Every country: the preferred ones of docs/specification.md section 9 first, then by name. */
  countries: (language: string) => PhoneCountry[]
}

/** docs/specification.md section 9: the telephone widget's preferred countries. */
export const preferredCountries: readonly Country[] = ['US', 'GB']

let loading: Promise<Phones> | undefined
let loaded: Phones | undefined

/** Loads what is known about telephone numbers, once: the whole of it, since the short form takes "12345" for a number. Rejects when it can't be loaded; the next call tries again. */
export function loadPhones(): Promise<Phones> {
  loading ??= import('libphonenumber-js/max').then(
    (library) => {
      const known = new Set<string>(library.getCountries())
      const withCode = (country: Country): `+${string}` => `+${library.getCountryCallingCode(country)}`
      loaded = {
        read: (typed, country) => {
          const number = library.parsePhoneNumberFromString(westernDigits(typed), known.has(country) ? country : undefined)
          if (number?.isValid() !== true) return null
          return {
            e164: number.number,
            national: number.formatNational(),
            international: number.formatInternational(),
            country: number.country,
          }
        },
        countries: (language) => {
          const names = namesIn(language)
          const all = library.getCountries().map((country) => ({ country, name: names(country), callingCode: withCode(country) }))
          all.sort((a, b) => a.name.localeCompare(b.name, language))
          const first = preferredCountries.flatMap((country) => all.filter((each) => each.country === country))
          return [...first, ...all.filter((each) => !preferredCountries.includes(each.country))]
        },
      }
      return loaded
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The telephone numbers' knowledge inside a component: null until it is there, and until it is `wanted`. */
export function usePhones(wanted = true): Phones | null {
  const [phones, setPhones] = useState<Phones | null>(loaded ?? null)
  useEffect(() => {
    if (phones !== null || !wanted) return
    let gone = false
    loadPhones().then(
      (ready) => {
        if (!gone) setPhones(ready)
      },
      () => {
        // Without it numbers are shown and sent as they were typed, and the server judges them.
      },
    )
    return () => {
      gone = true
    }
  }, [phones, wanted])
  return phones
}

/** The shop's own country: the COUNTRY setting, else the operator's configuration (docs/specification.md section 1). */
export function shopCountry(): Country {
  const set = currentSettings().text('COUNTRY')
  return (/^[A-Za-z]{2}$/.test(set) ? set : shopConfig().country).toUpperCase() as Country
}

/** A number of the settings as people at home read it (PHONE is formatted as national number, docs/specification.md section 3); as it was written until it can be read. */
export function useNationalNumber(number: string): string {
  const phones = usePhones(number !== '')
  return number === '' ? '' : (phones?.read(number, shopCountry())?.national ?? number)
}

/** The address that dials a number; empty for a text without digits. */
export function dialAddress(number: string): string {
  const digits = westernDigits(number).replace(/[^\d+]/g, '')
  return /\d/.test(digits) ? `tel:${digits}` : ''
}

function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
}

function namesIn(language: string): (country: Country) => string {
  try {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return (country) => names.of(country) ?? country
  } catch {
    return (country) => country
  }
}
