import { defineConfig, devices } from '@playwright/test'
import stories from '../../playwright.config.ts'
import { looks } from './looks.ts'

// The gallery: every screen and state as a picture, in the windows, languages and schemes of looks.ts (`make gallery`).
export default defineConfig({
  ...stories,
  testDir: '.',
  outputDir: '../../../test-results/gallery',
  timeout: 240_000,
  projects: [
    ...looks.map(({ name, use }) => ({ name, use, testMatch: 'screens.ts' })),
    ...['backends', 'measures', 'two-brands', 'shop', 'three-restaurants'].map((name) => ({
      name,
      testMatch: `${name}.ts`,
      use: devices['Desktop Chrome'],
    })),
  ],
})
