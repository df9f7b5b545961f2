import type { Clock } from '@gatehouse/kernel'

/** Looks at all that a server lists because somebody named a tool that nobody has listed. */
export interface Lookups {
  /**
   * Whether it was looked, now or a moment ago: names are for clients to choose, and each would cost the server all its pages.
   * @param look  whether that came to an end; called once for all who ask meanwhile
   */
  readonly once: (owner: string, look: () => Promise<boolean>) => Promise<boolean>
}

/** Ours: what a server lists since then is known when its client lists it. */
const HOLDS_MS = 5_000
/** Owners that are remembered; the oldest is forgotten. */
const OWNERS_MAX = 10_000

export function createLookups(clock: Clock): Lookups {
  const looked = new Map<string, { readonly found: Promise<boolean>; ends_ms: number }>()
  return {
    once(owner, look) {
      const known = looked.get(owner)
      if (known !== undefined && clock.now() < known.ends_ms) return known.found
      const entry = { found: look(), ends_ms: Infinity }
      looked.delete(owner)
      looked.set(owner, entry)
      if (looked.size > OWNERS_MAX) looked.delete(looked.keys().next().value!)
      const ended = (): void => {
        entry.ends_ms = clock.now() + HOLDS_MS
      }
      entry.found.then(ended, () => {
        // Nobody looked: what was wrong is told to who waits, and to nobody after them.
        if (looked.get(owner) === entry) looked.delete(owner)
      })
      return entry.found
    },
  }
}
