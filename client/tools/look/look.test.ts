import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colourTokens, contrast, contrasts, cornerTokens, settingsText, unchanged } from './look.ts'

it('edits and compares tokens that docs/brand.md promises', () => {
  const promised = readFileSync('docs/brand.md', 'utf8')
  for (const token of [...colourTokens, ...cornerTokens, ...contrasts.flatMap(({ of, on }) => [of, on])])
    expect(promised).toContain(`\`${token}\``)
})

it('computes the contrast of WCAG', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
  expect(contrast([10, 20, 30], [10, 20, 30])).toBe(1)
})

it('prints the settings of what has changed, and nothing else', () => {
  const now = { heading: 'Fraunces', text: 'Inter' }
  expect(settingsText(unchanged, now)).toBe('')
  expect(
    settingsText(
      {
        accent: '#14557b',
        fonts: { heading: 'Oswald', text: '' },
        root: { '--radius-s': '0px', '--radius-m': '2px' },
        light: { '--ink': '#101010' },
        dark: {},
      },
      now,
    ),
  ).toBe(
    [
      'PRIMARY_COLOR #14557b',
      'FONT_SETTINGS {"heading":"Oswald","text":"Inter"}',
      'CUSTOM_HEADER_CODE <style>:root{--radius-s:0px;--radius-m:2px}:root[data-scheme=light]{--ink:#101010}</style>',
    ].join('\n'),
  )
})
