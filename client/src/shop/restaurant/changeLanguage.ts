import i18next from 'i18next'
import { queryClient } from '../../api/queryClient.ts'
import type { PublicScope } from '../../api/identity.ts'
import { forgetSourceTexts } from '../../jsx/sourceTexts.ts'
import { refreshOfflineCache } from '../browser/offline.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { changeIdentity, keyIn } from '../session/identity.ts'
import { applyToDocument, translationsQuery } from './language.ts'

/**
 * Selects a language: loads its texts and the data that the screen shows, stores it under `lang` and sets the page's direction. Throws ApiError if
 * the texts can't be loaded; the old language then stays.
 */
export async function selectLanguage(language: string): Promise<void> {
  const [translations] = await Promise.all([queryClient.query(translationsQuery(language)), prefetchScreen(language)])
  i18next.addResourceBundle(language, 'translation', translations, false, true)
  local.write(storedKeys.lang, language)
  applyToDocument(language)
  changeIdentity({ language })
  forgetSourceTexts()
  await i18next.changeLanguage(language)
  refreshOfflineCache('language')
}

/** How long a change of language waits for the screen's data, in milliseconds; data that is later is shown when it arrives. */
const screenTimeout = 2500

/** Fetches the active queries in another language, so that the screen does not become empty during the change. */
async function prefetchScreen(language: string): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  const asked = shown.map(async ({ queryKey: [scope, ...rest], options: { queryFn, queryHash: _, ...options } }) => {
    if (typeof scope !== 'object' || queryFn === undefined || rest[0] === 'translations') return
    await queryClient.query({
      ...options,
      queryKey: keyIn({ ...(scope as PublicScope), language }, ...rest),
      queryFn,
      initialData: undefined,
      retry: false,
    })
  })
  await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, screenTimeout))])
}
