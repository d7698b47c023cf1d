import { afterEach, describe, expect, it } from 'vitest'
import type { Setting } from '../../../contracts/types.ts'
import { fontNames } from './fonts.ts'
import { applyHead } from './head.ts'
import { settingsOf } from './settings.ts'

const root = document.documentElement.style
const apply = (settings: Setting[], language = 'de'): void => applyHead(settingsOf(settings), language)

afterEach(() => {
  document.documentElement.removeAttribute('style')
  for (const link of document.head.querySelectorAll('link')) link.remove()
})

describe('the head, from the settings', () => {
  it('FAVICON is the icon: its value, else its own picture; there is only ever one', () => {
    apply([{ key: 'FAVICON', value: '', media: { icon: { url: 'https://shop.example/icon.svg' } } }])
    apply([{ key: 'FAVICON', value: 'https://shop.example/other.svg', media: { icon: { url: 'https://shop.example/icon.svg' } } }])
    const icons = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=icon]')].map((link) => link.href)
    expect(icons).toEqual(['https://shop.example/other.svg'])
  })

  it('BACKGROUND_IMAGE is the picture behind the page; without it there is none, whatever else it has', () => {
    apply([{ key: 'BACKGROUND_IMAGE', value: '', media: { background: { url: 'https://shop.example/wood.avif' } } }])
    expect(root.getPropertyValue('--page-picture')).toBe('url("https://shop.example/wood.avif")')
    apply([{ key: 'BACKGROUND_IMAGE', value: '', media: { poster: { url: 'https://shop.example/poster.avif' } } }])
    expect(root.getPropertyValue('--page-picture')).toBe('')
  })

  it('a picture cannot break out of its url()', () => {
    apply([{ key: 'BACKGROUND_IMAGE', value: 'https://shop.example/a") , url("https://evil.example/b' }])
    expect(root.getPropertyValue('--page-picture')).not.toMatch(/"\)\s*,/)
  })

  it.each([
    ['{"heading":"Fraunces","text":"Inter"}', '', 'Fraunces Variable', 'Inter Variable'],
    ['Nunito', 'Inter', 'Nunito Variable', 'Inter Variable'],
    ['', 'Nunito', 'Nunito Variable', 'Nunito Variable'],
    ['{broken', 'Inter', 'Inter Variable', 'Inter Variable'],
  ])('FONT_SETTINGS %j and DEFAULT_FONT %j: fonts of our own origin', (written, standard, heading, text) => {
    apply([
      { key: 'FONT_SETTINGS', value: written },
      { key: 'DEFAULT_FONT', value: standard },
    ])
    expect(root.getPropertyValue('--font-heading')).toContain(`'${heading}'`)
    expect(root.getPropertyValue('--font-text')).toContain(`'${text}'`)
  })

  it('a font that the shop does not carry is asked of the device, and a name is only ever a name', () => {
    expect(fontNames(settingsOf([{ key: 'DEFAULT_FONT', value: 'Comic Sans MS' }])).text).toBe('Comic Sans MS')
    expect(fontNames(settingsOf([{ key: 'DEFAULT_FONT', value: "x; background: url('//evil')" }])).text).toBe('')
    expect(document.head.querySelector('link[href*="//"]:not([rel=icon])')).toBeNull()
  })
})
