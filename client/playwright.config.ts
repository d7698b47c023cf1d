import { defineConfig, devices } from '@playwright/test'
import { launch } from './e2e/chromium.ts'

// The user stories: each worker runs its own stand-in upstream and its own BFF (e2e/harness.ts), so that no story sees another's orders.
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  reporter: process.env['CI'] ? [['dot'], ['list']] : 'list',
  // Long enough for a machine that is busy with something else: a story waits for conditions, never for time.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  use: {
    // A step that can't be done says which one it was, instead of waiting the whole story out.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // A trace notes every element at every step, which doubles what a story costs: E2E_TRACE=1 where a failure needs one.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Movement is decoration; a story that is about it asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    launchOptions: launch,
  },
  projects: [
    // What is the same at every width is run once, on the phone that most customers order with: whole files by their names, single stories by @phone.
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
      testIgnore: /phone\./,
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      // A phone's fingers and width, but not its seven times as many pixels: they are drawn at length, and no story asks for them.
      use: { ...devices['Pixel 7'], viewport: { width: 375, height: 812 }, deviceScaleFactor: 1 },
      testIgnore: /desktop\./,
    },
  ],
})
