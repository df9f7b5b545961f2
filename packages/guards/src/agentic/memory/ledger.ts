import type { Clearance } from '@gatehouse/contracts/agents'

/** Location of a memory. */
export interface MemorySlot {
  readonly namespace: string
  readonly key: string
}

/** Record of an allowed write: never its value. */
export interface MemoryEntry {
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly classification: Clearance
  /** Whether it has the requested value; undefined without one. */
  readonly isSameValue: boolean | undefined
}

export interface MemoryWrite {
  /** SHA-256 of the canonical value, hexadecimal; keyed per tenant. */
  readonly valueHash: string
  readonly valueChars: number
  readonly memoryType: string | undefined
  readonly classification: Clearance
  /** Empty without an agent. */
  readonly agent: string
  readonly sourceAgent: string | undefined
}

export interface MemoryRules {
  /** New owner of a namespace without an owner; empty makes it shared. */
  readonly owner: string
  /** Returns whether the writer may write to a namespace of this owner. */
  readonly mayWrite: (owner: string) => boolean
  readonly entries_max: number
}

/** Records of a tenant's agent memory; the service stores them in the database. */
export interface MemoryLedger {
  /** @param valueHash  hash for comparison with the entry's value */
  look(
    tenantId: string,
    place: MemorySlot,
    valueHash: string | undefined,
  ): Promise<{ readonly owner: string | undefined; readonly entry: MemoryEntry | undefined }>
  /** Records an allowed write. The first of two concurrent writers to a new namespace owns it. */
  write(
    tenantId: string,
    place: MemorySlot,
    write: MemoryWrite,
    rules: MemoryRules,
  ): Promise<'written' | 'owned' | 'namespace_full' | 'tenant_full'>
  remove(tenantId: string, place: MemorySlot): Promise<void>
}
