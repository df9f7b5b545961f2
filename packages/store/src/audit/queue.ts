import type { Failure } from '@gatehouse/kernel'
import type { StampedEntry } from './entry.ts'
import type { Receipt } from './statements.ts'

/** Maximum number of detail characters per commit, so that a batch of large entries stays a few megabytes. */
export const AUDIT_BATCH_CHARS_MAX = 4 * 1024 * 1024

/** Maximum number of waiting entries. At 10,000 per second this is a delay of two seconds, longer than callers wait. */
export const AUDIT_QUEUE_ENTRIES_MAX = 20_000

/** Maximum number of detail characters that wait: 64 MiB of memory for plain text. */
export const AUDIT_QUEUE_CHARS_MAX = 64 * 1024 * 1024

/** Entry with its waiting caller. */
export interface Pending {
  readonly entry: StampedEntry
  readonly resolve: (receipt: Receipt) => void
  readonly reject: (failure: Failure) => void
}

/** Queue of entries in order of arrival, limited by number and size. */
export interface PendingQueue {
  readonly length: () => number
  readonly isFull: () => boolean
  readonly push: (pending: Pending) => void
  /** Removes the first entries that fit into one commit; at least one if any is waiting. */
  readonly take: (entriesMax: number) => readonly Pending[]
}

export function createQueue(): PendingQueue {
  let queue: Pending[] = []
  let chars = 0
  return {
    length: () => queue.length,
    isFull: () => queue.length >= AUDIT_QUEUE_ENTRIES_MAX || chars >= AUDIT_QUEUE_CHARS_MAX,
    push(pending) {
      queue.push(pending)
      chars += pending.entry.details.length
    },
    take(entriesMax) {
      let count = 0
      let used = 0
      while (count < queue.length && count < entriesMax && used < AUDIT_BATCH_CHARS_MAX) {
        used += queue[count]!.entry.details.length
        count += 1
      }
      const batch = queue.slice(0, count)
      queue = queue.slice(count)
      chars -= used
      return batch
    },
  }
}
