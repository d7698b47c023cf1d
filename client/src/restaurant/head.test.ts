import { afterEach, describe, expect, it } from 'vitest'
import type { Setting } from '../../../contracts/types.ts'
import { applyHead } from './head.ts'
import { settingsOf } from './settings.ts'

const apply = (settings: Setting[], language = 'de'): void => applyHead(settingsOf(settings), language)

afterEach(() => {
  for (const element of document.head.querySelectorAll('link, style')) element.remove()
})

describe('the head, from the settings', () => {
  it('FAVICON is the icon: its value, else its own picture; there is only ever one', () => {
    apply([{ key: 'FAVICON', value: '', media: { icon: { url: 'https://shop.example/icon.svg' } } }])
    apply([{ key: 'FAVICON', value: 'https://shop.example/other.svg', media: { icon: { url: 'https://shop.example/icon.svg' } } }])
    const icons = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=icon]')].map((link) => link.href)
    expect(icons).toEqual(['https://shop.example/other.svg'])
  })

  const looks = (): HTMLElement[] => [...document.head.querySelectorAll<HTMLElement>('[data-look]')]
  it('the look that came with the page stays; another setting or language brings another one, which takes its place', async () => {
    const written = document.createElement('style')
    written.dataset['look'] = ''
    document.head.append(written)
    const settings = settingsOf([{ key: 'PRIMARY_COLOR', value: '#0a5' }])
    applyHead(settings, 'de', true)
    applyHead(settings, 'de')
    expect(looks()).toEqual([written])
    applyHead(settings, 'ar')
    await expect.poll(() => looks().map((look) => look.getAttribute('href'))).toEqual(['/look.css'])
  })

  it('a look that can’t be loaded leaves the current one', async () => {
    const fail = (event: Event): void => {
      event.stopImmediatePropagation()
      event.target?.dispatchEvent(new Event('error'))
    }
    document.head.addEventListener('load', fail, { capture: true, once: true })
    const written = document.createElement('style')
    written.dataset['look'] = ''
    document.head.append(written)
    apply([{ key: 'PRIMARY_COLOR', value: '#0a5' }])
    await expect.poll(looks).toEqual([written])
  })
})
