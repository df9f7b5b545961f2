import { join, resolve } from 'node:path'
import type { Io } from '../command.ts'
import { readSettings } from '../settings.ts'

/** Returns the advisory folder: the given one, or the default in the data folder. */
export function advisoryFolder(folder: string | undefined, io: Pick<Io, 'env' | 'cwd'>): string {
  return folder === undefined ? join(readSettings(io).dataDir, 'advisories') : resolve(io.cwd, folder)
}
