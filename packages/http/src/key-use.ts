import type { Clock } from '@gatehouse/kernel'

/** Writes when keys were last used; the store does it, and tests may. */
export type NoteUse = (keyIds: readonly string[], at: Date) => Promise<void>

/** Notices that keys are used. */
export interface KeyUse {
  /** One use. Costs a look into a map; the write follows later and is nobody's to wait for. */
  note(keyId: string): void
  /** Writes what was noted, and no more by itself. */
  close(): Promise<void>
}

/** A key is written down at most once in this time: people ask on which day a key was used, not in which second. */
export const KEY_USE_MS = 60_000

/** How long a use may wait for company. */
const FLUSH_MS = 1_000

/** Keys remembered; one that is forgotten is only written down once more. */
const KEYS_MAX = 20_000

/** Remembers in memory which keys were written down, and writes the others once a second, all in one statement. */
export function createKeyUse(write: NoteUse, clock: Clock): KeyUse {
  /** When each was noted last, the one noted longest ago first. */
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
      // A use that is not written down must fail nobody's call, here or at the close.
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
