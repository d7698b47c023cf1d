import { existsSync } from 'node:fs'

/**
 * The path of Chromium: `TABLEFRONT_CHROMIUM`, else the first that is installed (`scripts/setup browser` installs one). Undefined: Playwright uses
 * its own. The headless shell is preferred: the same engine at half the cost. scripts/setup asks for it, too. @public
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

/** The launch options for tests and measurements: no network or background activity of its own. */
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
