import { useEffect, useState } from 'react'
import { fontProperty, hostedFonts } from '../../src/restaurant/hostedFonts.ts'
import { useSettings } from '../../src/restaurant/settings.ts'
import { basePath } from '../../src/navigation/paths.ts'
import { Announced } from '../../src/ui/Announced.tsx'
import { Select, TextArea, TextInput } from '../../src/ui/Field.tsx'
import { Stack } from '../../src/ui/Layout.tsx'
import { colourTokens, contrast, contrasts, cornerTokens, settingsText, styleOf, unchanged, type Look } from './look.ts'
import styles from './LookEditor.module.css'

/** Dispatched in a frame when its look has changed: fonts may have to be loaded. */
export const lookChanged = 'tablefront:look'

const schemes = ['light', 'dark'] as const

/** The values of the tokens in a scheme, by name. */
type Values = Readonly<Record<string, string>>

/** Edits the look of this shop in the frames below, tells the contrast, and prints the settings to copy. Nothing is stored. */
export function LookEditor() {
  const settings = useSettings()
  const [look, setLook] = useState(unchanged)
  const accents = useAccents(look.accent)
  const values = useFrames(accents + fontStacks(look) + styleOf(look))
  const change = (part: 'root' | 'light' | 'dark', token: string, value: string): void =>
    setLook((before) => ({ ...before, [part]: { ...before[part], [token]: value } }))
  return (
    <Stack as="form" gap={5} className={styles.editor} aria-label="Look" onSubmit={(event) => event.preventDefault()}>
      <div className={styles.fields}>
        {!__MOCK__ && (
          <TextInput
            name="accent"
            label="PRIMARY_COLOR"
            type="color"
            value={look.accent || settings.text('PRIMARY_COLOR') || '#c2410c'}
            onChange={({ target }) => setLook((before) => ({ ...before, accent: target.value }))}
          />
        )}
        {(['heading', 'text'] as const).map((of) => (
          <Select
            key={of}
            name={`font-${of}`}
            label={`Font, ${of}`}
            value={look.fonts[of]}
            onChange={({ target }) => setLook((before) => ({ ...before, fonts: { ...before.fonts, [of]: target.value } }))}
          >
            <option value="">as it is</option>
            {families.map((family) => (
              <option key={family}>{family}</option>
            ))}
          </Select>
        ))}
        {cornerTokens.map((token) => (
          <TextInput
            key={token}
            name={token}
            label={token}
            value={look.root[token] ?? values.light[token] ?? ''}
            onChange={({ target }) => change('root', token, target.value)}
          />
        ))}
      </div>
      {schemes.map((scheme) => (
        <fieldset key={scheme} className={styles.fields}>
          <legend>{scheme}</legend>
          {colourTokens.map((token) => (
            <TextInput
              key={token}
              name={`${scheme} ${token}`}
              label={token}
              type="color"
              value={hex(values[scheme][token])}
              onChange={({ target }) => change(scheme, token, target.value)}
            />
          ))}
        </fieldset>
      ))}
      <Contrasts values={values} />
      <TextArea
        name="settings"
        label="Settings to copy"
        hint="Of the backend; the style is added to what CUSTOM_HEADER_CODE has. Other fonts: docs/brand.md."
        readOnly
        rows={5}
        value={settingsText(look, fontsOf(settings.text('FONT_SETTINGS'), settings.text('DEFAULT_FONT')))}
      />
    </Stack>
  )
}

/** What has too little contrast. */
function Contrasts({ values }: { values: Record<(typeof schemes)[number], Values> }) {
  const low = schemes.flatMap((scheme) =>
    contrasts
      .map(({ of, on, least }) => ({ of, on, least, ratio: contrast(rgb(values[scheme][of]), rgb(values[scheme][on])) }))
      .filter(({ ratio, least }) => ratio < least)
      .map(({ of, on, least, ratio }) => `${scheme}: ${of} on ${on} has ${ratio.toFixed(2)}, not ${least}`),
  )
  return (
    <Announced as="div" data-contrast>
      {low.length === 0 ? (
        <p>Every text and edge has enough contrast.</p>
      ) : (
        <ul className={styles.low}>
          {low.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Announced>
  )
}

const families = ['Fraunces', 'Inter', 'Nunito', 'Oswald']

/** The fonts of the settings, for a FONT_SETTINGS in which only one changes. */
function fontsOf(written: string, usual: string): Look['fonts'] {
  try {
    return { heading: usual, text: usual, ...(JSON.parse(written) as Partial<Look['fonts']>) }
  } catch {
    return { heading: usual, text: usual }
  }
}

/** The font stacks as the BFF writes them (bff/site/look.go). */
function fontStacks({ fonts }: Look): string {
  const stack = (name: string, of: string): string => {
    const hosted = hostedFonts[name.toLowerCase() as keyof typeof hostedFonts] as { fallback: string } | undefined
    return hosted === undefined ? '' : `--font-${of}:var(${fontProperty(name.toLowerCase())},"${hosted.fallback}"),var(--font-fallback);`
  }
  return `:root{${stack(fonts.heading, 'heading')}${stack(fonts.text, 'text')}}`
}

/** The colours that the BFF derives from an accent, as a style; empty for the shop's own. */
function useAccents(accent: string): string {
  const [derived, setDerived] = useState('')
  useEffect(() => {
    if (accent === '') return undefined
    const leaving = new AbortController()
    fetch(`${basePath}/look.css?accent=${encodeURIComponent(accent)}`, { signal: leaving.signal })
      .then((answer) => answer.text())
      .then(setDerived)
      .catch(() => undefined)
    return () => leaving.abort()
  }, [accent])
  return derived
}

const adopted = new WeakMap<Document, { sheet: CSSStyleSheet; style: string }>()

/** Gives every frame its scheme and the style, and returns the values of its tokens. Frames load and reload on their own: they are looked at again and again. */
function useFrames(style: string): Record<(typeof schemes)[number], Values> {
  const [values, setValues] = useState<Record<(typeof schemes)[number], Values>>({ light: {}, dark: {} })
  useEffect(() => {
    const show = (): void => {
      for (const { contentWindow, contentDocument, title } of document.querySelectorAll('iframe'))
        // A document that begins to load has no element yet.
        if (contentWindow !== null && contentDocument?.firstElementChild) {
          contentDocument.documentElement.dataset['scheme'] = title.startsWith('dark') ? 'dark' : 'light'
          adopt(contentWindow, contentDocument, style)
        }
      const now = { light: valuesIn('light'), dark: valuesIn('dark') }
      setValues((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
    }
    show()
    const timer = setInterval(show, 500)
    return () => clearInterval(timer)
  }, [style])
  return values
}

/** A sheet of its own: the policy of the page allows no style elements. */
function adopt(view: Window, of: Document, style: string): void {
  const before = adopted.get(of)
  if (before?.style === style) return
  const sheet = before?.sheet ?? new (view as Window & { CSSStyleSheet: typeof CSSStyleSheet }).CSSStyleSheet()
  sheet.replaceSync(style)
  if (before === undefined) of.adoptedStyleSheets.push(sheet)
  adopted.set(of, { sheet, style })
  view.dispatchEvent(new Event(lookChanged))
}

function valuesIn(scheme: string): Values {
  const page = document.querySelector<HTMLIFrameElement>(`iframe[title^="${scheme}"]`)?.contentDocument?.documentElement
  if (!page) return {}
  const computed = getComputedStyle(page)
  const names = new Set([...colourTokens, ...cornerTokens, ...contrasts.flatMap(({ of, on }) => [of, on])])
  return Object.fromEntries([...names].map((name) => [name, computed.getPropertyValue(name).trim()]))
}

let canvas: CanvasRenderingContext2D | null = null

/** Any colour of CSS; black if it is none. */
function rgb(colour = ''): readonly [number, number, number] {
  canvas ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (canvas === null) return [0, 0, 0]
  canvas.fillStyle = '#000'
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

const hex = (colour?: string): string =>
  `#${rgb(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
