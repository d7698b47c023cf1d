import { defineConfig, devices } from '@playwright/test'
import stories from '../../playwright.config.ts'

// The gallery: screenshots of every screen and state, in two widths, two directions, two colour schemes (`make gallery`).
const looks = (process.env['GALLERY_LANGUAGES'] ?? 'de,ar').split(',').flatMap((lang) =>
  (['light', 'dark'] as const).flatMap((scheme) => [
    {
      name: `375-${lang}-${scheme}`,
      use: { ...devices['Pixel 7'], viewport: { width: 375, height: 812 }, deviceScaleFactor: 1, colorScheme: scheme },
    },
    { name: `1440-${lang}-${scheme}`, use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, colorScheme: scheme } },
  ]),
)

export default defineConfig({
  ...stories,
  testDir: '.',
  outputDir: '../../../test-results/gallery',
  timeout: 240_000,
  projects: [
    ...looks.map((look) => ({ ...look, testMatch: 'screens.ts' })),
    { name: 'three-restaurants', testMatch: 'three-restaurants.ts', use: { ...devices['Desktop Chrome'] } },
  ],
})
