// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brand, replaceable } from '../../brand.build.ts'
import { renderFirstPaint } from '../../firstPaint.build.ts'
import { templateOf } from './template.ts'

const root = new URL('../../../', import.meta.url).pathname

describe('a fragment', () => {
  it('is a template: placeholders, and a condition where a rendering differs', () => {
    expect(
      templateOf(({ value, has, each }) => (
        <p className={has('Dimmed') ? 'card dimmed' : 'card'}>
          <b>{value('Name')}</b>
          {has('Price') && <i>{value('Price')}</i>}
          <ul>{each('Parts', 'part')}</ul>
          {!has('Dimmed') && <hr />}
        </p>
      )),
    ).toBe(
      '{{if .Dimmed}}<p class="card dimmed">{{else}}<p class="card">{{end}}<b>{{.Name}}</b>{{if .Price}}<i>{{.Price}}</i>{{end}}' +
        '<ul>{{range .Parts}}{{template `part` .}}{{end}}</ul>{{if not .Dimmed}}<hr/>{{end}}</p>',
    )
  })

  it('keeps a condition inside of another one', () => {
    expect(templateOf(({ value, has }) => <p>{has('Logo') && <picture>{has('Dark') ? value('Dark') : value('Logo')}</picture>}</p>)).toBe(
      '<p>{{if .Logo}}<picture>{{if .Dark}}{{.Dark}}{{else}}{{.Logo}}{{end}}</picture>{{end}}</p>',
    )
  })
})

describe('the first paint', () => {
  const placeholders = (templates: Record<string, string>): Record<string, string[]> =>
    Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, [...new Set(template.match(/\.[A-Z]\w*/g))].sort()]))

  it('has no style attribute, which the policy would block', async () => {
    const { fragments } = await renderFirstPaint()
    expect(Object.keys(fragments).filter((name) => fragments[name]?.includes(' style='))).toEqual([])
  })

  it('follows its views: a class with another name and an element in another place need no other edit', async () => {
    const before = await renderFirstPaint()
    const after = await renderFirstPaint([
      {
        name: 'another-look',
        enforce: 'pre',
        transform(code, id) {
          if (/ComboCard\.module\.css/.test(id)) return code.replaceAll('.card', '.tile')
          if (!id.endsWith('ComboCardView.tsx')) return undefined
          const changed = code
            .replaceAll('styles.card', 'styles.tile')
            .replace('{picture}', '')
            .replace('</article>', '{picture}</article>')
          expect(changed).not.toBe(code)
          return changed
        },
      },
    ])
    expect(before.fragments['menuCard']).toMatch(
      /<article class="MenuCard_card ComboCard_card" aria-label="\{\{\.Name\}\}"><span class="Picture_frame/,
    )
    expect(after.fragments['menuCard']).toMatch(
      /<article class="MenuCard_card ComboCard_tile" aria-label="\{\{\.Name\}\}">\{\{end\}\}(?:(?!Picture_frame).)*<div class="ComboCard_words">.*<\/span>\{\{end\}\}<\/article><\/div>$/,
    )
    expect(placeholders(after.fragments)).toEqual(placeholders(before.fragments))
  })

  it('has a brand’s view in place of the product’s, with a field that only its backend sends', async () => {
    const branded = await renderFirstPaint([brand(`${root}examples/brand`)])
    const own = await renderFirstPaint()
    const calories = '{{if .Field `calories`}}<span class="BrandCalories_calories">{{.Field `calories`}} kcal</span>{{end}}'
    expect(branded.fragments['productCard']?.replace(calories, '')).toBe(own.fragments['productCard'])
    expect(own.fragments['productCard']).not.toContain('Field')
  })
})

describe('a brand', () => {
  const files = readdirSync(`${root}examples/brand`).filter((file) => !file.endsWith('.module.css'))
  it('replaces modules that are there, by files of the same name', () => {
    for (const path of Object.values(replaceable)) expect(existsSync(`${root}client/${path}`), path).toBe(true)
    expect(Object.keys(replaceable)).toEqual(expect.arrayContaining(files))
  })
  it('can rely on each token of the document: it is there, in both schemes where it is a colour', () => {
    const named = [...readFileSync(`${root}docs/brand.md`, 'utf8').matchAll(/`(--[a-z0-9-]+)`/g)].map(([, name]) => name ?? '')
    const [light = '', dark = ''] = readFileSync(`${root}client/src/ui/tokens.css`, 'utf8').split("[data-scheme='dark']")
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !light.includes(`    ${name}:`))).toEqual([])
    const colours = [...light.matchAll(/^ {4}(--[a-z-]+): (#|rgb)/gm)].map(([, name]) => name ?? '')
    expect(colours.filter((name) => !named.includes(name))).toEqual([])
    expect(colours.filter((name) => !dark.includes(`      ${name}:`))).toEqual([])
  })
})
