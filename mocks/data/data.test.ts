// @vitest-environment node
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATEGORIES, COMBOS } from './categories.ts'
import { DISHES } from './dishes.ts'
import type { VariantData } from './dish.ts'
import { ADDITIVES, ALLERGENS } from './labels.ts'
import messages from './messages.json' with { type: 'json' }
import { PAGES } from './pages.ts'
import { BRANCHES } from './shops.ts'
import { knownWords } from './words.ts'
import { cents } from '../backend/money.ts'
import { SCENARIOS, type ScenarioName } from '../backend/scenarios.ts'
import { schemaDeviations } from '../backend/schemas.ts'
import { EMAIL_SENTINELS } from '../backend/sentinels.ts'
import { makeWorld } from '../backend/world.ts'

const variants = (list: readonly VariantData[] = []): VariantData[] =>
  list.flatMap((variant) => [variant, ...variant.options.flatMap((option) => variants(option.child))])
const media = join(import.meta.dirname, '../media')

describe('the menu', () => {
  it('is a believable one', () => {
    expect(DISHES.length).toBeGreaterThanOrEqual(60)
    expect(CATEGORIES.length).toBeGreaterThanOrEqual(8)
    expect(DISHES.some(({ allergens }) => allergens === undefined)).toBe(true)
    expect(DISHES.some(({ picture }) => picture === undefined)).toBe(true)
    expect(Math.max(...DISHES.map(({ name }) => name.length))).toBeGreaterThan(60)
    expect(DISHES.flatMap((dish) => variants(dish.variants)).some(({ options }) => options.some(({ child }) => child))).toBe(true)
    for (const type of ['select', 'checkbox'])
      for (const required of [true, false])
        expect(
          DISHES.flatMap((dish) => variants(dish.variants)).some((variant) => variant.type === type && variant.required === required),
        ).toBe(true)
  })

  it('has its own id for each thing', () => {
    const ids = DISHES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const dish of DISHES) {
      const groups = variants(dish.variants)
      expect(new Set(groups.map(({ id }) => id)).size, `${dish.name}: groups`).toBe(groups.length)
      for (const { extras = [] } of [dish]) expect(new Set(extras.map(({ id }) => id)).size).toBe(extras.length)
    }
  })

  it('has a price for each extra in each size', () => {
    expect(DISHES.filter((dish) => dish.extras?.some(({ prices }) => prices.length !== dish.sizes.length)).map(({ name }) => name)).toEqual(
      [],
    )
  })

  it('has prices in whole cents, discounts that leave them, and known codes', () => {
    for (const dish of DISHES) {
      for (const [, price] of dish.sizes) expect(cents(price), dish.name).not.toBeNaN()
      for (const code of (dish.allergens ?? '').split(',').filter(Boolean)) expect(ALLERGENS, dish.name).toHaveProperty(code)
      for (const code of (dish.additives ?? '').split(',').filter(Boolean)) expect(ADDITIVES, dish.name).toHaveProperty([code])
    }
    for (const { price, discount, name } of COMBOS) expect((cents(price) * (100 - discount)) % 100, name[0]).toBe(0)
  })

  it('offers in each slot only what the branch cooks, in a size that exists', () => {
    for (const branch of Object.values(BRANCHES)) {
      for (const combo of COMBOS.filter(({ id }) => branch.combos.includes(id))) {
        for (const slot of combo.slots) {
          const cooked = slot.dishes.filter((id) => !branch.without.includes(id))
          expect(cooked.length, `${branch.name}: ${combo.name[0]}`).toBeGreaterThan(0)
          for (const id of slot.dishes)
            expect(DISHES.find((dish) => dish.id === id)?.sizes[slot.sizeIndex]?.[0], `${combo.name[0]}: ${id}`).toBe(slot.size)
        }
      }
    }
  })

  it('has no word that nobody says', () => {
    const said = new Set([
      ...DISHES.flatMap((dish) => [
        ...dish.sizes.map(([name]) => name),
        ...(dish.extras ?? []).map(({ name }) => name),
        ...variants(dish.variants).flatMap(({ name, options }) => [name, ...options.map((option) => option.name)]),
      ]),
      ...COMBOS.flatMap(({ slots }) =>
        slots.flatMap((slot) => [
          slot.size,
          ...(slot.extras ?? []).map(([, name]) => name),
          ...variants(slot.variants).flatMap(({ name, options }) => [name, ...options.map((option) => option.name)]),
        ]),
      ),
    ])
    expect(knownWords().filter((german) => !said.has(german))).toEqual([])
  })
})

describe('the pictures', () => {
  const named = [...DISHES, ...CATEGORIES, ...COMBOS]
    .flatMap((thing) => [thing.picture, ...('gallery' in thing ? (thing.gallery ?? []) : [])])
    .filter((name) => name !== undefined)

  it('are there in every variant, each small', () => {
    const files = [...new Set(named)].flatMap((name) => [`${name}.avif`, `${name}-wide.avif`, `${name}-square.avif`, `${name}-circle.webp`])
    expect(files.filter((file) => !existsSync(join(media, file)))).toEqual([])
    const most = (file: string): number => (/^(bread|background|logo)-/.test(file) ? 16 : 6) * 1024
    expect(readdirSync(media).filter((file) => statSync(join(media, file)).size > most(file))).toEqual([])
  })

  it('of the settings are there', () => {
    const world = makeWorld()
    for (const shop of world.shops) {
      for (const { media: holder } of world.settings(shop, 'de')) {
        const images = Object.values(holder ?? {})
          .flat()
          .filter((image) => image !== null)
        for (const { url } of images) expect(existsSync(join(media, url.slice('/media/'.length))), url).toBe(true)
      }
    }
  })
})

describe('the texts', () => {
  it('are there in every language', () => {
    for (const { name, text } of PAGES) for (const texts of [name, text]) expect(texts.filter((one) => one.trim() === '')).toEqual([])
    for (const [message, texts] of Object.entries(messages)) expect(Object.keys(texts).sort(), message).toEqual(['ar', 'de', 'tr'])
  })

  it('of the branches are four different looks', () => {
    const looks = Object.values(BRANCHES).map(({ settings }) => settings)
    for (const key of ['SITE_TITLE', 'PRIMARY_COLOR', 'LOADER_ANIMATION', 'PHONE', 'ADDRESS'])
      expect(new Set(looks.map((look) => look[key])).size, key).toBe(3)
  })
})

describe('the scenarios', () => {
  it.each(Object.keys(SCENARIOS) as ScenarioName[])('%s answers settings, hours and menu by the contract', (name) => {
    const world = makeWorld({ scenarios: [name] })
    const shop = world.shop('main')
    for (const setting of world.settings(shop, 'de')) expect(schemaDeviations('openapi.yaml', 'Setting', setting)).toEqual([])
    const catalogue = world.catalogue(shop, 'ar')
    for (const category of catalogue.categories) expect(schemaDeviations('openapi.yaml', 'Category', category)).toEqual([])
    for (const menu of catalogue.menus) expect(schemaDeviations('openapi.yaml', 'Menu', menu)).toEqual([])
    const products = catalogue.categories.flatMap(({ id }) => catalogue.productsOf(String(id)) ?? [])
    for (const product of products.slice(0, 200)) expect(schemaDeviations('openapi.yaml', 'Product', product)).toEqual([])
    if (name === 'many-products') expect([products.length, catalogue.categories.length]).toEqual([2000, 60])
  })

  it('are all in the README, like the sentinels', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
    for (const name of Object.keys(SCENARIOS)) expect(readme).toContain(`\`${name}\``)
    for (const name of Object.keys(EMAIL_SENTINELS)) expect(readme).toContain(`\`${name}@example.org\``)
  })

  it('refuse an unknown name', () => {
    expect(() => makeWorld({ scenarios: ['opne'] })).toThrow(/unknown scenario: opne/)
  })
})
