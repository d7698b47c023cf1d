/** Every translation of the interface: from the English source text to German, Turkish and Arabic. English is empty, the source text shows. */
import type { Lang } from '../data/texts.ts'
import account from './account.json' with { type: 'json' }
import addresses from './addresses.json' with { type: 'json' }
import cart from './cart.json' with { type: 'json' }
import checkout from './checkout.json' with { type: 'json' }
import contact from './contact.json' with { type: 'json' }
import faults from './faults.json' with { type: 'json' }
import menu from './menu.json' with { type: 'json' }
import orders from './orders.json' with { type: 'json' }
import shop from './shop.json' with { type: 'json' }
import spec from './spec.json' with { type: 'json' }
import ui from './ui.json' with { type: 'json' }

/** One area's translations. */
export type Area = Readonly<Record<string, Readonly<Partial<Record<Lang, string>>>>>

/** The translations by area; each area's file is its own. */
export const AREAS: Readonly<Record<string, Area>> = { spec, faults, ui, shop, menu, cart, checkout, orders, account, addresses, contact }

/** The texts of one language, from source text to translated text. */
export const translationsOf = (lang: Lang): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const area of Object.values(AREAS)) {
    for (const [source, translated] of Object.entries(area)) {
      const text = translated[lang]
      if (text !== undefined && text !== '') texts[source] = text
    }
  }
  return texts
}
