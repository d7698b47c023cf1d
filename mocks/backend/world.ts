/** The restaurant group as one instance of the mock backend sees it: hosts, clock, scenario and everything remembered (docs/architecture.md section 6). */
import type { Area } from '../../contracts/types.ts'
import { makeCatalogue } from './catalogue.ts'
import { makeClock } from './clock.ts'
import { LANGUAGES, say, type Lang } from '../data/texts.ts'
import { metresBetween } from '../data/places.ts'
import { BRANCHES, HOSTS, NET_TAXES, NORD, type AreaData, type BranchName, type HostName } from '../data/shops.ts'
import { everyDay, type Week } from '../data/week.ts'
import { closedAround } from './hours.ts'
import { SCENARIOS, isScenario, type Scenario } from './scenarios.ts'
import type { Catalogue, ScenarioState, Shop, World } from './group.ts'
import { seedState } from './seed.ts'
import type { State } from './state.ts'

export type { Shop, World } from './group.ts'

/** How a world begins. */
export interface WorldOptions {
  /** Where each host is reached; by default names under `.example`. */
  urls?: Partial<Record<HostName, string>>
  /** What stands before `/media/…`; empty: relative addresses. */
  mediaBase?: string
  /** An ISO instant from which the clock runs; null: the machine's clock. */
  now?: string | null
  /** Scenarios in force from the start. */
  scenarios?: readonly string[]
  /** A state kept from before; null: the beginning. */
  state?: State | null
}

const toArea = (area: AreaData): Area => ({
  id: area.id,
  name: area.name,
  zipcode: area.zipcode,
  minimumOrder: area.minimumOrder,
  deliveryPrice: area.deliveryPrice,
  freeDeliveryThreshold: area.freeDeliveryThreshold,
})

const branchOf = (host: HostName): BranchName => (host === 'main' ? 'mitte' : host)

/** Makes an instance. Two instances share nothing. */
export const makeWorld = (options: WorldOptions = {}): World => {
  const clock = makeClock(options.now ?? null)
  const shops: Shop[] = HOSTS.map((host) => {
    const branch = branchOf(host)
    const url = options.urls?.[host] ?? `https://${host === 'main' ? 'shop' : host}.goldener-loeffel.example`
    return { host, branch, data: BRANCHES[branch], url }
  })
  const scenario: ScenarioState = { names: [], settings: {}, branch: null }
  const catalogues = new Map<string, Catalogue>()

  const shopOf = (host: HostName): Shop => {
    const found = shops.find((shop) => shop.host === host)
    if (!found) throw new RangeError(`no such host: ${host}`)
    return found
  }

  const applies = (shop: Shop): boolean => scenario.branch === null || shop.url === scenario.branch.replace(/\/+$/, '')

  // Hours that stand still: a customer who has read them may order by them a minute later.
  let closed: { at: number; week: Week } | null = null
  const closedHours = (): Week => {
    const at = clock.now()
    const age = closed === null ? -1 : at.getTime() - closed.at
    if (closed === null || age < 0 || age > 3_600_000) closed = { at: at.getTime(), week: closedAround(at) }
    return closed.week
  }
  const world: World = {
    clock,
    shops,
    scenario,
    calls: 0,
    mediaBase: options.mediaBase ?? '',
    state: undefined as unknown as State,
    reset: () => {
      clock.set(options.now ?? null)
      world.setScenario({ names: options.scenarios ?? [] })
      world.calls = 0
      world.state = seedState(world)
    },
    setScenario: ({ names = [], settings = {}, branch = null }) => {
      const known = names.filter(isScenario)
      const unknown = names.filter((name) => !isScenario(name))
      if (unknown.length > 0) throw new RangeError(`unknown scenario: ${unknown.join(', ')}. Known: ${Object.keys(SCENARIOS).join(', ')}`)
      if (branch !== null && !shops.some(({ url }) => url === branch.replace(/\/+$/, '')))
        throw new RangeError(`unknown branch: ${branch}. Known: ${shops.map(({ url }) => url).join(', ')}`)
      scenario.names = known
      scenario.settings = { ...settings }
      scenario.branch = branch
      for (const shop of shops) shop.data = world.is('nord', shop) ? NORD : BRANCHES[shop.branch]
      catalogues.clear()
      closed = null
    },
    is: (name, shop) => scenario.names.includes(name) && applies(shop),
    shop: shopOf,
    setting: (shop, key, lang = 'de') => {
      if (applies(shop)) {
        const set = scenario.settings[key]
        if (set !== undefined) return set
        for (const name of [...scenario.names].reverse()) {
          const { settings = {} }: Scenario = SCENARIOS[name]
          const value = settings[key]
          if (value !== undefined) return value
        }
        if (scenario.names.includes('bare')) return ''
      }
      const value = shop.data.settings[key]
      return value === undefined ? '' : typeof value === 'string' ? value : say(value, lang)
    },
    on: (shop, key) => !['', '0', 'false', 'off', 'no'].includes(world.setting(shop, key).trim().toLowerCase()),
    settings: (shop, lang) => {
      const keys = new Set([...Object.keys(shop.data.settings), ...(applies(shop) ? Object.keys(scenario.settings) : [])])
      const hidden = world.is('bare', shop) || world.is('no-pictures', shop)
      return [...keys].map((key) => {
        const pictures = hidden ? undefined : shop.data.pictures[key]
        const value = world.setting(shop, key, lang)
        if (!pictures) return { key, value }
        const image = (name: string) => ({ url: world.media(name.includes('.') ? name : `${name}-wide.avif`) })
        return {
          key,
          value,
          media: {
            ...(pictures.poster ? { poster: image(pictures.poster) } : {}),
            ...(pictures.icon ? { icon: image(pictures.icon) } : {}),
            ...(pictures.splash ? { splash: image(pictures.splash) } : {}),
            ...(pictures.background ? { background: image(pictures.background) } : {}),
            ...(pictures.gallery ? { gallery: pictures.gallery.map((name) => world.catalogue(shop, lang).image(name)) } : {}),
            ...(pictures.slider ? { slider: pictures.slider.map((name) => world.catalogue(shop, lang).image(name)) } : {}),
          },
        }
      })
    },
    week: (shop) => {
      if (world.is('never-open', shop)) return everyDay()
      if (world.is('closed', shop)) return closedHours()
      if (world.is('open', shop)) return everyDay({ start: '00:00', end: '24:00' })
      return world.is('honest-hours', shop) ? shop.data.honestWeek : shop.data.week
    },
    catalogue: (shop, lang) => {
      const key = `${shop.host} ${lang}`
      let found = catalogues.get(key)
      if (!found) {
        found = makeCatalogue(world, shop, lang)
        catalogues.set(key, found)
      }
      return found
    },
    areas: (shop) => shop.data.areas.map(toArea),
    taxes: (shop) => {
      const added = world.is('net-prices', shop) || world.is('unlawful', shop)
      return added && shop.data.taxes.length === 0 ? NET_TAXES : shop.data.taxes
    },
    includedTaxes: (shop) => (world.is('engine', shop) && world.taxes(shop).length === 0 ? NET_TAXES : []),
    areaAt: (shop, point) => {
      const near = shop.data.areas
        .map((area) => ({ area, metres: metresBetween(area, point) }))
        .filter(({ area, metres }) => metres <= area.radius)
        .sort((a, b) => a.metres - b.metres)[0]
      return near ? toArea(near.area) : null
    },
    media: (name) => {
      const base = scenario.names.includes('relative-media') ? '' : world.mediaBase
      return `${base}/media/${scenario.names.includes('broken-pictures') ? `missing-${name}` : name}`
    },
  }
  world.reset()
  if (options.state) world.state = options.state
  return world
}

/** The languages a shop offers. */
export const languagesOf = (world: World, shop: Shop): readonly Lang[] => (world.is('one-language', shop) ? ['de'] : LANGUAGES)
