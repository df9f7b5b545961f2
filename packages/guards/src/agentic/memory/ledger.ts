import type { Clearance } from '@gatehouse/contracts'

/** Where something is remembered. */
export interface MemoryPlace {
  readonly namespace: string
  readonly key: string
}

/** An allowed write as it is known later: never its value. */
export interface MemoryEntry {
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly classification: Clearance
  /** Whether it is the value that was asked about; undefined where none was. */
  readonly isSameValue: boolean | undefined
}

export interface MemoryWrite {
  /** SHA-256 of the value in its canonical form, hexadecimal; kept under a key of the tenant. */
  readonly valueHash: string
  readonly valueChars: number
  readonly memoryType: string | undefined
  readonly classification: Clearance
  /** Empty where no agent was named. */
  readonly agent: string
  readonly sourceAgent: string | undefined
}

export interface MemoryRules {
  /** Becomes the namespace's owner where it has none yet; empty makes it everybody's. */
  readonly owner: string
  /** Whether the writer may write to a namespace of this owner. */
  readonly mayWrite: (owner: string) => boolean
  readonly entries_max: number
}

/** What is known of the memory of a tenant's agents; the service keeps it in the database. */
export interface MemoryLedger {
  /** @param valueHash  what the entry's value is compared with */
  look(
    tenantId: string,
    place: MemoryPlace,
    valueHash: string | undefined,
  ): Promise<{ readonly owner: string | undefined; readonly entry: MemoryEntry | undefined }>
  /** Writes down an allowed write. Of two agents at once in a new namespace the first owns it. */
  write(
    tenantId: string,
    place: MemoryPlace,
    write: MemoryWrite,
    rules: MemoryRules,
  ): Promise<'written' | 'owned' | 'namespace_full' | 'tenant_full'>
  remove(tenantId: string, place: MemoryPlace): Promise<void>
}
