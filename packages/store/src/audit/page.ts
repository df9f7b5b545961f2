import type { Store } from '../connect.ts'
import type { AuditEntry } from './entry.ts'
import { type AuditQuery, selectAudit, toEntries } from './query.ts'

export interface AuditSlice {
  readonly entries: readonly AuditEntry[]
  /** Number of matching entries on all pages. */
  readonly total: number
}

/**
 * Returns a page of a chain by offset, newest first, and the total, for interactive paging. Exports must use cursors, because new entries
 * shift offsets.
 */
export async function sliceAudit(
  store: Store,
  query: AuditQuery & { readonly tenantId: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditSlice> {
  const [entries, counted] = await Promise.all([
    toEntries(selectAudit(store, query).offset(offset).limit(limit)),
    selectAudit(store, query)
      .clearOrderBy()
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { entries, total: Number(counted.total) }
}
