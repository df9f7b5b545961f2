import { hash } from 'node:crypto'
import type { Clock } from '@gatehouse/kernel'

/** Verdicts that are kept, over all tenants: a few kilobytes each. */
const VERDICTS_MAX = 4_096
/** What a model judged is looked at anew now and then, and what was erased elsewhere is not kept alive for long. */
const VERDICT_TTL_MS = 300_000

interface Kept {
  readonly value: unknown
  readonly until_ms: number
}

/**
 * Verdicts on texts that come again with every request of a conversation, by the hash of the text and of all that the verdict
 * depends on. Texts themselves are not kept. The least recently used verdict goes first.
 */
export class VerdictCache {
  readonly #kept = new Map<string, Kept>()
  readonly #policies = new WeakMap<object, number>()
  readonly #clock: Pick<Clock, 'now'>
  #policyCount = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * The verdict that is kept, or the one that is made now.
   * @param policy stands for one version of one tenant's configuration: verdicts die with it
   * @param about everything else that decides: who asks, from whom the text is, the text
   * @param mayKeep whether what was made may serve again
   */
  get<T>(
    policy: object,
    about: readonly (string | undefined)[],
    make: () => T | Promise<T>,
    mayKeep: (made: T) => boolean,
  ): T | Promise<T> {
    const key = this.#keyOf(policy, about)
    const now_ms = this.#clock.now()
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    if (kept !== undefined && kept.until_ms > now_ms) {
      this.#kept.set(key, kept)
      // Only values made for this policy and these words are under this key, all by one caller.
      return kept.value as T
    }
    const keep = (value: T): T => {
      if (!mayKeep(value)) return value
      if (this.#kept.size >= VERDICTS_MAX) this.#kept.delete(this.#kept.keys().next().value!)
      this.#kept.set(key, { value, until_ms: now_ms + VERDICT_TTL_MS })
      return value
    }
    const made = make()
    return made instanceof Promise ? made.then(keep) : keep(made)
  }

  #keyOf(policy: object, about: readonly (string | undefined)[]): string {
    let id = this.#policies.get(policy)
    if (id === undefined) {
      this.#policyCount += 1
      id = this.#policyCount
      this.#policies.set(policy, id)
    }
    // With the length of each part in front no two lists of parts make one text.
    let all = `${id}`
    for (const part of about) all += part === undefined ? '\n-' : `\n${part.length}:${part}`
    return hash('sha256', all, 'base64')
  }
}
