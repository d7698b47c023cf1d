import { afterEach, expect, it } from 'vitest'
import { formatDateTime, formatTimeOfDay } from '../domain/hours.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { formattingLocale, moneyLocale } from './language.ts'

const at = Date.parse('2026-11-19T17:30:00+01:00')
const zone = 'Europe/Berlin'

afterEach(() => setConfig(fallbackConfig))

it('formats times in every language with the hour cycle of the country', () => {
  for (const language of ['de', 'en', 'tr', 'ar']) expect(formatTimeOfDay(at, zone, formattingLocale(language)), language).toBe('17:30')
  expect(formatDateTime(at, zone, formattingLocale('en'))).toBe('Thu, 19 November at 17:30')
  expect(formatDateTime(at, zone, formattingLocale('de'))).toBe('Do., 19. November um 17:30')
})

it('writes dates in the language of the shop, also where the locale is of another', () => {
  setConfig({ ...fallbackConfig, language: 'en', locale: 'de' })
  expect(formatDateTime(at, zone, formattingLocale('en'))).toBe('Thu, 19 November at 17:30')
})

it('keeps a country’s 12-hour clock, and the region of a language tag', () => {
  setConfig({ ...fallbackConfig, country: 'us', language: 'en', locale: 'en-US' })
  expect(formatTimeOfDay(at, 'UTC', formattingLocale('es'))).toMatch(/^04:30\sp/)
  expect(formattingLocale('pt-BR')).toMatch(/^pt-BR/)
})

it('writes digits as the number fields do, money by the language alone, and takes whatever the language is called', () => {
  expect(formattingLocale('ar')).toContain('nu-latn')
  expect(moneyLocale('ar')).toBe('ar-u-nu-latn')
  expect(moneyLocale('en')).toBe('en')
  expect(formattingLocale('x_y')).toBe('x_y')
})
