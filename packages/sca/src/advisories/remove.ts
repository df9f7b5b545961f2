import { Failure } from '@gatehouse/kernel'
import { importInThread } from './bring/import-thread.ts'
import { dropSourcesOf, removeSources } from './bring/sources-file.ts'
import { currentSnapshot, readManifest, removeSnapshots, snapshotFolder } from './snapshot/folder.ts'

export interface RemoveOptions {
  readonly folder: string
  /** OSV name; default: all advisories. */
  readonly ecosystem?: string | undefined
  /** Heap limit in megabytes. */
  readonly memory_mb: number
  readonly signal: AbortSignal
}

/**
 * Removes imported advisories. Readers that have the snapshot open keep it until they release it.
 * @returns the number of removed advisories; one that concerns other ecosystems too loses only the named one
 * @throws {Failure} `conflict` when an import finished in the meantime; `unavailable` for a damaged snapshot, if an ecosystem is named
 */
export async function removeAdvisories({ folder, ecosystem, memory_mb, signal }: RemoveOptions): Promise<number> {
  const id = currentSnapshot(folder)
  if (id === undefined) return 0
  if (ecosystem === undefined) return removeAll(folder, id)
  const { ecosystems } = readManifest(snapshotFolder(folder, id))
  if (ecosystems[ecosystem] === undefined) return 0
  const job = { folder, sources: [], update: true, without: ecosystem }
  const { snapshot, removed = 0 } = await importInThread(job, { memory_mb, signal, progress: () => undefined })
  if (snapshot.records === 0) removeAll(folder, snapshot.id)
  else dropSourcesOf(folder, ecosystem)
  return removed
}

function removeAll(folder: string, id: string): number {
  const records = recordsOf(folder, id)
  removeSnapshots(folder)
  removeSources(folder)
  return records
}

/** A damaged snapshot can be removed, too. */
function recordsOf(folder: string, id: string): number {
  try {
    return readManifest(snapshotFolder(folder, id)).records
  } catch (error) {
    if (error instanceof Failure) return 0
    throw error
  }
}
