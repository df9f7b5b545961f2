import type { ServedPlant } from '../engine/attack.ts'
import type { SinkHit } from '../engine/exchange.ts'
import type { Attempt } from '../run/attempt.ts'

/** What one attempt may leave here: an agent in a circle, or a stranger, must not fill the memory. Ours. */
const HITS_MAX = 100
/** Attempts that are over and may still lead to a request, and such requests in all. Ours: the oldest are forgotten first. */
const LATE_ATTEMPTS_MAX = 10_000
const LATE_HITS_MAX = 1_000

/** One attempt that is on its way, or was. */
export interface Watch {
  readonly key: string
  readonly words: ReadonlySet<string>
  readonly hits: SinkHit[]
  readonly readPlants: Set<string>
  readonly plants: ReadonlyMap<string, ServedPlant>
  /** How many of the hits were told. */
  told: number
  isOver: boolean
}

/** What was asked for of each attempt, by the words in its addresses. */
export class Watches {
  /** By word, then by the key of the attempt. */
  readonly #watches = new Map<string, Map<string, Watch>>()
  /** Attempts that are over and may still lead to a request, by their keys, the oldest first. */
  readonly #over = new Map<string, Watch>()
  #lateHits = 0

  begin({ key, attack }: Attempt): void {
    const known = this.#over.get(key)
    if (known !== undefined) this.#forget(known)
    const plants = new Map(attack.plants.map((one) => [one.path, one]))
    const words = wordsOf(attack)
    const watch: Watch = { key, words, hits: [], readPlants: new Set(), plants, told: 0, isOver: false }
    for (const word of words) {
      const others = this.#watches.get(word) ?? new Map<string, Watch>()
      this.#watches.set(word, others.set(key, watch))
    }
  }

  /** @returns what was asked for until now; an attempt that wants the sink is watched on */
  end({ key, kind, attack }: Attempt): { readonly hits: readonly SinkHit[]; readonly readPlants: readonly string[] } {
    const [word = ''] = wordsOf(attack)
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

  /** What has come to the sink since the attempt was over; each request is told once. */
  late({ key }: Attempt): readonly SinkHit[] {
    const watch = this.#over.get(key)
    const hits = watch?.hits.slice(watch.told) ?? []
    if (watch !== undefined) watch.told = watch.hits.length
    return hits
  }

  /** Attempts that an address is of. */
  of(path: string): readonly Watch[] {
    return [...(this.#watches.get(wordIn(path))?.values() ?? [])]
  }

  /** Somebody has read a plant. */
  read({ path }: ServedPlant): void {
    for (const { plants, readPlants } of this.of(path)) if (plants.has(path)) readPlants.add(path)
  }

  /** Somebody has asked the sink. @returns what puts the body in, once it is there */
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

/** @returns what puts the body in, once it is there */
function note(hits: SinkHit[], hit: SinkHit): (body: string) => void {
  if (hits.length >= HITS_MAX) return () => {}
  const at = hits.push(hit) - 1
  return (body) => {
    hits[at] = { ...hit, body }
  }
}

/** The words under which an attack is asked for: of its plants and of its sink. */
function wordsOf({ plants, sinkUrl }: Attempt['attack']): ReadonlySet<string> {
  const ofSink = sinkUrl === undefined ? [] : [sinkUrl.slice(sinkUrl.lastIndexOf('/') + 1)]
  return new Set([...plants.map(({ path }) => wordIn(path)), ...ofSink])
}

function wordIn(path: string): string {
  // A comma or a bracket that stood behind an address is none of the word.
  return path.split(/[/?.,;:!)\]}>&#'"]/, 1)[0] ?? ''
}
