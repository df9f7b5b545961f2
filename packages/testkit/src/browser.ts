import { existsSync } from 'node:fs'

/** The headless shell does for a third of the processor time what the whole browser does, by the same engine. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where this machine has a browser; undefined: tests that need one are skipped (`.ci/install` brings Debian's). */
export const BROWSER_PATH: string | undefined = PATHS.find((path) => existsSync(path))
