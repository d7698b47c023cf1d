import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from './accent.golden.json' with { type: 'json' }
import { contrast, defaultAccent, deriveAccent, isColour, surfaces, type Scheme } from './accent.ts'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('the accent', () => {
  it.each(['light', 'dark'] as Scheme[])('reaches its contrasts for 10,000 colours, %s', (scheme) => {
    const grounds = Object.values(surfaces[scheme])
    fc.assert(
      fc.property(anyColour, (colour) => {
        const accent = deriveAccent(colour, scheme)
        for (const ground of [...grounds, accent.tint]) {
          expect(contrast(accent.text, ground), `text of ${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5)
          expect(contrast(accent.border, ground), `border of ${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
          expect(contrast(accent.focus, ground), `focus of ${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
        }
        for (const ground of grounds) expect(contrast(accent.fill, ground)).toBeGreaterThanOrEqual(3)
        expect(contrast(accent.onFill, accent.fill)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(accent.onFill, accent.fillHover)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 10_000 },
    )
  })

  it('keeps a colour that is good already', () => {
    expect(deriveAccent('#b3261e', 'light').fill).toBe('#b3261e')
  })

  it('derives the colours that the BFF derives for the first paint (bff/site/accent.go reads the same list)', () => {
    expect(golden.length).toBeGreaterThan(40)
    for (const { colour, scheme, accent } of golden) expect(deriveAccent(colour, scheme as Scheme), colour).toEqual(accent)
  })

  it('takes the default for what is no colour', () => {
    expect(isColour('tomato')).toBe(false)
    expect(deriveAccent('tomato', 'light')).toEqual(deriveAccent(defaultAccent, 'light'))
  })

  it('knows the surfaces that tokens.css paints', () => {
    const painted = (name: string): string[] =>
      [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map((match) => match[1] ?? '')
    for (const [name, key] of [
      ['surface-page', 'page'],
      ['surface-raised', 'raised'],
      ['surface-sunken', 'sunken'],
    ] as const)
      expect(painted(name)).toEqual([surfaces.light[key], surfaces.dark[key]])
  })

  it('gives the ink of tokens.css enough contrast on each of its surfaces', () => {
    const halves = css.split('prefers-color-scheme: dark')
    for (const [half, scheme] of [
      [halves[0] ?? '', 'light'],
      [halves[1] ?? '', 'dark'],
    ] as const)
      for (const [name, least] of [
        ['ink', 7],
        ['ink-quiet', 4.5],
        ['line-strong', 3],
        ['danger', 4.5],
        ['success', 4.5],
        ['warning', 4.5],
      ] as const) {
        const colour = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(half)?.[1]
        for (const ground of Object.values(surfaces[scheme]))
          expect(contrast(colour ?? ground, ground), `${scheme} ${name} ${String(colour)} on ${ground}`).toBeGreaterThanOrEqual(least)
      }
  })
})
