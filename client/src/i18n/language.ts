import { queryOptions } from '@tanstack/react-query'
import i18next, { type PostProcessorModule } from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import type { Translations } from '../../../contracts/types.ts'
import { isBackendMessage } from '../api/apiError.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { queryClient } from '../api/queryClient.ts'
import { directionOf } from '../domain/direction.ts'
import { latest } from '../latest.ts'
import { forgetSourceTexts, noteSourceText } from '../jsx/sourceTexts.ts'
import { shopConfig } from '../restaurant/config.ts'
import { callerIn, changeIdentity, identity, languageTag, publicKey, publicScope } from '../session/identity.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { refreshOfflineCache } from '../browser/offline.ts'
import { mirrorInCookie } from '../browser/plainCookies.ts'
import { local, storedKeys } from '../browser/storage.ts'

/** The languages of the shop (docs/specification.md section 3); the switcher shows when there is more than one. */
export const languagesQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'languages'),
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /languages', { signal, identity: callerIn(scope) }),
    staleTime: 5 * 60_000,
  })

/** The texts of one language, from source text to translated text (docs/specification.md section 7). */
export const translationsQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'translations'),
    queryFn: ({ signal, queryKey: [scope] }) =>
      call('GET /translations', { query: { lang: scope.language }, signal, identity: callerIn(scope) }),
    staleTime: Infinity,
    gcTime: Infinity,
  })

export function currentLanguage(): string {
  return identity().language
}

/**
 * Stores the language of the page (`made`, of the boot data) as the customer's choice: on a first visit, where the page is in the browser's language, and
 * at an address with `?lang=` (which search engines link to, docs/architecture.md section 4), whose parameter is then removed, so that a reload does not
 * undo a later choice.
 */
export function takeLanguageOfPage(made: string | undefined): void {
  const address = new URL(window.location.href)
  const asked = address.searchParams.get('lang')
  const chosen = asked ?? (local.read(storedKeys.lang) === null && made !== shopConfig().language ? made : undefined)
  if (made !== undefined && languageTag.test(made) && made.toLowerCase() === chosen?.toLowerCase()) local.write(storedKeys.lang, made)
  if (asked === null) return
  address.searchParams.delete('lang')
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
}

/** The language's name in itself ("Deutsch", "العربية"), for the switcher; the code if the browser does not know it. */
export function nameOfLanguage(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  } catch {
    return language
  }
}

/** The locale that formats money: the operator's for the default language, else the selected language; always with western digits. */
export function moneyLocale(language: string = currentLanguage()): string {
  return westernDigits(language, language === shopConfig().language ? shopConfig().locale : language)
}

/**
 * The locale that formats dates and times: the operator's where it is of the selected language; else the language with the region and hour cycle of the
 * shop's country ("19 November, 17:30"). Always with western digits.
 */
export function formattingLocale(language: string = currentLanguage()): string {
  const { language: own, locale, country } = shopConfig()
  return westernDigits(
    language,
    language === own && primary(locale) === primary(language) ? locale : localeInCountry(language, country, locale),
  )
}

const primary = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

// Number fields show western digits in every language; prices and times match them.
function westernDigits(language: string, locale: string): string {
  return directionOf(language) === 'rtl' && !locale.includes('-nu-') ? `${locale}${locale.includes('-u-') ? '' : '-u'}-nu-latn` : locale
}

const localesInCountry = new Map<string, string>()

// Remembered, since every price and time asks for it, and a device is slow to answer.
function localeInCountry(language: string, country: string, ownLocale: string): string {
  const key = `${language} ${country} ${ownLocale}`
  let found = localesInCountry.get(key)
  if (found === undefined) {
    found = language
    try {
      const { hourCycle } = new Intl.DateTimeFormat(ownLocale, { hour: 'numeric' }).resolvedOptions()
      const { region } = new Intl.Locale(language)
      found = new Intl.Locale(language, { region: region ?? country.toUpperCase(), ...(hourCycle && { hourCycle }) }).toString()
    } catch {
      // Not a language tag: it is used as it is.
    }
    localesInCountry.set(key, found)
  }
  return found
}

function applyToDocument(language: string): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  mirrorInCookie('lang', language)
}

/** Notes texts without a translation, with their values filled in. English is the language of the sources. */
const noteSources: PostProcessorModule = {
  type: 'postProcessor',
  name: 'sources',
  process: (value: string, _key, options: { i18nResolved?: { res?: string } }) => {
    if (options.i18nResolved?.res) return value
    if (isBackendMessage(value)) noteSourceText(value, true)
    else if (!/^en\b/.test(selected())) noteSourceText(value)
    return value
  },
}

/** Initialises i18next with the available translations; without any, the source texts show. */
export async function startLanguage(translations: Translations | undefined): Promise<void> {
  const language = currentLanguage()
  await i18next
    .use(initReactI18next)
    .use(noteSources)
    .init({
      lng: language,
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      // An empty translation counts as missing: the source text shows (docs/specification.md section 1).
      returnEmptyString: false,
      postProcess: [noteSources.name],
      postProcessPassResolved: true,
      interpolation: { escapeValue: false },
      resources: { [language]: { translation: { ...translations } } },
      showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0])
  applyToDocument(language)
}

/** Adds the texts of a language that arrive after the start. */
export function addTranslations(language: string, translations: Translations): void {
  forgetSourceTexts()
  i18next.addResourceBundle(language, 'translation', translations, false, true)
  // Components are only notified of a change of language.
  if (i18next.language === language) void i18next.changeLanguage(language)
}

/** Translates outside of components. Components use useTranslation. */
export function translate(sentence: string, values?: Record<string, unknown>): string {
  return i18next.isInitialized ? i18next.t(sentence, values ?? {}) : sentence
}

const choice = latest()

/**
 * Selects a language: loads its texts and the data that the screen shows, stores it under `lang` and sets the page's direction. Throws ApiError if
 * the texts can't be loaded; the old language then stays. Nothing happens if another language was selected meanwhile.
 */
export async function changeLanguage(language: string): Promise<void> {
  const isLast = choice()
  const { prefetchScreen } = await import('../loading/prefetchScreen.ts')
  const texts = queryClient.query(translationsQuery({ ...publicScope(), language }))
  const answers = await Promise.all([texts, prefetchScreen(language)]).catch((error: unknown) => {
    if (isLast()) throw error
    return null
  })
  if (answers === null || !isLast()) return
  const [translations] = answers
  i18next.addResourceBundle(language, 'translation', translations, false, true)
  local.write(storedKeys.lang, language)
  applyToDocument(language)
  changeIdentity({ language })
  forgetSourceTexts()
  await i18next.changeLanguage(language)
  refreshOfflineCache('language')
}

/** `formattingLocale` inside a component, which follows the selected language. */
export const useFormattingLocale = (): string => formattingLocale(useCurrentLanguage())

export function useCurrentLanguage(): string {
  return useSyncExternalStore(subscribe, selected)
}

const selected = (): string => i18next.language || currentLanguage()

/** The languages of the shop, inside a component; empty until they are loaded. */
export function useLanguages(): string[] {
  const languages = useShopQuery(languagesQuery).data ?? []
  return languages.map((one) => one.name).filter((name) => languageTag.test(name))
}

function subscribe(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange)
  return () => i18next.off('languageChanged', onChange)
}
