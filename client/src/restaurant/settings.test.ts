import { describe, expect, it } from 'vitest'
import golden from '../domain/golden.json' with { type: 'json' }
import { settingsOf } from './settings.ts'

describe('settings', () => {
  it('fall back from an empty value to poster, icon, splash, background', () => {
    const settings = settingsOf([
      { key: 'LOGO', value: '', media: { icon: { url: '/icon.svg' }, poster: { url: '/poster.svg' } } },
      { key: 'FAVICON', value: null, media: { icon: { url: '/icon.svg' } } },
      { key: 'SPLASH_LOGO', value: ' ', media: { background: { url: '/b.svg' }, splash: { url: '/s.svg' } } },
      { key: 'SITE_TITLE', value: 'Löffel', media: { poster: { url: '/no.svg' } } },
    ])
    expect(settings.text('LOGO')).toBe('/poster.svg')
    expect(settings.text('FAVICON')).toBe('/icon.svg')
    expect(settings.text('SPLASH_LOGO')).toBe('/s.svg')
    expect(settings.text('SITE_TITLE')).toBe('Löffel')
    expect(settings.text('PHONE')).toBe('')
  })

  it('BACKGROUND_IMAGE falls back to its background and then to empty', () => {
    expect(settingsOf([{ key: 'BACKGROUND_IMAGE', value: '', media: { poster: { url: '/p.svg' } } }]).text('BACKGROUND_IMAGE')).toBe('')
    expect(settingsOf([{ key: 'BACKGROUND_IMAGE', value: '', media: { background: { url: '/b.svg' } } }]).text('BACKGROUND_IMAGE')).toBe(
      '/b.svg',
    )
  })

  it('has the slider and gallery images of a setting, without empty ones', () => {
    const media = { poster: { url: '/p.svg' }, slider: [{ url: '/a.avif' }, { url: '' }], gallery: [{ url: '/b.avif' }] }
    const settings = settingsOf([{ key: 'SPLASH_LOGO', value: '', media }])
    expect(settings.slides('SPLASH_LOGO').map(({ url }) => url)).toEqual(['/a.avif', '/b.avif'])
    expect(settings.slides('PHONE')).toEqual([])
    expect(settingsOf([{ key: 'SPLASH_LOGO', value: '/logo.svg' }]).slides('SPLASH_LOGO')).toEqual([])
  })

  it.each([
    ['1', true],
    ['on', true],
    ['', false],
    ['0', false],
    ['false', false],
    ['FALSE', false],
  ])('a switch of %j is %j', (value, on) => expect(settingsOf([{ key: 'ALLOW_TIP', value }]).on('ALLOW_TIP')).toBe(on))

  it.each(golden.coordinates)('coordinates of "$text"', ({ text, at }) =>
    expect(settingsOf([{ key: 'RESTAURANT_COORDINATES', value: text }]).coordinates()).toEqual(at),
  )
})
