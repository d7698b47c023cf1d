/** The shop's own texts, which the mock backend answers: from the English source text to German, Turkish and Arabic. English is empty, the source text shows. */
import ar from '../../contracts/translations/ar.json' with { type: 'json' }
import de from '../../contracts/translations/de.json' with { type: 'json' }
import tr from '../../contracts/translations/tr.json' with { type: 'json' }
import type { Lang } from './texts.ts'

const TRANSLATIONS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = { de, en: {}, tr, ar }

/** The texts of one language, from source text to translated text; a copy. */
export const translationsOf = (lang: Lang): Record<string, string> => ({ ...TRANSLATIONS[lang] })
