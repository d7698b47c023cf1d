import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts } from './texts.ts'

type Area = Record<string, Record<string, string>>
const folder = 'mocks/translations'
const areas = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, texts: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Area }))
const translated = new Map(areas.flatMap((area) => Object.entries(area.texts)))
const client = texts('client/src')
const shown = new Map(client.texts.map(({ text, where }) => [text, where]))
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? '').sort()

// the specification's own words and the BFF's sentences are translated whether the client names them literally or not.
const alwaysKept = new Set(
  areas.filter((area) => ['spec.json', 'faults.json'].includes(area.name)).flatMap((area) => Object.keys(area.texts)),
)

describe('texts of the client', () => {
  it('finds them', () => expect(shown.size).toBeGreaterThan(20))

  it('are literal, so that they can be translated', () => expect(client.unreadable).toEqual([]))

  it('are all translated', () => {
    expect([...shown].filter(([text]) => !translated.has(text)).map(([text, where]) => `${text}  (${where})`)).toEqual([])
  })

  it('are all still shown', () => {
    expect([...translated.keys()].filter((text) => !shown.has(text) && !alwaysKept.has(text))).toEqual([])
  })

  it('are translated once', () => {
    const all = areas.flatMap((area) => Object.keys(area.texts))
    expect(all.filter((text, i) => all.indexOf(text) !== i)).toEqual([])
  })

  it.each(['de', 'tr', 'ar'])('are whole in %s, with the same placeholders', (lang) => {
    const wrong = [...translated].filter(([text, by]) => !by[lang] || placeholders(text).join() !== placeholders(by[lang]).join())
    expect(wrong.map(([text]) => text)).toEqual([])
  })
})
