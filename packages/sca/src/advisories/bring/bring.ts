import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Egress } from '@gatehouse/kernel'
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

/** What an import or an update did, as it is reported. */
export interface Brought {
  readonly obtained: readonly Obtained[]
  /** Undefined when no source had anything new. */
  readonly report: ImportReport | undefined
}

export interface BringOptions {
  /** Where snapshots live; made when it is not there. */
  readonly folder: string
  readonly named: readonly NamedSource[]
  /** What is read only if it changed. */
  readonly known: readonly SourceState[]
  /** Leaves behind what was imported before. */
  readonly replace: boolean
  /** The most that the objects of the import may take. */
  readonly memory_mb: number
  readonly egress: Egress
  readonly now_ms: number
  readonly signal: AbortSignal
  /** Of all downloads together; 4 GiB each unless said otherwise. */
  readonly bytes_max?: number
  readonly progress?: (progress: ImportProgress) => void
}

/** Downloads wait in folders of this name until they are imported. */
const WORKSPACE = 'downloading-'

/**
 * Fetches what sources have, and imports what is new of it.
 * @throws {Failure} what is wrong with a source; the signal's reason when it fires
 */
export async function bringAdvisories(options: BringOptions): Promise<Brought> {
  const { folder, named, known, replace, memory_mb, signal, now_ms, progress = () => undefined } = options
  await mkdir(folder, { recursive: true })
  await removeLeftovers(folder, now_ms)
  const workspace = await mkdtemp(join(folder, WORKSPACE))
  try {
    const obtained: Obtained[] = []
    for (const [at, source] of named.entries()) {
      const before = known.find(({ kind, from }) => kind === source.kind && from === source.from)
      // A folder of its own: two addresses may end in the same name.
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
    const bytes = obtained.reduce((sum, one) => sum + one.bytes, 0)
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
    // Streams that a signal breaks off tell of it in words of their own.
    throw signal.aborted ? signal.reason : thrown
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** What may still come of so many bytes. */
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
