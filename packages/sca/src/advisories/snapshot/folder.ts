import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { SNAPSHOT_FILES, SnapshotManifest } from './manifest.ts'

/** Contains the id of the current snapshot; replaced atomically and never modified. */
const CURRENT = 'current'
const SNAPSHOTS = 'snapshots'
const ID = /^[0-9a-f]{64}$/

/** Number of kept snapshots: the current one, and those that readers may have open or scans may reference. */
const SNAPSHOTS_KEPT = 3

/** The id of the current snapshot; undefined when nothing was imported yet. */
export function currentSnapshot(folder: string): string | undefined {
  const path = join(folder, CURRENT)
  if (!existsSync(path)) return undefined
  const id = readFileSync(path, 'utf8').trim()
  return ID.test(id) ? id : undefined
}

/** Returns the folder of one snapshot. @throws {Failure} `not_found` when it does not exist */
export function snapshotFolder(folder: string, id: string): string {
  const path = join(folder, SNAPSHOTS, id)
  if (!ID.test(id) || !existsSync(path)) throw new Failure('not_found', `Advisory snapshot "${id}" not found.`)
  return path
}

/** @throws {Failure} `unavailable` when the snapshot is damaged or was created by another version */
export function readManifest(path: string): SnapshotManifest {
  try {
    return SnapshotManifest.parse(JSON.parse(readFileSync(join(path, SNAPSHOT_FILES.manifest), 'utf8')))
  } catch (cause) {
    throw new Failure('unavailable', 'The advisory snapshot is corrupt or from another version. Import it again.', {
      cause,
    })
  }
}

/**
 * Moves a finished snapshot to its final folder and makes it the current one.
 * @param previous the current snapshot at the start of the import
 * @throws {Failure} `conflict` when it is no longer current: this import does not contain the other import's records
 */
export function publishSnapshot(folder: string, work: string, id: string, previous: string | undefined): void {
  if (currentSnapshot(folder) !== previous) {
    throw new Failure('conflict', 'Another advisory import finished in the meantime. Run this one again.')
  }
  const target = join(folder, SNAPSHOTS, id)
  mkdirSync(join(folder, SNAPSHOTS), { recursive: true })
  // The same data has the same id: the existing snapshot is equal.
  if (!existsSync(target)) renameSync(work, target)
  const next = join(folder, `${CURRENT}.${process.pid}.new`)
  writeFileSync(next, `${id}\n`)
  renameSync(next, join(folder, CURRENT))
}

export function dropOldSnapshots(folder: string, current: string): void {
  const others = readdirSync(join(folder, SNAPSHOTS))
    .filter((id) => ID.test(id) && id !== current)
    .map((id) => ({ path: join(folder, SNAPSHOTS, id), time_ms: statSync(join(folder, SNAPSHOTS, id)).mtimeMs }))
    .sort((a, b) => b.time_ms - a.time_ms)
  for (const { path } of others.slice(SNAPSHOTS_KEPT - 1)) rmSync(path, { recursive: true, force: true })
}

/** Removes all snapshots. The file that names the current one goes first, so that no reader finds a half removed snapshot. */
export function removeSnapshots(folder: string): void {
  rmSync(join(folder, CURRENT), { force: true })
  rmSync(join(folder, SNAPSHOTS), { recursive: true, force: true })
}
