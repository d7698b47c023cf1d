import { defineConfig, devices } from '@playwright/test'
import stories from '../../playwright.config.ts'
import { launch } from '../chromium.ts'

// The gallery: every screen and state as a picture, two widths, two directions of reading, two colour schemes (`make gallery`).
// GALLERY_LANGUAGES=en,tr shows the others, GALLERY_SCHEMES=dark one of the schemes, GALLERY_WINDOWS=320x812,667x375,320x812+ other windows: with + the
// customer's own font size is twice as large, which media queries in rem follow as well.
const large = { ...launch, args: [...launch.args, '--blink-settings=defaultFontSize=32'] }
const asked = (name: string, usual: string): string[] => (process.env[name] ?? usual).split(',')
const looks = asked('GALLERY_WINDOWS', '375x812,1440x900').flatMap((window) => {
  const [width = 375, height = 812] = window.split(/[x+]/).map(Number)
  const device = width < 1000 ? { ...devices['Pixel 7'], deviceScaleFactor: 1 } : devices['Desktop Chrome']
  return asked('GALLERY_LANGUAGES', 'de,ar').flatMap((lang) =>
    asked('GALLERY_SCHEMES', 'light,dark').map((scheme) => ({
      name: `${window}-${lang}-${scheme}`,
      use: { ...device, viewport: { width, height }, ...(window.endsWith('+') && { launchOptions: large }) },
    })),
  )
})

export default defineConfig({
  ...stories,
  testDir: '.',
  outputDir: '../../../test-results/gallery',
  timeout: 240_000,
  projects: [
    ...looks.map((look) => ({ ...look, testMatch: 'screens.ts' })),
    { name: 'two-brands', testMatch: 'two-brands.ts', use: { ...devices['Desktop Chrome'] } },
    { name: 'shop', testMatch: 'shop.ts', use: { ...devices['Desktop Chrome'] } },
    { name: 'measures', testMatch: 'measures.ts', use: { ...devices['Desktop Chrome'] } },
    { name: 'three-restaurants', testMatch: 'three-restaurants.ts', use: { ...devices['Desktop Chrome'] } },
  ],
})
