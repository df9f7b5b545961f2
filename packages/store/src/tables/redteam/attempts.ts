import type { RunProgress } from '@gatehouse/contracts/redteam'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { jsonb } from '../appsec/jsonb.ts'
import { isUuid } from '../appsec/owned.ts'

/** Records per query. Each has some kilobytes, a few have a megabyte. */
const PAGE = 200

/** Stored data of an ended attempt. */
export interface EndedAttempt {
  readonly key: string
  /** Position among the completed attacks; undefined for other attempts. */
  readonly position: number | undefined
  readonly line: RunProgress | undefined
  /** Compressed and sealed. */
  readonly record: Buffer
}

/** Run of the journal, and its worker. */
export interface JournalOf {
  readonly runId: string
  readonly tenantId: string
  readonly worker: string
}

/**
 * Stores started and ended attempts atomically, while the worker owns the run. An attempt that ends again keeps its position.
 * @returns false when the worker no longer owns the run
 */
export function writeAttempts(
  store: Store,
  { runId, tenantId, worker }: JournalOf,
  started: readonly string[],
  ended: readonly EndedAttempt[],
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const places = ended.flatMap(({ position }) => position ?? [])
    const completed = places.length === 0 ? 0 : Math.max(...places) + 1
    const { numAffectedRows = 0n } = await sql`
      UPDATE redteam_runs SET progress_total = greatest(progress_total, ${completed}),
             attempts = CASE WHEN ${ended.length} > 0 THEN 1 ELSE attempts END
       WHERE id = ${runId} AND tenant_id = ${tenantId} AND worker = ${worker} AND NOT settled`.execute(transaction)
    if (numAffectedRows === 0n) return false
    if (started.length > 0) {
      await sql`
        INSERT INTO redteam_attempts (run_id, tenant_id, key)
        SELECT ${runId}, ${tenantId}, unnest(${[...started]}::text[])
        ON CONFLICT (run_id, key) DO NOTHING`.execute(transaction)
    }
    if (ended.length > 0) {
      const rows = ended.map(({ key, position, line }) => ({ key, position, line }))
      await sql`
        INSERT INTO redteam_attempts (run_id, tenant_id, key, ended_at, position, line, record)
        SELECT ${runId}, ${tenantId}, told.key, now(), told.position, told.line, told.record
          FROM ROWS FROM (
                 jsonb_to_recordset(${jsonb(rows)}::jsonb) AS (key text, position int, line jsonb),
                 unnest(${ended.map(({ record }) => record)}::bytea[])
               ) AS told (key, position, line, record)
        ON CONFLICT (run_id, key) DO UPDATE
           SET ended_at = coalesce(redteam_attempts.ended_at, excluded.ended_at),
               position = coalesce(redteam_attempts.position, excluded.position),
               line = excluded.line, record = excluded.record`.execute(transaction)
    }
    return true
  })
}

/** Returns the journal of a run: records of ended attempts, and keys of attempts that started and did not end. */
export async function readAttempts(
  store: Store,
  { runId, tenantId }: Pick<JournalOf, 'runId' | 'tenantId'>,
): Promise<{
  readonly ended: readonly { readonly key: string; readonly record: Buffer; readonly position: number | null }[]
  readonly begun: readonly string[]
}> {
  const ended: { key: string; record: Buffer; position: number | null }[] = []
  const started: string[] = []
  let after = ''
  for (;;) {
    // Sequential pages. oxlint-disable-next-line no-await-in-loop
    const rows = await store.db
      .selectFrom('redteam_attempts')
      .select(['key', 'record', 'position', 'ended_at'])
      .where('run_id', '=', runId)
      .where('tenant_id', '=', tenantId)
      .where('key', '>', after)
      .orderBy('key')
      .limit(PAGE)
      .execute()
    for (const { key, record, position, ended_at } of rows) {
      if (ended_at === null || record === null) started.push(key)
      else ended.push({ key, record, position })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return { ended, begun: started }
    after = last.key
  }
}

/** Returns completed attacks of a run in order, from a position on. */
export async function readProgress(
  store: Store,
  tenantId: string,
  runId: string,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<readonly RunProgress[]> {
  if (!isUuid(runId)) return []
  const rows = await store.db
    .selectFrom('redteam_attempts')
    .select('line')
    .where('run_id', '=', runId)
    .where('tenant_id', '=', tenantId)
    .where('position', '>=', since)
    .orderBy('position')
    .limit(limit)
    .execute()
  // Only progress lines are stored in this column.
  return rows.flatMap(({ line }) => (line === null ? [] : [line as RunProgress]))
}
