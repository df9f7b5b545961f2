import { z } from 'zod'
import { normaliseName } from '../../osv/names.ts'
import { ecosystemOf } from '../../versions/ecosystems.ts'

/** Raised when a file of a snapshot changes its meaning: older snapshots are imported again then. */
export const SNAPSHOT_FORMAT = 1

/** Names of the files in the folder of a snapshot. */
export const SNAPSHOT_FILES = {
  manifest: 'manifest.json',
  /** `ecosystem` LF `name` → entries of the package. */
  packages: 'packages.table',
  /** Id → location of the record. */
  records: 'records.table',
  /** The records themselves. */
  blocks: 'records.blocks',
  /** Representative of an alias set → all of its ids, if several. */
  sets: 'sets.table',
  /** Every other name → head of its alias set. */
  names: 'names.table',
  kev: 'kev.table',
  epss: 'epss.table',
} as const

const Count = z.int().min(0)

/** Manifest of a snapshot. */
export const SnapshotManifest = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  /** SHA-256 over all data that affects findings: the same data has the same id, in any order. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: z.string(),
  /** The newest `modified` of any record: how fresh the data are. */
  newest: z.string(),
  records: Count,
  withdrawn: Count,
  packages: Count,
  /** Packages with advisories by ecosystem, releases counted together. */
  ecosystems: z.record(z.string(), Count),
  kev: Count,
  epss: Count,
})
export type SnapshotManifest = z.infer<typeof SnapshotManifest>

/** Location of a record, in the format of the record table. */
export const RecordPosition = z.object({
  block: Count,
  packed: Count,
  start: Count,
  length: Count,
  modified: z.string(),
  digest: z.string(),
  withdrawn: z.boolean(),
})
export type RecordPosition = z.infer<typeof RecordPosition>

/** Returns the key of a package: the ecosystem without its release, normalized, then the normalized name. */
export function packageKey(ecosystem: string, name: string): string {
  const base = ecosystemOf(ecosystem) ?? ecosystem.split(':', 1)[0] ?? ''
  return `${base}\n${normaliseName(ecosystem, name)}`
}
