import type { Client } from 'pg'
import type { ConnectionSettings } from '../connect.ts'

/** Slower statements count as lost. */
const STATEMENT_TIMEOUT_MS = 4_000

/** Connection of an audit log, opened on demand and reopened after a loss. */
export interface AuditConnection {
  readonly client: () => Promise<Client>
  /** Closes the current connection. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

/**
 * @param dedicated  opens a connection that belongs to the caller
 * @param instanceId  shown in the server's list of connections
 */
export function createAuditConnection(
  dedicated: (settings: ConnectionSettings) => Promise<Client>,
  instanceId: string,
): AuditConnection {
  let current: Promise<Client> | undefined

  async function open(): Promise<Client> {
    const fresh = await dedicated({
      applicationName: `gatehouse audit ${instanceId}`,
      statementTimeout_ms: STATEMENT_TIMEOUT_MS,
    })
    // Independent of server defaults: acknowledged entries must be on disk. A generic plan avoids repeated planning.
    await fresh.query('SET synchronous_commit = on; SET plan_cache_mode = force_generic_plan')
    return fresh
  }

  async function end(connection: Promise<Client> | undefined): Promise<void> {
    // A connection that was never opened needs no close.
    const client = await connection?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  return {
    client() {
      if (current === undefined) {
        const opening = open()
        current = opening
        // Failures are not cached: the next batch retries.
        opening.catch(() => {
          if (current === opening) current = undefined
        })
      }
      return current
    },
    drop() {
      // Not awaited, because a hanging connection would also block its close.
      void end(current)
      current = undefined
    },
    async close() {
      const last = current
      current = undefined
      await end(last)
    },
  }
}
