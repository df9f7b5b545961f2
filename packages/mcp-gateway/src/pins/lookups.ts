import type { Clock } from '@gatehouse/kernel'

/** Fetches a server's complete list if a request names an unlisted tool. */
export interface Lookups {
  /**
   * Returns whether the list was fetched, now or recently. Clients choose names freely, and each would cost the server all its pages.
   * @param look returns whether the fetch was complete; called once for concurrent callers
   */
  readonly once: (owner: string, look: () => Promise<boolean>) => Promise<boolean>
}

/** Own limit: later changes of a list take effect when the client lists the tools. */
const HOLDS_MS = 5_000
/** Maximum number of cached owners. The oldest is evicted. */
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
        // A failed fetch is reported to current callers and not cached.
        if (looked.get(owner) === entry) looked.delete(owner)
      })
      return entry.found
    },
  }
}
