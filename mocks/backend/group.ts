/** The types that the parts of the mock backend share: a shop, its menu, and the instance they belong to. */
import type { Area, Category, Coordinates, Image, Menu, Product, Setting } from '../../contracts/types.ts'
import type { Clock } from './clock.ts'
import type { BranchData, BranchName, HostName, Taxes } from '../data/shops.ts'
import type { Lang } from '../data/texts.ts'
import type { Week } from '../data/week.ts'
import type { ScenarioName } from './scenarios.ts'
import type { State } from './state.ts'

/** A branch's menu. */
export interface Catalogue {
  categories: Category[]
  menus: Menu[]
  /** The dishes of a category; null when the branch has no such category. */
  productsOf(categoryId: string): Product[] | null
  product(id: string): Product | null
  menu(id: string): Menu | null
  image(name: string): Image
}

/** One host of the group and the shop it serves. */
export interface Shop {
  host: HostName
  branch: BranchName
  data: BranchData
  /** Its address as the branch list has it, without a trailing slash. */
  url: string
}

/** An active scenario. `branch` limits it to one host's shop. */
export interface ScenarioState {
  names: ScenarioName[]
  settings: Record<string, string>
  branch: string | null
}

/** One instance of the mock backend. */
export interface World {
  readonly clock: Clock
  readonly shops: readonly Shop[]
  state: State
  readonly scenario: ScenarioState
  /** Counts the calls, for the scenario `flaky`. */
  calls: number
  mediaBase: string
  /** Resets orders, accounts, sessions, scenario and clock. */
  reset(): void
  /** Replaces the active scenarios and settings. Throws a RangeError for an unknown name. */
  setScenario(next: { names?: readonly string[]; settings?: Readonly<Record<string, string>>; branch?: string | null }): void
  /** Whether a scenario is active for the shop. */
  is(name: ScenarioName, shop: Shop): boolean
  shop(host: HostName): Shop
  /** A setting's value in a language; '' when it is missing. */
  setting(shop: Shop, key: string, lang?: Lang): string
  /** Whether a switch is on: its value is neither empty nor 0, false, off or no. */
  on(shop: Shop, key: string): boolean
  settings(shop: Shop, lang: Lang): Setting[]
  week(shop: Shop): Week
  catalogue(shop: Shop, lang: Lang): Catalogue
  areas(shop: Shop): Area[]
  /** The taxes that are added to the prices. */
  taxes(shop: Shop): Taxes
  /** The taxes that the prices have already, where the backend tells them. */
  includedTaxes(shop: Shop): Taxes
  /** The area that covers a point, the nearest centre first. */
  areaAt(shop: Shop, point: Coordinates): Area | null
  /** The address of a picture: `/media/…` behind the base. */
  media(name: string): string
}
