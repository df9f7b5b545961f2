import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, Failure, isoTime } from '@gatehouse/kernel'
import { OSV_RECORD_BYTES_MAX, OsvRecord } from '../osv/record.ts'
import { ecosystemOf } from '../versions/ecosystems.ts'
import { type AdvisoryDatabase, openAdvisories } from './database.ts'
import { readEpss, readKev } from './exploitation.ts'
import { createSnapshotBuilder, type SideTables, type SnapshotBuilder } from './snapshot/build.ts'
import { currentSnapshot, dropOldSnapshots, publishSnapshot } from './snapshot/folder.ts'
import type { SnapshotManifest } from './snapshot/manifest.ts'
import { openRecords } from './sources/open.ts'
import { declaredEntries } from './sources/zip.ts'
import type { RecordSource } from './sources/source.ts'

export interface ImportOptions {
  /** Folder of snapshots; created when it does not exist. */
  readonly folder: string
  /** Files or folders in OSV format, or records from other sources. */
  readonly sources: readonly (string | RecordSource)[]
  /** Whether the records of the current snapshot are kept: newer records replace older ones. Otherwise they are dropped. */
  readonly update?: boolean
  /** Ecosystem that is removed from the kept records. */
  readonly without?: string
  /** CISA's catalogue; without one the current one is kept. */
  readonly kevPath?: string
  /** FIRST's scores; without them the current ones are kept. */
  readonly epssPath?: string
  readonly clock: Clock
  readonly signal?: AbortSignal
  /** Called at the start and about every thousand records, with the total if the sources declare it. */
  readonly progress?: (records: number, recordsTotal?: number) => void
}

/** Result of an import. */
export interface ImportReport {
  readonly snapshot: SnapshotManifest
  /** The snapshot that was current before. */
  readonly previous: string | undefined
  /** With an id that was not there before. */
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Left aside because a newer record with the same id was there. */
  readonly older: number
  /** Not in the form of OSV, or too large. */
  readonly rejected: number
  /** Records that concern the removed ecosystem. */
  readonly removed?: number
  /** First errors, each with location and reason. */
  readonly reasons: readonly string[]
}

/** Reasons that a report names. */
const REASONS_MAX = 20
/** Records between two calls of `progress`. */
const PROGRESS_RECORDS = 1_000

/**
 * Creates a new snapshot and makes it the current one; readers of an older one are unaffected. An unreadable record is counted and
 * skipped: one damaged file must not prevent the use of all others.
 * @throws {Failure} `not_found` for a missing source, `invalid_request` when nothing could be read, `conflict` when another import was
 * faster
 */
export async function importAdvisories(options: ImportOptions): Promise<ImportReport> {
  mkdirSync(options.folder, { recursive: true })
  const previous = currentSnapshot(options.folder)
  const base = previous === undefined ? undefined : openBase(options)
  const work = mkdtempSync(join(options.folder, 'importing-'))
  const builder = createSnapshotBuilder(work)
  try {
    const tally = await readSources(builder, base, options)
    const removed = options.update === true && base !== undefined ? keepBase(builder, base, options) : 0
    const sides = await readSides(options, base)
    if (options.sources.length > 0 && tally.added + tally.changed + tally.unchanged + tally.older === 0) {
      throw new Failure('invalid_request', `No advisory could be read. ${tally.reasons[0] ?? 'The source is empty.'}`)
    }
    const snapshot = builder.finish(sides, isoTime(options.clock.now()))
    publishSnapshot(options.folder, work, snapshot.id, previous)
    dropOldSnapshots(options.folder, snapshot.id)
    return { snapshot, previous, ...tally, ...(options.without === undefined ? {} : { removed }) }
  } finally {
    builder.abandon()
    base?.close()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Opens the current snapshot. If its records are not kept, a damaged or outdated one must not prevent its replacement. */
function openBase({ folder, update }: ImportOptions): AdvisoryDatabase | undefined {
  try {
    return openAdvisories({ folder })
  } catch (error) {
    if (update === true) throw error
    return undefined
  }
}

interface Tally {
  added: number
  changed: number
  unchanged: number
  older: number
  rejected: number
  readonly reasons: string[]
}

async function readSources(
  builder: SnapshotBuilder,
  base: AdvisoryDatabase | undefined,
  { sources, signal, progress }: ImportOptions,
): Promise<Tally> {
  const tally: Tally = { added: 0, changed: 0, unchanged: 0, older: 0, rejected: 0, reasons: [] }
  let seen = 0
  const total = progress === undefined ? undefined : await declaredRecords(sources)
  progress?.(0, total)
  for (const source of sources) {
    const records = typeof source === 'string' ? await openRecords(source) : source
    for await (const { text, from } of records) {
      signal?.throwIfAborted()
      seen += 1
      if (seen % PROGRESS_RECORDS === 0) progress?.(seen, total)
      const record = parseRecord(text)
      if (typeof record !== 'string') tally[outcomeOf(builder.add(record), base?.digestOf(record.id))] += 1
      else if (tally.rejected++ < REASONS_MAX) tally.reasons.push(`${from}: ${record}`)
    }
  }
  return tally
}

/** Returns the total number of declared records; undefined when a source declares none. */
async function declaredRecords(sources: ImportOptions['sources']): Promise<number | undefined> {
  let total = 0
  for (const source of sources) {
    const declared = typeof source === 'string' ? await declaredEntries(source) : undefined
    if (declared === undefined) return undefined
    total += declared
  }
  return total
}

function outcomeOf(
  current: string | undefined,
  before: string | undefined,
): 'added' | 'changed' | 'unchanged' | 'older' {
  if (current === undefined) return 'older'
  if (before === undefined) return 'added'
  return current === before ? 'unchanged' : 'changed'
}

/** Returns the record, or an error message. */
function parseRecord(text: string): OsvRecord | string {
  if (text === '') return `it is empty or larger than ${OSV_RECORD_BYTES_MAX} bytes`
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'invalid JSON'
  }
  const parsed = OsvRecord.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not in OSV format'}`
}

/** Keeps records of the earlier snapshot without a newer version. */
/** @returns the number of records that concern the removed ecosystem */
function keepBase(builder: SnapshotBuilder, base: AdvisoryDatabase, { signal, without }: ImportOptions): number {
  let removed = 0
  for (const record of base.records()) {
    signal?.throwIfAborted()
    const affected = record.affected.filter(
      ({ package: item }) => item === undefined || baseOf(item.ecosystem) !== without,
    )
    const isSame = without === undefined || affected.length === record.affected.length
    if (!isSame) removed += 1
    if (isSame || affected.some((item) => item.package !== undefined)) {
      builder.keep(isSame ? record : { ...record, affected })
    }
  }
  return removed
}

/** Ecosystem without its release, in the spelling of the manifest. */
function baseOf(ecosystem: string): string {
  return ecosystemOf(ecosystem) ?? ecosystem.split(':', 1)[0] ?? ''
}

async function readSides(
  { kevPath, epssPath }: ImportOptions,
  base: AdvisoryDatabase | undefined,
): Promise<SideTables> {
  return {
    kev: kevPath === undefined ? (base?.kev() ?? new Map()) : await readKev(kevPath),
    epss: epssPath === undefined ? (base?.epss() ?? new Map()) : await readEpss(epssPath),
  }
}
