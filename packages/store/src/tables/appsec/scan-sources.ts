import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Returns whether any scan references an upload. */
export async function isSourceUsed(store: Store, sourceFile: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('scans')
    .select('id')
    .where('source_file', '=', sourceFile)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns those uploads that a scan references. */
export async function usedSources(store: Store, sourceFiles: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ used: string }>`
    SELECT DISTINCT source_file::text AS used FROM scans WHERE source_file = ANY (${[...sourceFiles]})`.execute(
    store.db,
  )
  return new Set(rows.map(({ used }) => used))
}

/** Removes source passwords of ended scans that were queued before a date, in all organizations. */
export async function forgetOldSourceSecrets(store: Store, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE scans SET source_secret = NULL WHERE source_secret IS NOT NULL AND created_at < ${before}
       AND status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'STOPPED')`.execute(store.db)
  return Number(numAffectedRows)
}

/**
 * Removes uploads whose scans have all ended and were queued before a date, in all organizations.
 * @returns files without a remaining reference
 */
export async function forgetOldSources(store: Store, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ gone: string }>`
    WITH old AS (
      SELECT source_file FROM scans WHERE source_file IS NOT NULL GROUP BY source_file
      HAVING max(created_at) < ${before} AND bool_and(status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'STOPPED'))
    ), let_go AS (
      UPDATE scans SET source_file = NULL WHERE source_file IN (SELECT source_file FROM old)
    )
    SELECT source_file AS gone FROM old`.execute(store.db)
  return rows.map(({ gone }) => gone)
}
