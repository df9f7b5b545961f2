import type { Clock } from '@gatehouse/kernel'

/** Writes when keys were last used; the store does it, and tests may. */
export type NoteUse = (keyIds: readonly string[], at: Date) => Promise<void>

/** Notices that keys are used. */
export interface KeyUse {
  /** Records one use. Costs a map lookup; the write follows later, without a waiting caller. */
  note(keyId: string): void
  /** Writes recorded uses, and stops the periodic writes. */
  close(): Promise<void>
}

/** Minimum interval between writes for one key: users need the day of its use, not the second. */
export const KEY_USE_MS = 60_000

/** How long a use may wait for company. */
const FLUSH_MS = 1_000

/** Maximum number of remembered keys; others are only written once more. */
const KEYS_MAX = 20_000

/** Remembers recently written keys in memory, and writes the others once a second in one statement. */
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
      // A failed write must not fail a call, here or at the close.
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
