import type { Client } from 'pg'
import type { Store } from '../connect.ts'

/** A statement that takes longer than this is as good as lost. */
const STATEMENT_TIMEOUT_MS = 4_000

/** The one connection of an audit log, made when it is needed and made anew after it was lost. */
export interface AuditConnection {
  readonly client: () => Promise<Client>
  /** Gives up the present connection. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

/** @param instanceId  shown in the server's list of connections */
export function createAuditConnection(store: Store, instanceId: string): AuditConnection {
  let current: Client | undefined
  return {
    async client() {
      if (current !== undefined) return current
      const fresh = await store.dedicated({
        applicationName: `gatehouse audit ${instanceId}`,
        statementTimeout_ms: STATEMENT_TIMEOUT_MS,
      })
      // Whatever the server's defaults are: an acknowledged entry is on its disk. A generic plan saves planning each time.
      await fresh.query('SET synchronous_commit = on; SET plan_cache_mode = force_generic_plan')
      current = fresh
      return fresh
    },
    drop() {
      // Not awaited: a connection that hangs would hang its ending as well.
      void current?.end().catch(() => undefined)
      current = undefined
    },
    async close() {
      await current?.end().catch(() => undefined)
      current = undefined
    },
  }
}
