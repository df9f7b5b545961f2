import { hash } from 'node:crypto'
import type { Clock } from '@gatehouse/kernel'

/** Maximum number of cached verdicts for all tenants, a few kilobytes each. */
const VERDICTS_MAX = 4_096
/** Own limits: total size of cached verdicts, and size of one. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const VERDICT_BYTES_MAX = 64 * 1024
/** Approximate memory per character of JSON. */
const BYTES_PER_CHAR = 4
/** Cache time: model verdicts are refreshed occasionally, and deleted data must not persist. */
const VERDICT_TTL_MS = 300_000
/** Interval for the removal of expired verdicts. */
const SWEEP_MS = 30_000

interface CachedVerdict {
  readonly value: unknown
  readonly until_ms: number
  readonly bytes: number
}

/**
 * LRU cache of verdicts on texts that every request of a conversation repeats, by the hash of the text and all other inputs. Stores no
 * texts. Verdicts are copied, because a substring would keep the whole text in memory.
 */
export class VerdictCache {
  readonly #kept = new Map<string, CachedVerdict>()
  readonly #policies = new WeakMap<object, number>()
  readonly #clock: Pick<Clock, 'now'>
  #policyCount = 0
  #bytes = 0
  #sweep_ms = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * Returns the cached verdict, or computes it.
   * @param policy object of one version of one tenant's configuration; its verdicts are released with it
   * @param about all other inputs: caller, source of the text, the text
   * @param toKeep returns the reusable part as JSON; undefined: none
   */
  get<T>(
    policy: object,
    about: readonly (string | undefined)[],
    make: () => T | Promise<T>,
    toKeep: (created: T) => T | undefined,
  ): T | Promise<T> {
    const key = this.#keyOf(policy, about)
    const now_ms = this.#clock.now()
    if (now_ms >= this.#sweep_ms) this.#dropExpired(now_ms)
    const cachedVerdict = this.#kept.get(key)
    if (cachedVerdict !== undefined && cachedVerdict.until_ms > now_ms) {
      this.#kept.delete(key)
      this.#kept.set(key, cachedVerdict)
      // All values under this key were created by the same caller for the same inputs.
      return cachedVerdict.value as T
    }
    const keep = (value: T): T => {
      const lasting = toKeep(value)
      if (lasting !== undefined) this.#keep(key, lasting, now_ms + VERDICT_TTL_MS)
      return value
    }
    const created = make()
    return created instanceof Promise ? created.then(keep) : keep(created)
  }

  /** Returns the number of cached verdicts, and their approximate size. */
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
    // Length prefixes make the concatenation unambiguous.
    let all = `${id}`
    for (const part of about) all += part === undefined ? '\n-' : `\n${part.length}:${part}`
    return hash('sha256', all, 'base64')
  }
}
