import { foldText } from '@gatehouse/kernel/match'
import { NO_ANCHORS, rarity, TRIGRAM_UNITS, TRIGRAMS, trigramAt } from './trigrams.ts'

/** Buckets are numbered from 1 in bytes; more trigrams than that share some. */
const BUCKETS_MAX = 255

interface Anchor {
  readonly pattern: number
  /** In small letters. */
  readonly folded: string
  /** Number of units between the end of its rarest trigram and its own end. */
  readonly rest: number
}

interface Hit {
  readonly end: number
  readonly length: number
  readonly pattern: number
}

/**
 * Case-insensitive literals, found through the rarest three characters of each: the pass over the text marks these trigrams, and only
 * there whole anchors are compared.
 */
export class AnchorIndex {
  /** By trigram: 0, or the bucket of its anchors. */
  readonly filter: Uint8Array
  readonly #buckets: Anchor[][] = []

  /** @throws {RangeError} for an anchor of fewer than three characters */
  constructor(anchors: readonly string[]) {
    this.filter = anchors.length === 0 ? NO_ANCHORS : new Uint8Array(TRIGRAMS)
    let trigrams = 0
    for (const [pattern, anchor] of anchors.entries()) {
      if (anchor.length < TRIGRAM_UNITS) throw new RangeError(`The anchor "${anchor}" is too short.`)
      const folded = anchor.toLowerCase()
      const units = Uint16Array.from(folded, (_, at) => folded.charCodeAt(at))
      const end = rarestEnd(units)
      const trigram = trigramAt(units, end)
      this.filter[trigram] ||= (trigrams++ % BUCKETS_MAX) + 1
      const bucket = (this.#buckets[this.filter[trigram]] ??= [])
      bucket.push({ pattern, folded, rest: folded.length - end })
    }
  }

  /**
   * Reports every anchor in the text by its end; of those with one end, the longest first.
   * @param marks ends of the trigrams in {@link filter}
   */
  match(
    text: string,
    units: Uint16Array,
    marks: readonly number[],
    onHit: (pattern: number, end: number) => void,
  ): void {
    const hits: Hit[] = []
    for (const mark of marks) {
      for (const { pattern, folded, rest } of this.#buckets[this.filter[trigramAt(units, mark)] as number] ?? []) {
        const end = mark + rest
        if (endsWith(text, units, end, folded)) hits.push({ end, length: folded.length, pattern })
      }
    }
    hits.sort((left, right) => left.end - right.end || right.length - left.length || left.pattern - right.pattern)
    for (const { pattern, end } of hits) onHit(pattern, end)
  }
}

function rarestEnd(units: Uint16Array): number {
  let best = TRIGRAM_UNITS
  for (let end = best + 1; end <= units.length; end++) if (rarity(units, end) > rarity(units, best)) best = end
  return best
}

function endsWith(text: string, units: Uint16Array, end: number, folded: string): boolean {
  const start = end - folded.length
  if (start < 0 || end > text.length) return false
  for (let at = 0; at < folded.length; at++) {
    const unit = units[start + at] as number
    // The case folding tables take about 20 ms to build, so only a near match needs them.
    if (unit >= 128) return foldText(text.slice(start, end)) === foldText(folded)
    if ((unit >= 65 && unit <= 90 ? unit + 32 : unit) !== folded.charCodeAt(at)) return false
  }
  return true
}
