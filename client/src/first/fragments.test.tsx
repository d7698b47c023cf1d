// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { renderFirstPaint } from '../../firstPaint.build.ts'
import { templateOf } from './template.ts'

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

  it('follows its views: a class with another name and an element in another place need no other edit', async () => {
    const before = await renderFirstPaint()
    const after = await renderFirstPaint([
      {
        name: 'another-look',
        enforce: 'pre',
        transform(code, id) {
          if (/MenuCard\.module\.css/.test(id)) return code.replaceAll('.card', '.tile')
          if (!id.endsWith('MenuCardView.tsx')) return undefined
          const changed = code
            .replaceAll('styles.card', 'styles.tile')
            .replace('{picture}', '')
            .replace('</article>', '{picture}</article>')
          expect(changed).not.toBe(code)
          return changed
        },
      },
    ])
    expect(before.fragments['menuCard']).toMatch(/<article class="MenuCard_card" aria-label="\{\{\.Name\}\}"><span class="Picture_frame/)
    expect(after.fragments['menuCard']).toMatch(
      /<article class="MenuCard_tile" aria-label="\{\{\.Name\}\}">\{\{end\}\}(?:(?!Picture_frame).)*<div class="MenuCard_words">.*<\/span>\{\{end\}\}<\/article><\/div>$/,
    )
    expect(placeholders(after.fragments)).toEqual(placeholders(before.fragments))
  })
})
