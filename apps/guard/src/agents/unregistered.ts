import type { UnregisteredPort } from '@gatehouse/screening'
import type { Clock } from '@gatehouse/kernel'
import type { UnregisteredAgent } from '@gatehouse/store'

/** Writes what was seen; the store does it, and tests may. */
export type NoteSeen = (tenantId: string, seen: readonly UnregisteredAgent[]) => Promise<void>

/** Notices calls of agents that are not registered. */
export interface UnregisteredCalls extends UnregisteredPort {
  /** Writes what was noted. */
  flush(): Promise<void>
  /** Writes what was noted, and no more by itself. */
  close(): Promise<void>
}

/** How long a call may wait before it shows in the list. */
const FLUSH_MS = 2_000

/** Agents noted between two writes, over all tenants; a caller that makes up names does not fill the memory. */
const PENDING_MAX = 5_000

/** Names noted of one agent between two writes, and characters of a name. */
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

/** Counts in memory and writes every two seconds: a list for people, not a ledger. */
export function createUnregisteredCalls(write: NoteSeen, clock: Clock): UnregisteredCalls {
  let pending = new Map<string, Pending>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = [...pending.values()]
    pending = new Map()
    for (const [tenantId, seen] of Map.groupBy(batch, (one) => one.tenantId)) {
      // Lost counts of strangers must not fail anybody's call.
      await write(tenantId, seen.map(toRow)).catch(() => undefined)
    }
  }

  return {
    note(tenantId, agentId, endpoint, role) {
      const key = `${tenantId}\n${agentId}`
      const now = new Date(clock.now())
      let one = pending.get(key)
      if (one === undefined) {
        if (pending.size >= PENDING_MAX) return
        one = { tenantId, agentId, firstSeen: now, lastSeen: now, calls: 0, endpoints: new Set(), roles: new Set() }
        pending.set(key, one)
      }
      one.lastSeen = now
      one.calls += 1
      if (one.endpoints.size < NAMES_MAX) one.endpoints.add(endpoint)
      if (role !== undefined && one.roles.size < NAMES_MAX) one.roles.add(role.slice(0, NAME_CHARS_MAX))
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
    close: flush,
  }
}

function toRow({ agentId, firstSeen, lastSeen, calls, endpoints, roles }: Pending): UnregisteredAgent {
  return { agentId, firstSeen, lastSeen, calls, endpoints: [...endpoints], roles: [...roles] }
}
