import type { Clock } from '@gatehouse/kernel'
import type { Reference } from './protocol.ts'

/** Own limit: two scans of one project send one request; new advisories are found with this delay. */
export const ANSWER_MS = 15 * 60_000
/** Number of packages with cached answers; a few hundred bytes each. */
const ANSWERS_MAX = 50_000
/** Vulnerabilities that all of them name; some hundred bytes each. */
const REFERENCES_MAX = 400_000

/** Which vulnerabilities packages have, for a short time. */
export interface AnswerCache {
  readonly has: (key: string) => boolean
  /** Returns an answer even if it expired after an earlier check for its existence. */
  readonly get: (key: string) => readonly Reference[] | undefined
  readonly set: (key: string, references: readonly Reference[]) => void
}

export function createAnswerCache(clock: Clock): AnswerCache {
  const kept = new Map<string, { readonly references: readonly Reference[]; readonly until_ms: number }>()
  let held = 0
  const drop = (key: string): void => {
    held -= kept.get(key)?.references.length ?? 0
    kept.delete(key)
  }
  return {
    has(key) {
      const found = kept.get(key)
      return found !== undefined && clock.now() < found.until_ms
    },
    get: (key) => kept.get(key)?.references,
    set(key, references) {
      drop(key)
      kept.set(key, { references, until_ms: clock.now() + ANSWER_MS })
      held += references.length
      for (const oldest of kept.keys()) {
        if (kept.size <= ANSWERS_MAX && (held <= REFERENCES_MAX || oldest === key)) break
        drop(oldest)
      }
    },
  }
}
