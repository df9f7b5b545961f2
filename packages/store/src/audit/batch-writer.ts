import type { Failure } from '@gatehouse/kernel'
import type { StampedEntry } from './entry.ts'
import type { Receipt } from './statements.ts'

/** Writes batches of entries, one at a time. */
export interface BatchWriter {
  /** One outcome per entry. A receipt means that the entry is on disk; a failure that it may not be. */
  write(entries: readonly StampedEntry[]): Promise<readonly (Receipt | Failure)[]>
  close(): Promise<void>
}
