import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Whether any scan refers to an upload. */
export async function isSourceUsed(store: Store, sourceFile: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('scans')
    .select('id')
    .where('source_file', '=', sourceFile)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these uploads some scan refers to. */
export async function usedSources(store: Store, sourceFiles: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ used: string }>`
    SELECT DISTINCT source_file::text AS used FROM scans WHERE source_file = ANY (${[...sourceFiles]})`.execute(
    store.db,
  )
  return new Set(rows.map(({ used }) => used))
}

/** Takes passwords of sources away from scans that are over and were queued before a day, in all organizations. */
export async function forgetOldSourceSecrets(store: Store, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE scans SET source_secret = NULL WHERE source_secret IS NOT NULL AND created_at < ${before}
       AND status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'STOPPED')`.execute(store.db)
  return Number(numAffectedRows)
}

/**
 * Lets go of uploads of which every scan is over and was queued before a day, in all organizations.
 * @returns the files that nobody refers to any more
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
