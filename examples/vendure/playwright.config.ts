import { defineConfig } from '@playwright/test'
import { launch } from '../../client/e2e/chromium.ts'

// `make test-vendure`: the shop, the adapter and a real engine. The stories share the engine and run one after another.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/vendure',
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 375, height: 812 },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    launchOptions: launch,
  },
})
