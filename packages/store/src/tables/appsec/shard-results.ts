import type { Store } from '../../connect.ts'

/** What could not be judged before any shard ran. */
export async function readPlannedGaps(store: Store, scanId: string): Promise<readonly unknown[]> {
  const scan = await store.db.selectFrom('scans').select('gaps').where('id', '=', scanId).executeTakeFirst()
  return (scan?.gaps ?? []) as unknown[]
}

/** What the shards of a scan have seen, packed, one after the other: all at once may be more than fits into memory. */
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
