import { timingSafeEqual } from 'node:crypto'
import { Clearance } from '@gatehouse/contracts/agents'
import type { MemoryLedger, MemorySlot } from '@gatehouse/guards/agentic'
import type { Clock } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { deleteMemoryEntry, readMemorySlot, writeMemoryEntry } from '@gatehouse/store/agents'
import type { Vault } from '../vault/vault.ts'

interface LedgerParts {
  readonly store: Store
  /** Keyed hash function: a plain hash of a short value could be reversed. */
  readonly vault: Pick<Vault, 'hash'>
  readonly clock: Clock
}

/** Creates the memory ledger of all tenants' agents in the database: keyed hashes of keys and values, with author and time. */
export function createMemoryLedger({ store, vault, clock }: LedgerParts): MemoryLedger {
  const hashes = async (tenantId: string, place: MemorySlot, valueHash: string | undefined) => {
    const requests = [
      { type: KEY, value: place.key },
      ...(valueHash === undefined ? [] : [{ type: VALUE, value: valueHash }]),
    ]
    const [keyHmac, valueHmac] = (await vault.hash(tenantId, requests)).map((bytes) => Buffer.from(bytes))
    return { keyHmac: keyHmac!, valueHmac }
  }
  return {
    async look(tenantId, place, valueHash) {
      const { keyHmac, valueHmac } = await hashes(tenantId, place, valueHash)
      const { owner, entry } = await readMemorySlot(store, tenantId, place.namespace, keyHmac)
      if (entry === undefined) return { owner, entry: undefined }
      const isSameValue = valueHmac === undefined ? undefined : timingSafeEqual(valueHmac, entry.valueHmac)
      const { writtenBy, writtenAt } = entry
      return {
        owner,
        entry: { writtenBy, writtenAt, classification: Clearance.parse(entry.classification), isSameValue },
      }
    },
    async write(tenantId, place, write, rules) {
      const { keyHmac, valueHmac } = await hashes(tenantId, place, write.valueHash)
      const { valueChars, memoryType, classification, agent, sourceAgent } = write
      return writeMemoryEntry(
        store,
        tenantId,
        {
          namespace: place.namespace,
          keyHmac,
          valueHmac: valueHmac!,
          valueChars,
          memoryType,
          classification,
          writtenBy: agent,
          sourceAgent,
          writtenAt: new Date(clock.now()),
        },
        rules,
      )
    },
    async remove(tenantId, place) {
      const { keyHmac } = await hashes(tenantId, place, undefined)
      await deleteMemoryEntry(store, tenantId, place.namespace, keyHmac)
    },
  }
}

/** Separates the hashes of keys from those of equal values. */
const KEY = 'MEMORY_KEY'
const VALUE = 'MEMORY_VALUE'
