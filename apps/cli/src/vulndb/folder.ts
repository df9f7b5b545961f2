import { join, resolve } from 'node:path'
import type { Io } from '../command.ts'
import { readSettings } from '../settings.ts'

/** Where advisories are kept: the folder that was named, or the one of this name in the data folder. */
export function advisoryFolder(folder: string | undefined, io: Pick<Io, 'env' | 'cwd'>): string {
  return folder === undefined ? join(readSettings(io).dataDir, 'advisories') : resolve(io.cwd, folder)
}
