// In which windows, languages and colour schemes the gallery shows every screen.
import { devices, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test'
import { launch } from '../chromium.ts'

export interface Look {
  /** Names its column: "375x812-de-light". */
  name: string
  lang: string
  scheme: 'light' | 'dark'
  use: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>
}

const large = { ...launch, args: [...launch.args, '--blink-settings=defaultFontSize=32'] }
const asked = (name: string, usual: string): string[] => (process.env[name] ?? usual).split(',')

/**
 * Three widths, three languages with both directions of reading, two schemes. GALLERY_LANGUAGES=tr, GALLERY_SCHEMES=dark and
 * GALLERY_WINDOWS=320x812,667x375,320x812+ show others: with + the customer's own font size is twice as large, which media queries in rem follow as well.
 */
export const looks: readonly Look[] = asked('GALLERY_WINDOWS', '375x812,768x1024,1440x900').flatMap((window) => {
  const [width = 375, height = 812] = window.split(/[x+]/).map(Number)
  const device = width < 1000 ? { ...devices['Pixel 7'], deviceScaleFactor: 1 } : devices['Desktop Chrome']
  return asked('GALLERY_LANGUAGES', 'de,en,ar').flatMap((lang) =>
    asked('GALLERY_SCHEMES', 'light,dark').map((scheme) => ({
      name: `${window}-${lang}-${scheme}`,
      lang,
      scheme: scheme === 'dark' ? ('dark' as const) : ('light' as const),
      use: { ...device, viewport: { width, height }, ...(window.endsWith('+') && { launchOptions: large }) },
    })),
  )
})
