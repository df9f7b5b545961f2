import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Egress } from '@gatehouse/kernel/egress'
import type { ImportReport } from '../import.ts'
import { importInThread } from './import-thread.ts'
import { removeLeftovers } from './leftovers.ts'
import { obtain, type Obtained } from './obtain.ts'
import type { ImportProgress } from './progress.ts'
import {
  mergeSources,
  type NamedSource,
  readSources,
  type SourceKind,
  type SourceState,
  writeSources,
} from './sources-file.ts'

/** Result of an import or an update. */
export interface ImportResult {
  readonly obtained: readonly Obtained[]
  /** Undefined when no source had new data. */
  readonly report: ImportReport | undefined
}

export interface SourceImportOptions {
  /** Folder of snapshots; created when it does not exist. */
  readonly folder: string
  readonly named: readonly NamedSource[]
  /** Earlier states of the sources, which are read only if they changed. */
  readonly known: readonly SourceState[]
  /** Drops earlier imports. */
  readonly replace: boolean
  /** Heap limit of the import in megabytes. */
  readonly memory_mb: number
  readonly egress: Egress
  readonly now_ms: number
  readonly signal: AbortSignal
  /** Maximum size of all downloads together; default 4 GiB each. */
  readonly bytes_max?: number
  readonly progress?: (progress: ImportProgress) => void
}

/** Downloads wait in folders of this name until they are imported. */
const WORKSPACE = 'downloading-'

/**
 * Downloads sources and imports their new records.
 * @throws {Failure} the problem of a source; the signal's reason when it fires
 */
export async function importFromSources(options: SourceImportOptions): Promise<ImportResult> {
  const { folder, named, known, replace, memory_mb, signal, now_ms, progress = () => undefined } = options
  await mkdir(folder, { recursive: true })
  await removeLeftovers(folder, now_ms)
  const workspace = await mkdtemp(join(folder, WORKSPACE))
  try {
    const obtained: Obtained[] = []
    for (const [at, source] of named.entries()) {
      const before = known.find(({ kind, from }) => kind === source.kind && from === source.from)
      // One folder per source: two addresses may end in the same name.
      const own = join(workspace, String(at))
      await mkdir(own)
      const bytes_max = left(options.bytes_max, obtained)
      const downloaded = (host: string, bytes: number, bytesTotal?: number): void =>
        progress({
          phase: 'DOWNLOADING',
          source: host,
          sourcesDone: at,
          sourcesTotal: named.length,
          bytes,
          records: 0,
          ...(bytesTotal !== undefined && { bytesTotal }),
        })
      obtained.push(await obtain(source, before, { ...options, ...bytes_max, progress: downloaded, workspace: own }))
    }
    const job = jobOf(folder, obtained, replace)
    const bytes = obtained.reduce((sum, item) => sum + item.bytes, 0)
    const counted = (records: number, recordsTotal?: number): void =>
      progress({
        phase: 'IMPORTING',
        sourcesDone: named.length,
        sourcesTotal: named.length,
        bytes,
        records,
        ...(recordsTotal !== undefined && { recordsTotal }),
      })
    const report = job && (await importInThread(job, { memory_mb, signal, progress: counted }))
    const read = obtained.map(({ state }) => state)
    writeSources(folder, mergeSources(readSources(folder), read, replace))
    return { obtained, report }
  } catch (thrown) {
    // Aborted streams report errors of their own.
    throw signal.aborted ? signal.reason : thrown
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** Returns the remaining download budget. */
function left(bytes_max: number | undefined, obtained: readonly Obtained[]): { readonly bytes_max?: number } {
  if (bytes_max === undefined) return {}
  return { bytes_max: Math.max(0, bytes_max - obtained.reduce((sum, { bytes }) => sum + bytes, 0)) }
}

function jobOf(folder: string, obtained: readonly Obtained[], replace: boolean) {
  const pathsOf = (kind: SourceKind): readonly string[] =>
    obtained.flatMap(({ state, path }) => (state.kind === kind && path !== undefined ? [path] : []))
  const [kevPath] = pathsOf('kev')
  const [epssPath] = pathsOf('epss')
  const sources = pathsOf('advisories')
  if (sources.length === 0 && kevPath === undefined && epssPath === undefined) return undefined
  return {
    folder,
    sources,
    update: !replace,
    ...(kevPath === undefined ? {} : { kevPath }),
    ...(epssPath === undefined ? {} : { epssPath }),
  }
}
