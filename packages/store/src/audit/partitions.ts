import type { Client } from 'pg'
import type { StampedEntry } from './entry.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Number of days whose partitions are created in advance. */
const AHEAD_DAYS = 3

/** Caches which days have a partition, and creates missing ones. */
export interface Partitions {
  /** Resolves when a partition exists for every entry; immediately for cached days. */
  readonly ensure: (client: Client, entries: readonly StampedEntry[]) => Promise<void>
  /** Clears the cache after a partition was dropped. */
  readonly forget: () => void
}

export function createPartitions(): Partitions {
  const ready = new Set<number>()
  return {
    async ensure(client, entries) {
      for (const { time_ms } of entries) {
        const day = Math.floor(time_ms / DAY_MS)
        // Creates tomorrow's partition in advance, so that no append waits at midnight.
        if (ready.has(day) && ready.has(day + 1)) continue
        await client.query('SELECT audit_make_partitions($1, $2)', [isoDay(day), isoDay(day + AHEAD_DAYS)])
        for (let result = day; result <= day + AHEAD_DAYS; result += 1) ready.add(result)
      }
    },
    forget: () => ready.clear(),
  }
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
