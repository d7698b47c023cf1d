import { queryOptions, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useCallback, useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import type { Translations } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { directionOf } from '../domain/direction.ts'
import { shopConfig } from './config.ts'
import { callerIn, changeIdentity, identity, languageTag, publicScope } from './identity.ts'
import { refreshOfflineCache } from './offline.ts'
import { mirrorInCookie } from './plainCookies.ts'
import { local, storedKeys } from './storage.ts'

/** The languages of the shop (docs/specification.md section 3); the switcher shows when there is more than one. */
export const languagesQuery = queryOptions({
  get queryKey() {
    return [publicScope(), 'languages'] as const
  },
  queryFn: ({ signal, queryKey: [scope] }) => call('GET /languages', { signal, identity: callerIn(scope) }),
  staleTime: 5 * 60_000,
})

/** The texts of one language, from source text to translated text (docs/specification.md section 7). */
export const translationsQuery = (lang: string) =>
  queryOptions({
    queryKey: [{ ...publicScope(), language: lang }, 'translations'] as const,
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /translations', { query: { lang }, signal, identity: callerIn(scope) }),
    staleTime: Infinity,
  })

/** The language of this tab. */
export function currentLanguage(): string {
  return identity().language
}

/**
 * Takes the language of an address with `?lang=` (what search engines link to, docs/architecture.md section 4) as the customer's choice, when the page was made in it;
 * the parameter then leaves the address, so that a later choice is not undone by a reload. `made` is the language of the boot data.
 */
export function takeLanguageOfAddress(made: string | undefined): void {
  const address = new URL(window.location.href)
  const asked = address.searchParams.get('lang')
  if (asked === null) return
  if (made !== undefined && languageTag.test(made) && made.toLowerCase() === asked.toLowerCase()) local.write(storedKeys.lang, made)
  address.searchParams.delete('lang')
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
}

/** The language's own name for itself ("Deutsch", "العربية"), for the switcher; the code when the platform does not know it. */
export function nameOfLanguage(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  } catch {
    return language
  }
}

/** The locale that formats money: the operator's for the default language, else the selected language's, always with western digits. */
export function moneyLocale(language: string = currentLanguage()): string {
  return westernDigits(language, language === shopConfig().language ? shopConfig().locale : language)
}

/**
 * The locale that formats dates and times: the operator's for the default language. Every other language is written as people in the shop's country meet it, with
 * the country's order of a date and the clock that its opening hours are told by ("19 November, 17:30"), always with western digits.
 */
export function formattingLocale(language: string = currentLanguage()): string {
  const { language: own, locale, country } = shopConfig()
  return westernDigits(language, language === own ? locale : abroad(language, country, locale))
}

// Quantities are typed into number fields, which show western digits everywhere; prices and times beside them do the same.
function westernDigits(language: string, locale: string): string {
  return directionOf(language) === 'rtl' && !locale.includes('-nu-') ? `${locale}${locale.includes('-u-') ? '' : '-u'}-nu-latn` : locale
}

function abroad(language: string, country: string, ownLocale: string): string {
  try {
    const { hourCycle } = new Intl.DateTimeFormat(ownLocale, { hour: 'numeric' }).resolvedOptions()
    const { region } = new Intl.Locale(language)
    return new Intl.Locale(language, { region: region ?? country.toUpperCase(), ...(hourCycle && { hourCycle }) }).toString()
  } catch {
    return language
  }
}

function present(language: string): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  mirrorInCookie('lang', language)
}

/** Starts the texts with the translations that are there; without any, the source texts show. */
export async function startLanguage(translations: Translations | undefined): Promise<void> {
  const language = currentLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    // An empty translation is a missing one: the source text shows (docs/specification.md section 1).
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: { ...translations } } },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
  present(language)
}

/** Adds the texts of a language that came later than the start. */
export function addTranslations(language: string, translations: Translations): void {
  i18next.addResourceBundle(language, 'translation', translations, false, true)
  // Components only hear a change of language.
  if (i18next.language === language) void i18next.changeLanguage(language)
}

/** A text outside of components, in the language selected now. Components use useTranslation. */
export function translate(sentence: string, values?: Record<string, unknown>): string {
  return i18next.isInitialized ? i18next.t(sentence, values ?? {}) : sentence
}

/**
 * Selects a language: loads its texts and what the screen shows, keeps it under `lang`, and turns the page where it reads from the right. Throws ApiError
 * when the texts can't be had; the old language then stays.
 */
export async function changeLanguage(language: string): Promise<void> {
  const [translations] = await Promise.all([queryClient.query(translationsQuery(language)), askIn(language)])
  i18next.addResourceBundle(language, 'translation', translations, false, true)
  local.write(storedKeys.lang, language)
  present(language)
  changeIdentity({ language })
  await i18next.changeLanguage(language)
  refreshOfflineCache('language')
}

/** How long a change of language waits for what the screen shows, in milliseconds; later parts come into the page when they come. */
const screenTime = 2500

/** Asks in another language for everything that the screen shows now, so that nothing has to go while it changes. */
async function askIn(language: string): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  const asked = shown.map(async ({ queryKey: [scope, ...rest], options: { queryFn, queryHash: _, ...options } }) => {
    if (typeof scope !== 'object' || queryFn === undefined || rest[0] === 'translations') return
    await queryClient.query({ ...options, queryKey: [{ ...scope, language }, ...rest], queryFn, initialData: undefined, retry: false })
  })
  await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, screenTime))])
}

/** The selected language alone: for formatting, without asking which others there are. */
export function useCurrentLanguage(): string {
  return useSyncExternalStore(subscribe, selected)
}

const selected = (): string => i18next.language || currentLanguage()

/** The selected language, the choice there is, and how to change it. */
export function useLanguage(): {
  language: string
  languages: string[]
  direction: 'rtl' | 'ltr'
  change: (language: string) => Promise<void>
} {
  const language = useCurrentLanguage()
  const languages = useQuery(languagesQuery).data
  const names = Array.isArray(languages) ? languages.map((one) => one.name).filter((name) => languageTag.test(name)) : []
  const change = useCallback((next: string) => changeLanguage(next), [])
  return { language, languages: names, direction: directionOf(language), change }
}

function subscribe(heard: () => void): () => void {
  i18next.on('languageChanged', heard)
  return () => i18next.off('languageChanged', heard)
}
