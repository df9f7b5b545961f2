import { type Clock, Failure } from '@gatehouse/kernel'
import { ownerOf } from '../owner.ts'
import { type Entry, Share } from './share.ts'

/** Overhead of an entry: the map's slot, the objects, the key's header. */
const ENTRY_OVERHEAD_BYTES = 160
/** Each write checks two entries for expiry, so that no timer is needed. */
const SWEPT_PER_WRITE = 2
/** A full map that refuses is searched for expired entries at most this often. */
const FULL_SWEEP_INTERVAL_MS = 1000
/** Number of owners compared per eviction to find a large one. */
const OWNERS_COMPARED = 4
/**
 * Own limit: without eviction an owner may use at most this multiple of the free space. One owner gets at most three quarters, two get
 * three sevenths each, and space for another owner always remains.
 */
const SHARE_PER_FREE = 3

export interface BoundedMapOptions {
  readonly entries_max: number
  readonly bytes_max: number
  /** `evict` removes the least recently used entries of the largest owner; `refuse` throws, for entries that must not be lost. */
  readonly whenFull: 'evict' | 'refuse'
  readonly clock: Clock
}

/**
 * Map with limits for entries and bytes, whose entries expire. Keys belong to tenants ({@link ownerOf}), and a full map evicts entries of
 * the largest tenant, so that writes of one tenant do not affect the others. Every operation takes amortized constant time.
 */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #shares = new Map<string, Share<Value>>()
  readonly #options: BoundedMapOptions
  #bytes = 0
  /** Largest share so far; every growing share is compared with it. */
  #heaviest: Share<Value> | undefined
  #sweeper: Iterator<[string, Entry<Value>]> | undefined
  #comparer: Iterator<Share<Value>> | undefined
  #nextFullSweep_ms = 0

  constructor(options: BoundedMapOptions) {
    this.#options = options
  }

  /** Returns the value and marks it as most recently used; undefined when it is missing or expired. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expires_ms <= this.#options.clock.now()) {
      this.delete(key)
      return undefined
    }
    entry.share.touch(entry)
    return entry.value
  }

  /** Returns the expiry of the entry; undefined when it is missing. */
  expiry_ms(key: string): number | undefined {
    return this.#entries.get(key)?.expires_ms
  }

  /**
   * @param bytes  of the value; the key and the map's own cost are added
   * @throws {Failure} `unavailable` when the map is full and refuses
   */
  set(key: string, value: Value, bytes: number, expires_ms: number): void {
    const cost = bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES
    const before = this.#entries.get(key)
    if (before !== undefined && this.#bytes + cost - before.bytes <= this.#options.bytes_max) {
      this.#bytes += cost - before.bytes
      before.share.replace(before, value, cost, expires_ms)
      this.#compare(before.share)
      this.#sweep(SWEPT_PER_WRITE)
      return
    }
    if (before !== undefined) this.delete(key)
    this.#sweep(SWEPT_PER_WRITE)
    const owner = ownerOf(key.slice(1))
    this.#makeRoom(owner, cost)
    let share = this.#shares.get(owner)
    if (share === undefined) {
      share = new Share(owner)
      this.#shares.set(owner, share)
    }
    this.#entries.set(key, share.add(key, value, cost, expires_ms))
    this.#bytes += cost
    this.#compare(share)
  }

  delete(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    const { share } = entry
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    share.remove(entry)
    if (share.entries === 0) {
      this.#shares.delete(share.owner)
      if (this.#heaviest === share) this.#heaviest = undefined
    }
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

  #makeRoom(owner: string, cost: number): void {
    if (this.#options.whenFull === 'refuse') this.#demandRoom(owner, cost)
    else while (this.#isFull(cost) && this.#entries.size > 0) this.delete(this.#yielding(owner).oldest!.key)
  }

  #demandRoom(owner: string, cost: number): void {
    if (this.#hasRoom(owner, cost)) return
    const now_ms = this.#options.clock.now()
    if (now_ms >= this.#nextFullSweep_ms) {
      this.#nextFullSweep_ms = now_ms + FULL_SWEEP_INTERVAL_MS
      this.#sweeper = undefined
      this.#sweep(this.#entries.size)
    }
    if (!this.#hasRoom(owner, cost)) {
      throw new Failure('unavailable', 'the memory cache is full of single-use entries', { retryAfter_s: 1 })
    }
  }

  #hasRoom(owner: string, cost: number): boolean {
    if (this.#isFull(cost)) return false
    const { entries_max, bytes_max } = this.#options
    const { entries, bytes } = this.#shares.get(owner) ?? { entries: 0, bytes: 0 }
    return (
      entries < SHARE_PER_FREE * (entries_max - this.#entries.size) &&
      bytes < SHARE_PER_FREE * (bytes_max - this.#bytes)
    )
  }

  /** Returns the share to evict from: approximately the largest; the writer's own when it is equally large. */
  #yielding(writer: string): Share<Value> {
    for (let compared = 0; compared < OWNERS_COMPARED; compared += 1) {
      this.#comparer ??= this.#shares.values()
      const next = this.#comparer.next()
      if (next.done === true) this.#comparer = undefined
      else this.#compare(next.value)
    }
    const own = this.#shares.get(writer)
    const heaviest = this.#heaviest ?? this.#heaviestOfAll()
    return own !== undefined && this.#weightOf(own) >= this.#weightOf(heaviest) ? own : heaviest
  }

  /** For a map that is not empty. */
  #heaviestOfAll(): Share<Value> {
    for (const share of this.#shares.values()) this.#compare(share)
    return this.#heaviest!
  }

  #compare(share: Share<Value>): void {
    if (this.#heaviest === undefined || this.#weightOf(share) > this.#weightOf(this.#heaviest)) this.#heaviest = share
  }

  /** Returns the size of a share relative to the map, by the larger of its two ratios. */
  #weightOf({ entries, bytes }: Share<Value>): number {
    return Math.max(entries / this.#options.entries_max, bytes / this.#options.bytes_max)
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
