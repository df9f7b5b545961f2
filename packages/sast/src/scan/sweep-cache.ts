import { type Stats, statSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entriesIn } from './kept.ts'
import type { CacheLocation } from './options.ts'

/** Own limit: results of some hundred thousand files. */
const CACHE_BYTES_MAX = 1024 * 1024 * 1024
/** Target fill level after a sweep, so that the cache is not full again at once. */
const KEPT_SHARE = 0.8
/** How often a cache is looked through, by whichever process. */
const SWEEP_MS = 10 * 60_000
/** A draft that is older was left by a process that was killed. */
const DRAFT_MS = 60 * 60_000
/** File whose timestamp is the time of the last sweep. */
const MARK = 'swept'

interface Entry extends Pick<Stats, 'size' | 'mtimeMs'> {
  readonly path: string
}

/** Removes the oldest entries of a cache above its size limit. Files that cannot be removed stay. */
export async function sweepCache(
  { folder, bytes_max = CACHE_BYTES_MAX }: CacheLocation,
  now_ms: number,
): Promise<void> {
  const root = entriesIn(folder)
  const mark = join(root, MARK)
  const swept = await stat(mark).catch(() => undefined)
  if (swept !== undefined && now_ms - swept.mtimeMs < SWEEP_MS) return
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    await writeFile(mark, '')
    await utimes(mark, new Date(now_ms), new Date(now_ms))
    await removeOldest(await entriesOf(root, now_ms), bytes_max)
  } catch {
    // A cache that cannot be written to does not grow either.
  }
}

async function entriesOf(root: string, now_ms: number): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (const folder of await readdir(root, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue
    for (const name of await readdir(join(root, folder.name))) {
      const path = join(root, folder.name, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found === undefined) continue
      if (!name.endsWith('.gz') && now_ms - found.mtimeMs > DRAFT_MS) await rm(path, { force: true })
      entries.push({ path, size: found.size, mtimeMs: found.mtimeMs })
    }
  }
  return entries
}

async function removeOldest(entries: readonly Entry[], bytes_max: number): Promise<void> {
  let bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= bytes_max) return
  for (const { path, size } of entries.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= bytes_max * KEPT_SHARE) return
    await rm(path, { force: true })
    bytes -= size
  }
}
