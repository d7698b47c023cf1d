import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts } from './texts.ts'

const folder = 'contracts/translations'
const languages = readdirSync(folder).map((name) => ({
  lang: name.replace('.json', ''),
  texts: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Record<string, string>,
}))
const translated = new Set(languages.flatMap((language) => Object.keys(language.texts)))
const client = texts('client/src', 'client/tools')
const shown = new Map(client.texts.map(({ text, where }) => [text, where]))
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? '').sort()

// The BFF's sentences, and words of the specification, are translated whether the client names them literally or not.
const named = (file: string): string => readFileSync(file, 'utf8')
const elsewhere = [
  'docs/specification.md',
  'bff/fault/faults.go',
  'bff/social/social.go',
  'bff/geocode/geocode.go',
  'tablecards/tablecards.go',
]
  .map(named)
  .join('\n')

describe('texts of the client', () => {
  it('finds them', () => expect(shown.size).toBeGreaterThan(20))

  it('are literal, so that they can be translated', () => expect(client.unreadable).toEqual([]))

  it('are all translated', () => {
    expect([...shown].filter(([text]) => !translated.has(text)).map(([text, where]) => `${text}  (${where})`)).toEqual([])
  })

  it('are all still shown', () => {
    expect([...translated].filter((text) => !shown.has(text) && !elsewhere.includes(text))).toEqual([])
  })

  it.each(languages)('are whole in $lang, with the same placeholders', ({ texts: by }) => {
    const wrong = [...translated].filter((text) => !by[text] || placeholders(text).join() !== placeholders(by[text]).join())
    expect(wrong).toEqual([])
  })

  it('are spelled one way in Arabic: words with their marks, quotes as guillemets', () => {
    const arabic = Object.values(languages.find(({ lang }) => lang === 'ar')?.texts ?? {})
    const unmarked = /تعذر|يرجى|اً|[“”]|(?<![\p{L}\p{M}])(?:جدا|حسنا|طلبا|طويلا|عنوانا|قريبا|لاحقا|موجودا|وقتا)(?![\p{L}\p{M}])/u
    expect(arabic.filter((text) => unmarked.test(text))).toEqual([])
  })

  it('are there in German, Turkish and Arabic', () => expect(languages.map(({ lang }) => lang).sort()).toEqual(['ar', 'de', 'tr']))
})
