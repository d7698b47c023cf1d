import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

// The user stories: each worker runs its own stand-in upstream and its own BFF (e2e/harness.ts), so that no story sees another's orders.
const chromium = [process.env['TABLEFRONT_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)

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
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } }, testIgnore: /phone\./ },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 375, height: 812 } }, testIgnore: /desktop\./ },
  ],
})
