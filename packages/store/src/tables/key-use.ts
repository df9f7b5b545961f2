import type { Store } from '../connect.ts'

/**
 * Records the use of keys of any owner. Of several instances with the same key one writes.
 * @param within_ms minimum time since the recorded use for another write
 */
export async function noteUseOf(
  store: Store,
  table: 'api_keys' | 'member_keys' | 'redteam_keys',
  ids: readonly string[],
  at: Date,
  within_ms: number,
): Promise<void> {
  if (ids.length === 0) return
  const before = new Date(at.getTime() - within_ms)
  await store.db
    .updateTable(table)
    .set({ last_used_at: at })
    .where('id', 'in', [...ids])
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', before)]))
    .execute()
}
