import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Usual locations of programs that tests use in addition to Node. */
export const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

/** Returns whether the machine has all these programs; tests that need them are skipped otherwise, and `.ci/install` installs them. */
export function hasPrograms(...names: readonly string[]): boolean {
  return names.every((name) => SEARCH_PATH.split(':').some((folder) => isRunnable(join(folder, name))))
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
