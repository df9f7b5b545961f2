import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Own limit: no import takes this long, so that its process was killed or crashed. */
const ABANDONED_MS = 24 * 60 * 60_000
const UNFINISHED = /^(?:importing|downloading)-/

/** Removes the files of killed imports from the folder; files that may be in use are kept. */
export async function removeLeftovers(folder: string, now_ms: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((item) => UNFINISHED.test(item))) {
    const path = join(folder, name)
    // Another import may have finished with it since it was listed.
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && now_ms - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true })
  }
}
