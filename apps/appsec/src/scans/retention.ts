import { forgetOldSources, isSourceUsed, type Store } from '@gatehouse/store'
import { removeSource } from './source-files.ts'

/** How long an upload can be scanned again. Ours: results stay, sources are large and not ours. */
export const SOURCE_DAYS = 30

interface Ports {
  readonly store: Store
  readonly dataDir: string
}

/** Removes an upload that no scan refers to any more. */
export async function dropUnusedSource(sourceFile: string | null, { store, dataDir }: Ports): Promise<void> {
  if (sourceFile === null || (await isSourceUsed(store, sourceFile))) return
  await removeSource(dataDir, sourceFile)
}

/** Removes uploads whose last scan was queued before {@link SOURCE_DAYS} and is over. @returns how many */
export async function dropOldSources({ store, dataDir }: Ports, now: Date): Promise<number> {
  const gone = await forgetOldSources(store, new Date(now.getTime() - SOURCE_DAYS * 86_400_000))
  await Promise.all(gone.map((one) => removeSource(dataDir, one)))
  return gone.length
}
