/** Texts of the restaurant in its four languages; German is the source. */

/** The languages of the group, the default first. Arabic is written from the right. */
export const LANGUAGES = ['de', 'en', 'tr', 'ar'] as const

/** One of the group's languages. */
export type Lang = (typeof LANGUAGES)[number]

/** One text in every language. */
export type Texts = readonly [de: string, en: string, tr: string, ar: string]

export const say = (texts: Texts, lang: Lang): string => texts[LANGUAGES.indexOf(lang)] ?? texts[0]

/** The group's language for a language tag: "de-AT" is "de", anything unknown is German. */
export const languageOf = (tag: string | null | undefined): Lang => {
  const primary = (tag ?? '').toLowerCase().split('-')[0]
  return LANGUAGES.find((lang) => lang === primary) ?? 'de'
}
