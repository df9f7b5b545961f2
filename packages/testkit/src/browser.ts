import { existsSync } from 'node:fs'

/** The headless shell needs a third of the CPU time of the full browser, with the same engine. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Path of the browser; undefined: tests that need one are skipped (`.ci/install` installs Debian's). */
export const BROWSER_PATH: string | undefined = PATHS.find((path) => existsSync(path))
