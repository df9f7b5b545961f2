import type { Clearance } from '@gatehouse/contracts/agents'
import type { Clock } from '@gatehouse/kernel'
import type { MemoryLedger, MemorySlot } from '../../src/agentic/memory/ledger.ts'

/** Entries at once, over all tenants. */
const ENTRIES_MAX = 10_000

interface MemoryRecord {
  readonly valueHash: string
  readonly classification: Clearance
  readonly writtenBy: string
  readonly writtenAt: Date
}

/** A ledger for use without a server: in memory, for this process alone. */
export function localMemory(clock: Clock): MemoryLedger {
  const owners = new Map<string, string>()
  const entries = new Map<string, MemoryRecord>()
  const counts = new Map<string, number>()
  const namespaceKey = (tenantId: string, namespace: string): string => JSON.stringify([tenantId, namespace])
  const entryKey = (tenantId: string, { namespace, key }: MemorySlot): string =>
    JSON.stringify([tenantId, namespace, key])
  const drop = (tenantId: string, place: MemorySlot): void => {
    if (!entries.delete(entryKey(tenantId, place))) return
    const name = namespaceKey(tenantId, place.namespace)
    counts.set(name, (counts.get(name) ?? 1) - 1)
  }
  return {
    look(tenantId, place, valueHash) {
      const owner = owners.get(namespaceKey(tenantId, place.namespace))
      const memoryRecord = entries.get(entryKey(tenantId, place))
      if (memoryRecord === undefined) return Promise.resolve({ owner, entry: undefined })
      const { valueHash: known, ...entry } = memoryRecord
      return Promise.resolve({
        owner,
        entry: { ...entry, isSameValue: valueHash === undefined ? undefined : valueHash === known },
      })
    },
    write(tenantId, place, { valueHash, classification, agent }, { owner, mayWrite, entries_max }) {
      const name = namespaceKey(tenantId, place.namespace)
      if (!owners.has(name)) owners.set(name, owner)
      if (!mayWrite(owners.get(name)!)) return Promise.resolve('owned')
      const key = entryKey(tenantId, place)
      if (!entries.has(key)) {
        if ((counts.get(name) ?? 0) >= entries_max) return Promise.resolve('namespace_full')
        if (entries.size >= ENTRIES_MAX) return Promise.resolve('tenant_full')
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      entries.set(key, { valueHash, classification, writtenBy: agent, writtenAt: new Date(clock.now()) })
      return Promise.resolve('written')
    },
    remove(tenantId, place) {
      drop(tenantId, place)
      return Promise.resolve()
    },
  }
}
