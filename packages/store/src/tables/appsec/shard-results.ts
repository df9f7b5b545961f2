import type { Store } from '../../connect.ts'

/** Returns the gaps that were known before any shard ran. */
export async function readPlanGaps(store: Store, scanId: string): Promise<readonly unknown[]> {
  const scan = await store.db.selectFrom('scans').select('gaps').where('id', '=', scanId).executeTakeFirst()
  return (scan?.gaps ?? []) as unknown[]
}

/** Yields the compressed results of a scan's shards, one by one, because together they may exceed the memory. */
export async function* eachShardResult(store: Store, scanId: string): AsyncGenerator<Buffer> {
  const shards = await store.db
    .selectFrom('scan_shards')
    .select(['scanner', 'shard_id'])
    .where('scan_id', '=', scanId)
    .where('result', 'is not', null)
    .orderBy('scanner')
    .orderBy('shard_id')
    .execute()
  for (const { scanner, shard_id } of shards) {
    const row = await store.db
      .selectFrom('scan_shards')
      .select('result')
      .where('scan_id', '=', scanId)
      .where('scanner', '=', scanner)
      .where('shard_id', '=', shard_id)
      .executeTakeFirst()
    if (row !== undefined && row.result !== null) yield row.result
  }
}
