import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '@gatehouse/store'
import { isUuid } from '@gatehouse/store/organizations'
import { forgetOldSources, forgetOldSourceSecrets, isSourceUsed, usedSources } from '@gatehouse/store/scans'
import { removeSource, SOURCES } from './source-files.ts'

/** Own limit for rescanning an upload. Results stay, but sources are large and belong to the user. */
export const SOURCE_DAYS = 30

/** Own limit: an older file without a reference was left by a killed process, because no request takes half as long. */
const LOST_MS = 2 * 60 * 60_000
/** Own limit of uploads per query. */
const BATCH = 1_000

interface Ports {
  readonly store: Store
  readonly dataDir: string
}

/** Removes an upload that no scan references. */
export async function dropUnusedSource(sourceFile: string | null, { store, dataDir }: Ports): Promise<void> {
  if (sourceFile === null || (await isSourceUsed(store, sourceFile))) return
  await removeSource(dataDir, sourceFile)
}

/** Removes uploads and source passwords if their last scan has ended and was queued before {@link SOURCE_DAYS}. @returns their number */
export async function dropOldSources({ store, dataDir }: Ports, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SOURCE_DAYS * 86_400_000)
  await forgetOldSourceSecrets(store, before)
  const removed = await forgetOldSources(store, before)
  await Promise.all(removed.map((item) => removeSource(dataDir, item)))
  return removed.length
}

/**
 * Removes uploads without a reference: from killed processes, and from scans that were never stored or were deleted concurrently.
 * @param uploads folder of incomplete uploads
 * @returns their number
 */
export async function dropLostSources({ store, dataDir }: Ports, uploads: string, now_ms: number): Promise<number> {
  const sources = join(dataDir, SOURCES)
  const names = (await olderFiles(sources, now_ms - LOST_MS)).filter(isUuid)
  let removed = 0
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH)
    const used = await usedSources(store, batch)
    const lost = batch.filter((name) => !used.has(name))
    for (const name of lost) await removeSource(dataDir, name)
    removed += lost.length
  }
  const arriving = await olderFiles(uploads, now_ms - LOST_MS)
  for (const name of arriving) await rm(join(uploads, name), { force: true })
  return removed + arriving.length
}

async function olderFiles(folder: string, before_ms: number): Promise<string[]> {
  const older: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const found = entry.isFile() ? await stat(join(folder, entry.name)).catch(() => undefined) : undefined
    if (found !== undefined && found.mtimeMs < before_ms) older.push(entry.name)
  }
  return older
}
