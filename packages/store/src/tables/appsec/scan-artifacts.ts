import { Failure } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import type { FindingRow } from './findings.ts'
import { FINDING_COLUMNS_SHOWN } from './findings.ts'
import { isUuid } from './owned.ts'
import type { ScanRow } from './scans.ts'

/** Chunk size for reading compressed artifacts, to limit memory. */
const WINDOW_BYTES = 1024 * 1024

/** Artifact to store. */
export interface NewArtifact {
  readonly kind: string
  readonly type: string
  readonly mediaType: string
  /** Size of the signed, uncompressed artifact. */
  readonly size_bytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
  /** Compressed with gzip. */
  readonly content: Buffer
}

/** Metadata of an artifact. */
export type ArtifactRow = Omit<NewArtifact, 'content'> & { readonly version: number; readonly madeAt: Date }

type ScanIds = Pick<ScanRow, 'id' | 'organizationId' | 'projectId'>

/** Renewal of documents. Only one of several concurrent readers renews them. */
export interface Renewal {
  /** Version of the new documents: higher than that of any document of the scan. */
  readonly version: number
  /** Findings of packages with their current triage. */
  readonly findings: readonly FindingRow[]
  /** Returns the current content of an artifact, or undefined if the scan has none of this kind. */
  readonly read: (kind: string) => Promise<Buffer | undefined>
}

/** Scanners with package findings. Their triage is part of VEX documents. */
export const OF_PACKAGES: readonly string[] = ['SCA', 'MALICIOUS_PKG', 'CONTAINER']

/** Returns the version for new documents of a scan. */
export async function nextArtifactVersion(db: Kysely<DB>, scanId: string): Promise<number> {
  const { version } = await db
    .selectFrom('scan_artifacts')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('scan_id', '=', scanId)
    .executeTakeFirstOrThrow()
  return (version ?? 0) + 1
}

/** Replaces all artifacts of a scan. */
export async function replaceArtifacts(
  db: Kysely<DB>,
  scan: ScanIds,
  version: number,
  artifacts: readonly NewArtifact[],
): Promise<void> {
  await db.deleteFrom('scan_artifacts').where('scan_id', '=', scan.id).execute()
  for (const artifact of artifacts) await put(db, scan, version, artifact)
}

/** @param triage  triage state of the content; default: the current state */
async function put(
  db: Kysely<DB>,
  scan: ScanIds,
  version: number,
  artifact: NewArtifact,
  triage?: number,
): Promise<void> {
  const values = {
    type: artifact.type,
    media_type: artifact.mediaType,
    size_bytes: artifact.size_bytes,
    sha256: artifact.sha256,
    content: artifact.content,
    version,
    triage_version: triage ?? sql<number>`(SELECT triage_version FROM scans WHERE id = ${scan.id})`,
    made_at: sql<Date>`now()`,
  }
  await db
    .insertInto('scan_artifacts')
    .values({ scan_id: scan.id, organization_id: scan.organizationId, kind: artifact.kind, ...values })
    .onConflict((on) => on.columns(['scan_id', 'kind']).doUpdateSet(values))
    .execute()
}

/** Returns the artifacts of scans, by scan. */
export async function listArtifacts(
  store: Store,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ArtifactRow[]>> {
  if (scanIds.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('scan_artifacts')
    .select(['scan_id', 'kind', 'type', 'media_type', 'size_bytes', 'sha256', 'version', 'made_at'])
    .where('scan_id', 'in', [...scanIds])
    .orderBy('kind')
    .execute()
  return Map.groupBy(rows.map(toArtifact), ({ scanId }) => scanId)
}

/** Returns whether the triage of the scan's packages changed after its VEX documents were created. */
export async function isArtifactStale(
  store: Store,
  { id, organizationId }: Pick<ScanIds, 'id' | 'organizationId'>,
  kind: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM scan_artifacts AS artifact JOIN scans ON scans.id = artifact.scan_id
     WHERE scan_id = ${id} AND artifact.organization_id = ${organizationId} AND kind = ${kind}
       AND artifact.triage_version < scans.triage_version`.execute(store.db)
  return rows.length > 0
}

/**
 * Renews stale documents of this `kind`. Holds no lock meanwhile: concurrent triage makes them stale again, and of several concurrent
 * renewals the first is stored.
 * @param make returns replacements for artifacts of the same kinds; empty if nothing would change
 * @returns whether documents were created
 */
export async function renewArtifacts(
  store: Store,
  scan: ScanIds,
  kind: string,
  make: (renewal: Renewal) => Promise<readonly NewArtifact[]>,
): Promise<boolean> {
  const triage = await triageOf(store.db, scan)
  if (triage === undefined || !(await isArtifactStale(store, scan, kind))) return false
  const version = await nextArtifactVersion(store.db, scan.id)
  const { rows: findings } = await sql<FindingRow>`
    SELECT ${FINDING_COLUMNS_SHOWN} FROM findings
     WHERE organization_id = ${scan.organizationId} AND scan_id = ${scan.id} AND scanner = ANY (${OF_PACKAGES})
       AND NOT is_gap AND details #> '{metadata,purl}' IS NOT NULL ORDER BY position`.execute(store.db)
  const read = async (which: string): Promise<Buffer | undefined> => {
    const row = await store.db
      .selectFrom('scan_artifacts')
      .select('content')
      .where('organization_id', '=', scan.organizationId)
      .where('scan_id', '=', scan.id)
      .where('kind', '=', which)
      .executeTakeFirst()
    return row?.content
  }
  const newArtifacts = await make({ version, findings, read })
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${scan.projectId}, 0))`.execute(transaction)
    const { rows } = await sql`
      SELECT FROM scans WHERE id = ${scan.id} AND organization_id = ${scan.organizationId} FOR SHARE`.execute(
      transaction,
    )
    // The scan was deleted, or its documents were created meanwhile with the triage of that time.
    const isFirst = rows.length > 0 && (await nextArtifactVersion(transaction, scan.id)) === version
    if (!isFirst || !(await isArtifactStale({ ...store, db: transaction }, scan, kind))) return false
    for (const item of newArtifacts) await put(transaction, scan, version, item, triage)
    await sql`
      UPDATE scan_artifacts SET triage_version = ${triage} WHERE scan_id = ${scan.id} AND kind = ${kind}`.execute(
      transaction,
    )
    return newArtifacts.length > 0
  })
}

/** Returns the number of triage changes to the packages of a scan. It is read before the findings, so that it is never too high. */
async function triageOf(db: Kysely<DB>, { id, organizationId }: ScanIds): Promise<number | undefined> {
  const row = await db
    .selectFrom('scans')
    .select('triage_version')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.triage_version
}

/** Returns an artifact of a scan of the organization. */
export async function findArtifact(
  store: Store,
  organizationId: string,
  scanId: string,
  kind: string,
): Promise<ArtifactRow | undefined> {
  if (!isUuid(scanId)) return undefined
  const row = await store.db
    .selectFrom('scan_artifacts')
    .select(['scan_id', 'kind', 'type', 'media_type', 'size_bytes', 'sha256', 'version', 'made_at'])
    .where('organization_id', '=', organizationId)
    .where('scan_id', '=', scanId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && toArtifact(row)
}

/**
 * Yields the compressed bytes of an artifact in chunks.
 * @throws {Failure} `conflict` when it was replaced meanwhile
 */
export async function* readArtifact(
  store: Store,
  organizationId: string,
  scanId: string,
  { kind, sha256 }: Pick<ArtifactRow, 'kind' | 'sha256'>,
): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += WINDOW_BYTES) {
    const { rows } = await sql<{ piece: Buffer }>`
      SELECT substring(content FROM ${from} FOR ${WINDOW_BYTES}) AS piece FROM scan_artifacts
       WHERE organization_id = ${organizationId} AND scan_id = ${scanId} AND kind = ${kind}
         AND sha256 = ${sha256}`.execute(store.db)
    const [row] = rows
    if (row === undefined) throw new Failure('conflict', 'The artifact was regenerated while it was being read.')
    if (row.piece.length > 0) yield row.piece
    if (row.piece.length < WINDOW_BYTES) return
  }
}

interface Row {
  readonly scan_id: string
  readonly kind: string
  readonly type: string
  readonly media_type: string
  readonly size_bytes: number | string | bigint
  readonly sha256: string
  readonly version: number
  readonly made_at: Date
}

function toArtifact(row: Row): ArtifactRow & { readonly scanId: string } {
  return {
    scanId: row.scan_id,
    kind: row.kind,
    type: row.type,
    mediaType: row.media_type,
    size_bytes: Number(row.size_bytes),
    sha256: row.sha256,
    version: row.version,
    madeAt: row.made_at,
  }
}
