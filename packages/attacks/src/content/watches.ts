import type { ServedPlant } from '../engine/attack.ts'
import type { SinkHit } from '../engine/exchange.ts'
import type { Attempt } from '../run/attempt.ts'

/** Maximum number of recorded requests per attempt: a looping agent or a third party must not exhaust the memory. Own limit. */
const HITS_MAX = 100
/**
 * Maximum number of ended attempts that may still cause a request, and of their requests in total. Own limit: the oldest are dropped
 * first.
 */
const LATE_ATTEMPTS_MAX = 10_000
const LATE_HITS_MAX = 1_000

/** Attempt in progress or ended. */
export interface Watch {
  readonly key: string
  readonly words: ReadonlySet<string>
  readonly hits: SinkHit[]
  readonly readPlants: Set<string>
  readonly plants: ReadonlyMap<string, ServedPlant>
  /** Number of reported hits. */
  told: number
  isOver: boolean
}

/** Recorded requests of each attempt, by the words in its addresses. */
export class Watches {
  /** By word, then by the key of the attempt. */
  readonly #watches = new Map<string, Map<string, Watch>>()
  /** Attempts that are over and may still lead to a request, by their keys, the oldest first. */
  readonly #over = new Map<string, Watch>()
  #lateHits = 0

  begin({ key, attack }: Attempt): void {
    const known = this.#over.get(key)
    if (known !== undefined) this.#forget(known)
    const plants = new Map(attack.plants.map((plant) => [plant.path, plant]))
    const words = watchedTokens(attack)
    const watch: Watch = { key, words, hits: [], readPlants: new Set(), plants, told: 0, isOver: false }
    for (const word of words) {
      const others = this.#watches.get(word) ?? new Map<string, Watch>()
      this.#watches.set(word, others.set(key, watch))
    }
  }

  /** @returns the requests until now; an attempt with a sink is watched further */
  end({ key, kind, attack }: Attempt): { readonly hits: readonly SinkHit[]; readonly readPlants: readonly string[] } {
    const [word = ''] = watchedTokens(attack)
    const watch = this.#watches.get(word)?.get(key)
    if (watch === undefined || watch.isOver) return { hits: [], readPlants: [] }
    watch.told = watch.hits.length
    watch.isOver = true
    if (kind !== 'benign' && attack.oracles.some((oracle) => oracle.kind === 'sink')) this.#over.set(key, watch)
    else this.#forget(watch)
    const [oldest] = this.#over.values()
    if (this.#over.size > LATE_ATTEMPTS_MAX && oldest !== undefined) this.#forget(oldest)
    return { hits: [...watch.hits], readPlants: [...watch.readPlants] }
  }

  /** Returns the sink requests since the end of the attempt; each request is reported once. */
  late({ key }: Attempt): readonly SinkHit[] {
    const watch = this.#over.get(key)
    const hits = watch?.hits.slice(watch.told) ?? []
    if (watch !== undefined) watch.told = watch.hits.length
    return hits
  }

  /** Attempts that an address is of. */
  of(path: string): readonly Watch[] {
    return [...(this.#watches.get(tokenIn(path))?.values() ?? [])]
  }

  /** Records that a plant was read. */
  read({ path }: ServedPlant): void {
    for (const { plants, readPlants } of this.of(path)) if (plants.has(path)) readPlants.add(path)
  }

  /** Records a sink request. @returns function that adds the body once it has arrived */
  note(path: string, hit: SinkHit): (body: string) => void {
    const watchers = this.of(path)
    const isLate = watchers.every(({ isOver }) => isOver)
    if (isLate) this.#lateHits += 1
    if (isLate && this.#lateHits > LATE_HITS_MAX) return () => {}
    const notes = watchers.map(({ hits }) => note(hits, hit))
    return (body) => {
      for (const fill of notes) fill(body)
    }
  }

  #forget({ key, words }: Watch): void {
    this.#over.delete(key)
    for (const word of words) {
      const known = this.#watches.get(word)
      known?.delete(key)
      if (known?.size === 0) this.#watches.delete(word)
    }
  }
}

/** @returns function that adds the body once it has arrived */
function note(hits: SinkHit[], hit: SinkHit): (body: string) => void {
  if (hits.length >= HITS_MAX) return () => {}
  const at = hits.push(hit) - 1
  return (body) => {
    hits[at] = { ...hit, body }
  }
}

/** Returns the words in the addresses of an attack's plants and sink. */
function watchedTokens({ plants, sinkUrl }: Attempt['attack']): ReadonlySet<string> {
  const ofSink = sinkUrl === undefined ? [] : [sinkUrl.slice(sinkUrl.lastIndexOf('/') + 1)]
  return new Set([...plants.map(({ path }) => tokenIn(path)), ...ofSink])
}

function tokenIn(path: string): string {
  // A comma or a bracket after an address is not part of the word.
  return path.split(/[/?.,;:!)\]}>&#'"]/, 1)[0] ?? ''
}
