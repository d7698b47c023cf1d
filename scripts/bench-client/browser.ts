// The browser that measures.
import { existsSync } from 'node:fs'

/** Where Chromium is. */
export const chromiumPath =
  [process.env['TABLEFRONT_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path): path is string => path !== undefined && existsSync(path),
  ) ?? 'chromium'

/** Nothing of its own on the network, nothing in the background. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
