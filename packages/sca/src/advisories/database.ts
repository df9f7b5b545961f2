import { join } from 'node:path'
import { z } from 'zod'
import type { PackageName } from '../osv/names.ts'
import { OsvRecord } from '../osv/record.ts'
import type { ExploitPrediction, KnownExploited } from './exploitation.ts'
import type { AffectedVersions } from '../osv/evaluate.ts'
import {
  type AdvisoryMatch,
  type Exploitation,
  isSameRelease,
  type KnownSet,
  matchVersion,
  type ReadyEntry,
  readyEntry,
} from './match.ts'
import { openBlockReader } from './snapshot/blocks.ts'
import { readEntries } from './snapshot/entry.ts'
import { currentSnapshot, readManifest, snapshotFolder } from './snapshot/folder.ts'
import { packageKey, RecordPosition, SNAPSHOT_FILES, type SnapshotManifest } from './snapshot/manifest.ts'
import { openTable, type Table } from './table/open.ts'

/** A package at an exact version. */
export interface PackageVersion extends PackageName {
  readonly version: string
}

/** Open snapshot of advisories, read-only and immutable; an import creates a new one. */
export interface AdvisoryDatabase {
  readonly manifest: SnapshotManifest
  /** The vulnerabilities of a version, each once, in the order of their names. */
  readonly match: (wanted: PackageVersion) => readonly AdvisoryMatch[]
  /**
   * Returns the statements of all records about a package in all versions: a safe upgrade must be unaffected by each of them, including
   * those that do not affect the current version.
   */
  readonly affectedOf: (wanted: PackageName) => readonly AffectedVersions[]
  /** Returns the complete record of an id; undefined when it does not exist. */
  readonly record: (id: string) => OsvRecord | undefined
  /** Returns all ids of a vulnerability, the representative first; only the given id when it is unknown. */
  readonly namesOf: (name: string) => readonly string[]
  /** Returns a digest that changes with the record; undefined when it does not exist. */
  readonly digestOf: (id: string) => string | undefined
  /** Yields all records, including withdrawn ones, in storage order. */
  readonly records: () => Iterable<OsvRecord>
  /** Returns the exploitation data for a vulnerability with these ids. */
  readonly exploitationOf: (names: readonly string[]) => Exploitation
  /** The side tables in full, by CVE. */
  readonly kev: () => ReadonlyMap<string, KnownExploited>
  readonly epss: () => ReadonlyMap<string, ExploitPrediction>
  readonly close: () => void
}

export interface OpenAdvisoriesOptions {
  /** The folder that imports write to. */
  readonly folder: string
  /** Snapshot other than the current one, e.g. that of an earlier scan. */
  readonly snapshot?: string
}

/** Number of packages with cached entries: those that many projects share. */
const PACKAGES_KEPT = 4_096

const Names = z.array(z.string())
const Kev = z.object({ dateAdded: z.string(), dueDate: z.string(), ransomware: z.boolean() })
const Epss = z.object({ score: z.number(), percentile: z.number() })

/**
 * Opens a snapshot. Undefined before the first import: then nothing is known about any package, which does not mean that packages are
 * safe.
 * @throws {Failure} `not_found` for a removed snapshot, `unavailable` for a damaged one
 */
export function openAdvisories({ folder, snapshot }: OpenAdvisoriesOptions): AdvisoryDatabase | undefined {
  const id = snapshot ?? currentSnapshot(folder)
  if (id === undefined) return undefined
  const path = snapshotFolder(folder, id)
  const manifest = readManifest(path)
  const opened: { readonly close: () => void }[] = []
  const keep = <Opened extends { readonly close: () => void }>(item: Opened): Opened => {
    opened.push(item)
    return item
  }
  const close = () => opened.splice(0).forEach((item) => item.close())
  try {
    const table = (file: keyof typeof SNAPSHOT_FILES) => keep(openTable(join(path, SNAPSHOT_FILES[file])))
    const tables = {
      packages: table('packages'),
      records: table('records'),
      sets: table('sets'),
      names: table('names'),
      kev: table('kev'),
      epss: table('epss'),
    }
    const blocks = keep(openBlockReader(join(path, SNAPSHOT_FILES.blocks)))
    return { manifest, ...readers(tables, blocks.read), close }
  } catch (cause) {
    close()
    throw cause
  }
}

type Tables = Readonly<Record<'packages' | 'records' | 'sets' | 'names' | 'kev' | 'epss', Table>>

function readers(
  tables: Tables,
  readBlock: (place: RecordPosition) => string,
): Omit<AdvisoryDatabase, 'manifest' | 'close'> {
  const placeOf = (id: string) => readValue(tables.records, id, RecordPosition)
  const headOf = (name: string) => tables.names.get(name) ?? name
  const namesOf = (name: string) => readValue(tables.sets, headOf(name), Names) ?? [name]
  const exploitationOf = (names: readonly string[]): Exploitation => {
    const cves = names.filter((name) => name.startsWith('CVE-'))
    return { kev: firstKev(tables.kev, cves), epss: highestEpss(tables.epss, cves) }
  }
  const known = (head: string): KnownSet => {
    const names = namesOf(head)
    return { id: head, names, ...exploitationOf(names) }
  }
  const entriesOf = cachedEntries(tables.packages, (id) => known(headOf(id)))
  const record = (place: RecordPosition) => OsvRecord.parse(JSON.parse(readBlock(place)))
  return {
    match: ({ ecosystem, name, version }) => matchVersion(entriesOf(packageKey(ecosystem, name)), ecosystem, version),
    affectedOf: ({ ecosystem, name }) =>
      entriesOf(packageKey(ecosystem, name)).flatMap((entry) =>
        isSameRelease(entry.ecosystem, ecosystem) ? [entry.affected] : [],
      ),
    record: (id) => {
      const place = placeOf(id)
      return place && record(place)
    },
    namesOf,
    digestOf: (id) => placeOf(id)?.digest,
    exploitationOf,
    *records() {
      const places = [...tables.records.keys()].flatMap((id) => placeOf(id) ?? [])
      // In block order each block is decompressed once.
      for (const place of places.sort((a, b) => a.block - b.block || a.start - b.start)) yield record(place)
    },
    kev: () => readAll(tables.kev, Kev),
    epss: () => readAll(tables.epss, Epss),
  }
}

/** Returns a function that reads the entries of a package, with a cache of the latest packages. */
function cachedEntries(packages: Table, known: (id: string) => KnownSet): (key: string) => readonly ReadyEntry[] {
  const remaining = new Map<string, readonly ReadyEntry[]>()
  return (key) => {
    const before = remaining.get(key)
    const text = before === undefined ? packages.get(key) : undefined
    if (before === undefined && text === undefined) return []
    const entries = before ?? readEntries(text ?? '[]').map((entry) => readyEntry(entry, known(entry.id)))
    remaining.delete(key)
    remaining.set(key, entries)
    const [oldest] = remaining.keys()
    if (remaining.size > PACKAGES_KEPT && oldest !== undefined) remaining.delete(oldest)
    return entries
  }
}

function firstKev(table: Table, cves: readonly string[]): KnownExploited | undefined {
  for (const cve of cves) {
    const entry = readValue(table, cve, Kev)
    if (entry !== undefined) return entry
  }
  return undefined
}

function highestEpss(table: Table, cves: readonly string[]): ExploitPrediction | undefined {
  return cves.flatMap((cve) => readValue(table, cve, Epss) ?? []).sort((a, b) => b.score - a.score)[0]
}

function readValue<Schema extends z.ZodType>(table: Table, key: string, schema: Schema): z.infer<Schema> | undefined {
  const text = table.get(key)
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}

function readAll<Schema extends z.ZodType>(table: Table, schema: Schema): ReadonlyMap<string, z.infer<Schema>> {
  const all = new Map<string, z.infer<Schema>>()
  for (const key of table.keys()) {
    const value = readValue(table, key, schema)
    if (value !== undefined) all.set(key, value)
  }
  return all
}
