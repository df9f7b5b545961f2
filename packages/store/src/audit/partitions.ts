import type { Client } from 'pg'
import type { StampedEntry } from './entry.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Days whose partitions are made before they begin. */
const AHEAD_DAYS = 3

/** Remembers which days have a partition, and makes those that are missing. */
export interface Partitions {
  /** Resolves when every entry has a partition to go to; at once when they are known to be there. */
  readonly ensure: (client: Client, entries: readonly StampedEntry[]) => Promise<void>
  /** Forgets what is known: somebody has dropped a partition. */
  readonly forget: () => void
}

export function createPartitions(): Partitions {
  const ready = new Set<number>()
  return {
    async ensure(client, entries) {
      for (const { time_ms } of entries) {
        const day = Math.floor(time_ms / DAY_MS)
        // Tomorrow must be there as well, so that no append of the first second of a day has to wait.
        if (ready.has(day) && ready.has(day + 1)) continue
        await client.query('SELECT audit_make_partitions($1, $2)', [isoDay(day), isoDay(day + AHEAD_DAYS)])
        for (let made = day; made <= day + AHEAD_DAYS; made += 1) ready.add(made)
      }
    },
    forget: () => ready.clear(),
  }
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
