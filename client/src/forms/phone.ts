import { westernDigits } from '../domain/digits.ts'
import { withoutInvisible } from '../domain/invisible.ts'
import { useEffect, useState } from 'react'
import type { CountryCode } from 'libphonenumber-js/max'
import { shopConfig } from '../restaurant/config.ts'
import { currentSettings, useSettings } from '../restaurant/settings.ts'
import { whenIdle } from '../ui/whenIdle.ts'

/** ISO 3166-1 alpha-2, upper case. */
export type Country = CountryCode

interface PhoneCountry {
  country: Country
  /** The country's name in the given language. */
  name: string
  /** "+49" */
  callingCode: string
}

export interface PhoneNumber {
  /** "+4930901820", as it is sent. */
  e164: string
  /** "030 901820" */
  national: string
  /** "+49 30 901820" */
  international: string
  /** Its country; undefined for numbers without one. */
  country: Country | undefined
  /** What was typed after the number and is not part of it: "ext. 12", "(Jackson)"; null if there is nothing. */
  leftOut: string | null
}

/** The functions for telephone numbers; loaded lazily, since only forms and few texts need them. */
export interface Phones {
  /** Parses a typed number, as dialled in `country` unless it begins with +; null if it is invalid (docs/specification.md section 5). */
  read: (typed: string, country: Country) => PhoneNumber | null
  /** Whether a typed number names its country: it begins with +. */
  isInternational: (typed: string) => boolean
  /** Every country: the preferred ones of docs/specification.md section 9 first, then by name. */
  countries: (language: string) => PhoneCountry[]
}

/** The preferred countries of the phone input (docs/specification.md section 9). */
export const preferredCountries: readonly Country[] = ['US', 'GB']

let loading: Promise<Phones> | undefined
let loaded: Phones | undefined

/**
 * Loads libphonenumber once, with the full metadata: the short one accepts "12345" as a number. Rejects if it can't be loaded; the next call tries
 * again.
 */
export function loadPhones(): Promise<Phones> {
  loading ??= import('libphonenumber-js/max').then(
    (library) => {
      const known = new Set<string>(library.getCountries())
      const withCode = (country: Country): `+${string}` => `+${library.getCountryCallingCode(country)}`
      loaded = {
        read: (typed, country) => {
          const visible = withoutInvisible(westernDigits(typed))
          const rest = /\d[\d\s()./-]*?\s*(?<rest>[(\s]*(?:\p{L}|[#,;]).*)$/u.exec(visible)?.groups?.['rest']
          const dialled = rest === undefined ? visible : visible.slice(0, -rest.length)
          const number = library.parsePhoneNumberFromString(dialled, known.has(country) ? country : undefined)
          if (number?.isValid() !== true) return null
          return {
            e164: number.number,
            national: number.formatNational(),
            international: number.formatInternational(),
            country: number.country,
            leftOut: rest?.trim() ?? null,
          }
        },
        isInternational: (typed) => withoutInvisible(typed).trim().startsWith('+'),
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

/** The functions for telephone numbers inside a component: null until they are loaded. Without them, numbers are sent as typed, and the server validates them. */
export function usePhones(): Phones | null {
  const phones = useLibrary(true)
  return phones === 'failed' ? null : phones
}

/** The same; they are loaded only if `wanted`. */
function useLibrary(wanted: boolean): Phones | 'failed' | null {
  const [phones, setPhones] = useState<Phones | 'failed' | null>(loaded ?? null)
  useEffect(() => {
    if (phones !== null || !wanted) return
    let unmounted = false
    // The library is as large as a screen's scripts: no screen waits for it.
    const cancel = whenIdle(() => {
      loadPhones().then(
        (ready) => {
          if (!unmounted) setPhones(ready)
        },
        () => {
          if (!unmounted) setPhones('failed')
        },
      )
    })
    return () => {
      unmounted = true
      cancel()
    }
  }, [phones, wanted])
  return phones
}

/** The shop's own country: the COUNTRY setting, else the operator's configuration (docs/specification.md section 1). */
export function shopCountry(): Country {
  const set = currentSettings().text('COUNTRY')
  return (/^[A-Za-z]{2}$/.test(set) ? set : shopConfig().country).toUpperCase() as Country
}

/**
 * The restaurant's telephone number: its `tel:` URL and the national format (docs/specification.md section 3), both empty without one. A number has one form:
 * until the library is loaded, which happens only if it is `wanted`, spaces as wide as digits reserve its place; if it can't be loaded, the number is as in the settings.
 */
export function usePhone(wanted = true): { href: string; national: string } {
  const number = useSettings().phone()
  const href = dialAddress(number)
  const phones = useLibrary(wanted && href !== '')
  if (href === '') return { href, national: '' }
  // The national format has about one digit less than the international one.
  if (phones === null) return { href, national: '\u2007'.repeat(href.replace(/^tel:(\+\d)?/, '').length) }
  return { href, national: phones === 'failed' ? number : (phones.read(number, shopCountry())?.national ?? number) }
}

/** The `tel:` URL of a number; empty for a text without digits. The 0 of "+49 (0) 30" is dialled within the country only. */
export function dialAddress(number: string): string {
  const western = westernDigits(number).replace(/^(\s*(?:\+|00).*?)\(0\)/, '$1')
  const digits = western.replace(/[^\d+]/g, '')
  return /\d/.test(digits) ? `tel:${digits}` : ''
}

function namesIn(language: string): (country: Country) => string {
  try {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return (country) => names.of(country) ?? country
  } catch {
    return (country) => country
  }
}
