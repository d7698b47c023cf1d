import { existsSync } from 'node:fs'

/**
 * The machine's Chromium: `TABLEFRONT_CHROMIUM`, else the first that is installed (scripts/setup brings one). Undefined leaves it to
 * Playwright. The headless shell comes first: the same engine without the window, at half of the cost.
 */
export const chromium = [
  process.env['TABLEFRONT_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))
