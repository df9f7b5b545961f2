import type { Store } from '../connect.ts'

/**
 * Writes down that keys were used, of whatever owner. Of several instances that saw the same key one writes.
 * @param within_ms  how close a use that is written down may be for this one to go unwritten
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
