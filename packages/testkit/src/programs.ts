import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Where systems have the programs that tests use beside Node. */
export const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

/** Whether the machine has all of these; tests that need them are skipped where it has not, and `.ci/install` installs them. */
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
