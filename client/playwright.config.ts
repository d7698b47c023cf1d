import { defineConfig, devices } from '@playwright/test'
import { launch } from './e2e/chromium.ts'
import type { Dialect } from './e2e/harness.ts'

// The end-to-end tests (stories): each worker runs its own mock backend and BFF (e2e/harness.ts), so that stories are isolated.
export default defineConfig<Dialect>({
  testDir: 'e2e',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A story that passes only at its second try is listed as flaky: it is a fault of its own.
  retries: process.env['CI'] ? 1 : 0,
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  reporter: 'list',
  // Generous, for a busy machine: stories wait for conditions, never for time, and what never comes is told all the same.
  timeout: 1_200_000,
  expect: { timeout: 90_000, toPass: { timeout: 90_000 } },
  use: {
    // A failing step reports itself instead of waiting for the test's timeout.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // A trace doubles the cost of a story: E2E_TRACE=1 when a failure needs one.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Reduced motion; a story about animation enables it.
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    // A page of a story lives for seconds: what V8's optimising compilers cost it never comes back.
    launchOptions: { ...launch, args: [...launch.args, '--js-flags=--no-opt,--no-maglev'] },
    // How the backend writes in all stories; the stories of the last project have their own.
    dialect: process.env['E2E_DIALECT'] ?? null,
  },
  projects: [
    // What does not depend on the width runs once: whole files by their names, single stories by @phone or @desktop; on the phone, where there is a choice.
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
      testIgnore: /phone\./,
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      // A phone's touch and width, but not its pixel density, which no story needs and which slows rendering.
      use: { ...devices['Pixel 7'], viewport: { width: 375, height: 812 }, deviceScaleFactor: 1 },
      testIgnore: /desktop\./,
      grepInvert: /@desktop/,
    },
    {
      // Stories with a backend that writes as Laravel with Fractal does; one more compares all its answers (dialect.desktop.spec.ts).
      name: 'laravel',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, dialect: 'laravel' },
      grep: /@laravel/,
    },
  ],
})
