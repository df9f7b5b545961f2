import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AdvisoryImport } from '@gatehouse/contracts/appsec'
import { uuidv7 } from '@gatehouse/kernel'
import { type ImportProgress, percentOf } from '@gatehouse/sca/advisories'
import { z } from 'zod'

const STATE_FILE = 'import.json'
/** A running import writes its state at least this often. */
export const STATE_EVERY_MS = 1_000
/** A running import with an older state was interrupted because its process ended. */
const STALE_MS = 60_000

const StoredImport = z.object({ updated_ms: z.number(), import: AdvisoryImport })

/** Returns the latest import of a folder, including one of another process; undefined if there was none. */
export async function readImport(folder: string, now_ms: number): Promise<AdvisoryImport | undefined> {
  try {
    const stored = StoredImport.parse(JSON.parse(await readFile(join(folder, STATE_FILE), 'utf8')))
    const isStale = stored.import.status === 'RUNNING' && now_ms - stored.updated_ms > STALE_MS
    if (!isStale) return stored.import
    const error = 'The import was interrupted because its process ended. Start the import again.'
    return { ...stored.import, status: 'FAILED', finishedAt: new Date(stored.updated_ms).toISOString(), error }
  } catch {
    return undefined
  }
}

/** Replaces the state atomically. */
export async function writeImport(folder: string, state: AdvisoryImport, now_ms: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const next = join(folder, `${STATE_FILE}.${uuidv7()}.new`)
  await writeFile(next, `${JSON.stringify({ updated_ms: now_ms, import: state })}\n`, { mode: 0o600 })
  await rename(next, join(folder, STATE_FILE))
}

export function forgetImport(folder: string): Promise<void> {
  return rm(join(folder, STATE_FILE), { force: true })
}

/** Adds the engine's progress to a running import. */
export function withProgress(state: AdvisoryImport, progress: ImportProgress): AdvisoryImport {
  const { phase, sourcesDone, sourcesTotal, bytes, bytesTotal = null, records, recordsTotal = null } = progress
  const percent = percentOf(progress) ?? null
  return { ...state, phase, sourcesDone, sourcesTotal, bytes, bytesTotal, records, recordsTotal, percent }
}
