import type { Clock } from '@gatehouse/kernel'

/** Writes when keys were last used. Implemented by the store and by tests. */
export type NoteUse = (keyIds: readonly string[], at: Date) => Promise<void>

/** Records the use of keys. */
export interface KeyUse {
  /** Records one use. Costs a map lookup; the write is asynchronous. */
  note(keyId: string): void
  /** Writes recorded uses, and stops the timer. */
  close(): Promise<void>
}

/** Minimum interval between writes for one key. */
export const KEY_USE_MS = 60_000

/** Maximum delay of a write. */
const FLUSH_MS = 1_000

/** Maximum number of cached keys. Others are written again. */
const KEYS_MAX = 20_000

/** Caches recently written keys in memory, and writes the others once a second in one statement. */
export function createKeyUse(write: NoteUse, clock: Clock): KeyUse {
  /** Time of each key's latest use, the oldest first. */
  const noted = new Map<string, number>()
  let pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = [...pending]
    pending = new Set()
    if (batch.length > 0) {
      // A failed write must not fail a call or the shutdown.
      writing = writing.then(() => write(batch, new Date(clock.now()))).catch(() => undefined)
    }
    return writing
  }

  return {
    note(keyId) {
      const now_ms = clock.now()
      const at_ms = noted.get(keyId)
      if (at_ms !== undefined && now_ms - at_ms < KEY_USE_MS) return
      noted.delete(keyId)
      if (noted.size >= KEYS_MAX) noted.delete(noted.keys().next().value!)
      noted.set(keyId, now_ms)
      pending.add(keyId)
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    close: flush,
  }
}
