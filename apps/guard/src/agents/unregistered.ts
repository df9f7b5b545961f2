import type { UnregisteredPort } from '@gatehouse/screening'
import type { Clock } from '@gatehouse/kernel'
import type { UnregisteredAgent } from '@gatehouse/store/agents'

/** Writes recorded agents; implemented by the store and by tests. */
export type RecordSeen = (tenantId: string, seen: readonly UnregisteredAgent[]) => Promise<void>

/** Detects calls of agents that are not registered. */
export interface UnregisteredCalls extends UnregisteredPort {
  /** Writes the recorded calls. */
  flush(): Promise<void>
  /** Writes the recorded calls and stops the timer. */
  close(): Promise<void>
}

/** Maximum delay before a call appears in the list. */
const FLUSH_MS = 2_000

/** Maximum number of agents recorded between two writes, for all tenants. Invented names cannot exhaust the memory. */
const PENDING_MAX = 5_000

/** Maximum number of endpoint names per agent between two writes, and characters of a name. */
const NAMES_MAX = 20
const NAME_CHARS_MAX = 128

interface Pending {
  readonly tenantId: string
  readonly agentId: string
  readonly firstSeen: Date
  lastSeen: Date
  calls: number
  readonly endpoints: Set<string>
  readonly roles: Set<string>
}

/** Counts in memory and writes every two seconds. The counts are approximate. */
export function createUnregisteredCalls(write: RecordSeen, clock: Clock): UnregisteredCalls {
  let pending = new Map<string, Pending>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = [...pending.values()]
    pending = new Map()
    for (const [tenantId, seen] of Map.groupBy(batch, (item) => item.tenantId)) {
      // A failed write must not fail any call.
      await write(tenantId, seen.map(toRow)).catch(() => undefined)
    }
  }

  return {
    note(tenantId, agentId, endpoint, role) {
      const key = `${tenantId}\n${agentId}`
      const now = new Date(clock.now())
      let item = pending.get(key)
      if (item === undefined) {
        if (pending.size >= PENDING_MAX) return
        item = { tenantId, agentId, firstSeen: now, lastSeen: now, calls: 0, endpoints: new Set(), roles: new Set() }
        pending.set(key, item)
      }
      item.lastSeen = now
      item.calls += 1
      if (item.endpoints.size < NAMES_MAX) item.endpoints.add(endpoint)
      if (role !== undefined && item.roles.size < NAMES_MAX) item.roles.add(role.slice(0, NAME_CHARS_MAX))
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
    close: flush,
  }
}

function toRow({ agentId, firstSeen, lastSeen, calls, endpoints, roles }: Pending): UnregisteredAgent {
  return { agentId, firstSeen, lastSeen, calls, endpoints: [...endpoints], roles: [...roles] }
}
