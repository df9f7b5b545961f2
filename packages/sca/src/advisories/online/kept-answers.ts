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
  const remaining = new Map<string, { readonly references: readonly Reference[]; readonly until_ms: number }>()
  let current = 0
  const drop = (key: string): void => {
    current -= remaining.get(key)?.references.length ?? 0
    remaining.delete(key)
  }
  return {
    has(key) {
      const found = remaining.get(key)
      return found !== undefined && clock.now() < found.until_ms
    },
    get: (key) => remaining.get(key)?.references,
    set(key, references) {
      drop(key)
      remaining.set(key, { references, until_ms: clock.now() + ANSWER_MS })
      current += references.length
      for (const oldest of remaining.keys()) {
        if (remaining.size <= ANSWERS_MAX && (current <= REFERENCES_MAX || oldest === key)) break
        drop(oldest)
      }
    },
  }
}
