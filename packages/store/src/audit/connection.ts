import type { Client } from 'pg'
import type { ConnectionSettings } from '../connect.ts'

/** A statement that takes longer than this is as good as lost. */
const STATEMENT_TIMEOUT_MS = 4_000

/** The one connection of an audit log, made when it is needed and made anew after it was lost. */
export interface AuditConnection {
  readonly client: () => Promise<Client>
  /** Gives up the present connection. */
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
    // Whatever the server's defaults are: an acknowledged entry is on its disk. A generic plan saves planning each time.
    await fresh.query('SET synchronous_commit = on; SET plan_cache_mode = force_generic_plan')
    return fresh
  }

  async function end(connection: Promise<Client> | undefined): Promise<void> {
    // One that was never made needs no ending.
    const client = await connection?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  return {
    client() {
      if (current === undefined) {
        const opening = open()
        current = opening
        // A failed one is not kept: the next batch tries anew.
        opening.catch(() => {
          if (current === opening) current = undefined
        })
      }
      return current
    },
    drop() {
      // Not awaited: a connection that hangs would hang its ending as well.
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
