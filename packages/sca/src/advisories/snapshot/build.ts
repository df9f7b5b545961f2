import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileAffected } from '../../osv/evaluate.ts'
import type { OsvRecord } from '../../osv/record.ts'
import { rateRecord } from '../../osv/severity.ts'
import { createAliasSets } from '../alias-sets.ts'
import type { ExploitPrediction, KnownExploited } from '../exploitation.ts'
import { writeTable } from '../table/write.ts'
import { openBlockWriter, type BlockPosition } from './blocks.ts'
import { writeEntry } from './entry.ts'
import { createRecordBuffer, type RecordBuffer } from './kept-records.ts'
import { createPackageLines, LINES_FILE, type PackageLines } from './package-lines.ts'
import { packageKey, SNAPSHOT_FILES, SNAPSHOT_FORMAT, type RecordPosition, type SnapshotManifest } from './manifest.ts'

/** The side tables of a snapshot, by CVE. */
export interface SideTables {
  readonly kev: ReadonlyMap<string, KnownExploited>
  readonly epss: ReadonlyMap<string, ExploitPrediction>
}

export interface SnapshotBuilder {
  /**
   * Adds a record unless a newer one with its id exists; of two with equal times the later one is used.
   * @returns a digest that changes with the record; undefined when it was not added
   */
  readonly add: (record: OsvRecord) => string | undefined
  /** Adds a record unless one with its id exists that is at least as new. */
  readonly keep: (record: OsvRecord) => void
  /** Writes everything except the records, which are already on disk, and returns the manifest. */
  readonly finish: (sides: SideTables, createdAt: string) => SnapshotManifest
  /** Closes open files; the folder is unusable afterwards. */
  readonly abandon: () => void
}

/**
 * Builds a snapshot in an empty folder. Records and their package entries are written to disk immediately; ids, aliases and locations stay
 * in memory, about a twentieth.
 */
export function createSnapshotBuilder(folder: string): SnapshotBuilder {
  const blocks = openBlockWriter(join(folder, SNAPSHOT_FILES.blocks))
  const records = createRecordBuffer()
  const packages = createPackageLines(join(folder, LINES_FILE), records.idOf)
  let open = true

  const close = () => {
    open = false
    blocks.close()
    packages.close()
  }
  const take = (record: OsvRecord): string => {
    const json = JSON.stringify(record)
    const number = blocks.add(json)
    if (record.withdrawn === undefined) addPackages(record, number, packages)
    return records.take(record, number, json)
  }
  /** Returns whether a newer record with this id exists, or one of the same time if requested. */
  const isOld = ({ id, modified }: OsvRecord, orAsOld: boolean): boolean => {
    const number = records.numberOf(id)
    if (number === undefined) return false
    return records.modifiedOf(number) > modified || (orAsOld && records.modifiedOf(number) === modified)
  }
  return {
    add: (record) => (isOld(record, false) ? undefined : take(record)),
    keep: (record) => {
      if (!isOld(record, true)) take(record)
    },
    finish: (sides, createdAt) => {
      blocks.close()
      packages.dropReplaced((number) => records.numberOf(records.idOf(number)) === number)
      writeTables(folder, { records, packages, placeOf: blocks.placeOf }, sides)
      const manifest = describeSnapshot(records, packages, sides, createdAt)
      writeFileSync(join(folder, SNAPSHOT_FILES.manifest), `${JSON.stringify(manifest, undefined, 2)}\n`, {
        flag: 'wx',
      })
      open = false
      packages.close()
      return manifest
    },
    abandon: () => {
      if (open) close()
    },
  }
}

function addPackages(record: OsvRecord, number: number, packages: PackageLines): void {
  for (const affected of record.affected) {
    if (affected.package === undefined) continue
    const { ecosystem, name } = affected.package
    const compiled = compileAffected(affected)
    if (compiled.intervals.length === 0 && compiled.versions.length === 0) continue
    const entry = { id: record.id, ecosystem, affected: compiled, rating: rateRecord(record, affected) }
    packages.add(packageKey(ecosystem, name), number, writeEntry(entry))
  }
}

interface Contents {
  readonly records: RecordBuffer
  readonly packages: PackageLines
  readonly placeOf: (number: number) => BlockPosition
}

function writeTables(folder: string, { records, packages, placeOf }: Contents, { kev, epss }: SideTables): void {
  const path = (file: keyof typeof SNAPSHOT_FILES) => join(folder, SNAPSHOT_FILES[file])
  writeTable(path('packages'), packages.keys(), (key) => `[${packages.linesOf(key).join(',')}]`)
  writeTable(path('records'), records.ids(), (id) => {
    const number = records.numberOf(id) ?? -1
    const [modified, digest] = [records.modifiedOf(number), records.digestOf(number)]
    const withdrawn = records.isWithdrawn(number)
    return JSON.stringify({ ...placeOf(number), modified, digest, withdrawn } satisfies RecordPosition)
  })
  writeTable(path('kev'), kev.keys(), (cve) => JSON.stringify(kev.get(cve)))
  writeTable(path('epss'), epss.keys(), (cve) => JSON.stringify(epss.get(cve)))

  const aliases = createAliasSets()
  for (const id of records.ids()) {
    const number = records.numberOf(id) ?? -1
    if (!records.isWithdrawn(number)) aliases.join([id, ...records.aliasesOf(number)])
  }
  writeTable(path('names'), aliases.others(), aliases.headOf)
  writeTable(path('sets'), aliases.heads(), (head) => JSON.stringify(aliases.namesOf(head)))
}

function describeSnapshot(
  records: Contents['records'],
  packages: Contents['packages'],
  sides: SideTables,
  createdAt: string,
): SnapshotManifest {
  const ecosystems: Record<string, number> = {}
  for (const key of packages.keys()) {
    const ecosystem = key.split('\n', 1)[0] ?? ''
    ecosystems[ecosystem] = (ecosystems[ecosystem] ?? 0) + 1
  }
  let newest = ''
  let withdrawn = 0
  for (const id of records.ids()) {
    const number = records.numberOf(id) ?? -1
    if (records.modifiedOf(number) > newest) newest = records.modifiedOf(number)
    if (records.isWithdrawn(number)) withdrawn += 1
  }
  return {
    format: SNAPSHOT_FORMAT,
    id: snapshotId(records, sides),
    createdAt,
    newest,
    records: records.size(),
    withdrawn,
    packages: packages.size(),
    ecosystems: Object.fromEntries(Object.entries(ecosystems).sort(([a], [b]) => (a < b ? -1 : 1))),
    kev: sides.kev.size,
    epss: sides.epss.size,
  }
}

function snapshotId(records: Contents['records'], { kev, epss }: SideTables): string {
  const hash = createHash('sha256').update(`format ${SNAPSHOT_FORMAT}\n`)
  for (const id of [...records.ids()].sort()) {
    hash.update(`${id} ${records.digestOf(records.numberOf(id) ?? -1)}\n`)
  }
  for (const side of [kev, epss]) {
    hash.update('\n')
    for (const cve of [...side.keys()].sort()) hash.update(`${cve} ${JSON.stringify(side.get(cve))}\n`)
  }
  return hash.digest('hex')
}
