import { hash } from 'node:crypto'
import type { Clock } from '@gatehouse/kernel'

/** Verdicts that are kept, over all tenants: a few kilobytes each. */
const VERDICTS_MAX = 4_096
/** What they may take together, and one of them; ours. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const VERDICT_BYTES_MAX = 64 * 1024
/** An object takes about this much for each character of its JSON. */
const BYTES_PER_CHAR = 4
/** What a model judged is looked at anew now and then, and what was erased elsewhere is not kept alive for long. */
const VERDICT_TTL_MS = 300_000
/** How often verdicts are looked through for those whose time is up. */
const SWEEP_MS = 30_000

interface Kept {
  readonly value: unknown
  readonly until_ms: number
  readonly bytes: number
}

/**
 * Verdicts on texts that come again with every request of a conversation, by the hash of the text and of all that the verdict
 * depends on. Texts themselves are not kept: callers keep nothing of them, and what is kept is a copy, since a part of a text
 * would hold on to the whole. The least recently used verdict goes first.
 */
export class VerdictCache {
  readonly #kept = new Map<string, Kept>()
  readonly #policies = new WeakMap<object, number>()
  readonly #clock: Pick<Clock, 'now'>
  #policyCount = 0
  #bytes = 0
  #sweep_ms = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * The verdict that is kept, or the one that is made now.
   * @param policy stands for one version of one tenant's configuration: verdicts die with it
   * @param about everything else that decides: who asks, from whom the text is, the text
   * @param toKeep what of it may serve again, as JSON has it; undefined: nothing
   */
  get<T>(
    policy: object,
    about: readonly (string | undefined)[],
    make: () => T | Promise<T>,
    toKeep: (made: T) => T | undefined,
  ): T | Promise<T> {
    const key = this.#keyOf(policy, about)
    const now_ms = this.#clock.now()
    if (now_ms >= this.#sweep_ms) this.#dropExpired(now_ms)
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.until_ms > now_ms) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      // Only values made for this policy and these words are under this key, all by one caller.
      return kept.value as T
    }
    const keep = (value: T): T => {
      const lasting = toKeep(value)
      if (lasting !== undefined) this.#keep(key, lasting, now_ms + VERDICT_TTL_MS)
      return value
    }
    const made = make()
    return made instanceof Promise ? made.then(keep) : keep(made)
  }

  /** How many verdicts are kept, and about how much they take. */
  get size(): { readonly verdicts: number; readonly bytes: number } {
    return { verdicts: this.#kept.size, bytes: this.#bytes }
  }

  #keep(key: string, lasting: unknown, until_ms: number): void {
    this.#drop(key)
    const json = JSON.stringify(lasting)
    const bytes = json.length * BYTES_PER_CHAR
    if (bytes > VERDICT_BYTES_MAX) return
    this.#kept.set(key, { value: JSON.parse(json), until_ms, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= VERDICTS_MAX && this.#bytes <= KEPT_BYTES_MAX) break
      this.#drop(oldest)
    }
  }

  #dropExpired(now_ms: number): void {
    this.#sweep_ms = now_ms + SWEEP_MS
    for (const [key, { until_ms }] of this.#kept) if (until_ms <= now_ms) this.#drop(key)
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
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
