import { existsSync } from 'node:fs'

/**
 * The machine's Chromium: `TABLEFRONT_CHROMIUM`, else the first that is installed (`scripts/setup browser` installs one). Undefined leaves it
 * to Playwright, which looks into its own cache. The headless shell comes first: the same engine without the window, at half of the cost.
 */
export const path = [
  process.env['TABLEFRONT_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
].find((one) => one && existsSync(one))

/** How Chromium is launched, for stories and measurements alike: nothing of its own on the network, nothing in the background. */
export const launch = {
  ...(path ? { executablePath: path } : {}),
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
}
