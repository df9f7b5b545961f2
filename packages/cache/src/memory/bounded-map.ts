import { type Clock, Failure } from '@gatehouse/kernel'

/** What an entry costs beside its own bytes: the map's slot, the objects, the key's header. */
const ENTRY_OVERHEAD_BYTES = 160
/** Expired entries are looked for two at a time with each write, so that they go without a timer. */
const SWEPT_PER_WRITE = 2
/** A full map that refuses is searched for expired entries at most this often. */
const FULL_SWEEP_INTERVAL_MS = 1000

export interface BoundedMapOptions {
  readonly entries_max: number
  readonly bytes_max: number
  /** `evict` lets the least recently used go; `refuse` throws, for entries that must not be forgotten. */
  readonly whenFull: 'evict' | 'refuse'
  readonly clock: Clock
}

interface Entry<Value> {
  readonly value: Value
  readonly bytes: number
  readonly expires_ms: number
}

/** A map bounded in entries and bytes, whose entries expire. Every operation takes constant time, amortised. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #options: BoundedMapOptions
  #bytes = 0
  #sweeper: Iterator<[string, Entry<Value>]> | undefined
  #nextFullSweep_ms = 0

  constructor(options: BoundedMapOptions) {
    this.#options = options
  }

  /** The value, which becomes the most recently used; undefined when there is none or it has expired. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (entry.expires_ms <= this.#options.clock.now()) {
      this.#bytes -= entry.bytes
      return undefined
    }
    this.#entries.set(key, entry)
    return entry.value
  }

  /** When the entry expires; undefined when there is none. */
  expiry_ms(key: string): number | undefined {
    return this.#entries.get(key)?.expires_ms
  }

  /**
   * @param bytes  of the value; the key and the map's own cost are added
   * @throws {Failure} `unavailable` when the map is full and refuses
   */
  set(key: string, value: Value, bytes: number, expires_ms: number): void {
    this.delete(key)
    this.#sweep(SWEPT_PER_WRITE)
    const cost = bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES
    this.#makeRoom(cost)
    this.#entries.set(key, { value, bytes: cost, expires_ms })
    this.#bytes += cost
  }

  delete(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    return true
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  #isFull(cost: number): boolean {
    return this.#entries.size >= this.#options.entries_max || this.#bytes + cost > this.#options.bytes_max
  }

  #makeRoom(cost: number): void {
    if (!this.#isFull(cost)) return
    if (this.#options.whenFull === 'refuse') {
      const now_ms = this.#options.clock.now()
      if (now_ms >= this.#nextFullSweep_ms) {
        this.#nextFullSweep_ms = now_ms + FULL_SWEEP_INTERVAL_MS
        this.#sweeper = undefined
        this.#sweep(this.#entries.size)
      }
      if (this.#isFull(cost)) {
        throw new Failure('unavailable', 'the memory cache is full of single-use entries', { retryAfter_s: 1 })
      }
      return
    }
    for (const key of this.#entries.keys()) {
      if (!this.#isFull(cost)) break
      this.delete(key)
    }
  }

  #sweep(count: number): void {
    const now_ms = this.#options.clock.now()
    for (let visited = 0; visited < count; visited += 1) {
      this.#sweeper ??= this.#entries.entries()
      const next = this.#sweeper.next()
      if (next.done === true) {
        this.#sweeper = undefined
        return
      }
      const [key, entry] = next.value
      if (entry.expires_ms <= now_ms) this.delete(key)
    }
  }
}
