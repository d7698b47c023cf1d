/** Tag shop: settings, translations, pages, languages, hours, branches. */
import type { WorkingHours } from '../../../contracts/types.ts'
import { isoWithOffset } from '../clock.ts'
import { PAGES, POPUP_PAGE } from '../../data/pages.ts'
import { languageOf, say } from '../../data/texts.ts'
import { DAYS } from '../../data/week.ts'
import { isOpen, nextOpen } from '../hours.ts'
import { callOf, type Runtime } from '../runtime.ts'
import { translationsOf } from '../../data/translations.ts'
import { languagesOf } from '../world.ts'
import { http } from './http.ts'

/** The handlers of the tag, by operation. */
export const shopHandlers = (runtime: Runtime) => ({
  getSettings: http.get('/settings', ({ request, response }) => {
    const { world, shop, lang } = callOf(runtime, request)
    return response(200).json(world.settings(shop, lang))
  }),

  getTranslations: http.get('/translations', ({ request, query, response }) => {
    const { world, shop } = callOf(runtime, request)
    const texts: Record<string, string> = world.is('no-translations', shop) ? {} : translationsOf(languageOf(query.get('lang')))
    if (world.is('few-translations', shop))
      for (const source of ['Contact Us', 'Menus', 'Open the menu', 'Required · choose 1']) texts[source] = ''
    return response(200).json(texts)
  }),

  listPages: http.get('/pages', ({ request, response }) => {
    const { world, shop, lang } = callOf(runtime, request)
    const pages = world.is('popup', shop) ? [...PAGES, POPUP_PAGE] : PAGES
    return response(200).json(pages.map((page) => ({ ...page, name: say(page.name, lang), text: say(page.text, lang) })))
  }),

  listLanguages: http.get('/languages', ({ request, response }) => {
    const { world, shop } = callOf(runtime, request)
    return response(200).json(languagesOf(world, shop).map((name) => ({ name })))
  }),

  getWorkingHours: http.get('/working-hours', ({ request, response }) => {
    const { world, shop, now } = callOf(runtime, request)
    const week = world.week(shop)
    const next = nextOpen(week, now)
    const data: WorkingHours['data'] = {}
    DAYS.forEach((day, index) => {
      data[day] = [...(week[index] ?? [])]
    })
    return response(200).json({
      data,
      meta: { isOpenNow: isOpen(week, now), nextOpen: next ? isoWithOffset(next) : null, isActive: !world.is('inactive', shop) },
    })
  }),

  listBranches: http.get('/branches', ({ request, response }) => {
    const { world, shop } = callOf(runtime, request)
    const branches = world.is('no-branches', shop) || world.is('nord', shop) ? [] : world.shops.filter(({ host }) => host !== 'main')
    return response(200).json(branches.map(({ data, url }) => ({ name: data.name, url })))
  }),
})
