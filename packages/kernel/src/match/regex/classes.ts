import { Failure } from '../../failure.ts'
import { type CharSet, LINE_TERMINATOR, WORD } from './char-set.ts'
import { CHARACTER_CLASSES_MAX } from './limits.ts'

/** Context on one side of a position, for anchors and word edges. */
export const EDGE = 0
export const OTHER = 1
export const WORD_CHARACTER = 2
export const LINE_END = 3

/** Equivalence classes of code points that no set of the program distinguishes. The automata use classes as input. */
export class Classes {
  /** Number of classes, also used as the class of the edge of the text. */
  readonly count: number
  readonly ascii = new Uint16Array(128)
  /** Context of each class for anchors and word edges; the last entry is the edge of the text. */
  readonly context: Uint8Array
  /** Whether a class is in a set: `members[set * count + class]`. */
  readonly members: Uint8Array
  /** Starts of intervals of one class, ascending. */
  readonly #cuts: Int32Array
  readonly #classAt: Uint16Array
  readonly #pages: (Uint16Array | undefined)[] = Array.from<undefined>({ length: 256 })

  /** @param usesContext whether the program has line anchors or word edges, which need separate classes */
  constructor(sets: readonly CharSet[], usesContext: boolean) {
    const telling = usesContext ? [...sets, WORD, LINE_TERMINATOR] : sets
    this.#cuts = cutsOf(telling)
    const { classAt, count } = refine(this.#cuts, telling)
    this.#classAt = classAt
    this.count = count
    for (let unit = 0; unit < 128; unit++) this.ascii[unit] = this.#search(unit)
    this.members = new Uint8Array(sets.length * count)
    this.context = new Uint8Array(count + 1).fill(OTHER)
    this.context[count] = EDGE
    for (const [i, set] of sets.entries()) this.#paint(set, this.members.subarray(i * count, (i + 1) * count), 1)
    if (usesContext) {
      this.#paint(WORD, this.context, WORD_CHARACTER)
      this.#paint(LINE_TERMINATOR, this.context, LINE_END)
    }
  }

  of(codePoint: number): number {
    if (codePoint > 0xffff) return this.#search(codePoint)
    const page = this.#pages[codePoint >> 8] ?? this.#fillPage(codePoint >> 8)
    return page[codePoint & 0xff] as number
  }

  #fillPage(number: number): Uint16Array {
    const page = new Uint16Array(256)
    for (let i = 0; i < 256; i++) page[i] = this.#search(number * 256 + i)
    this.#pages[number] = page
    return page
  }

  #search(codePoint: number): number {
    const cuts = this.#cuts
    let low = 0
    let high = cuts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((cuts[middle] as number) <= codePoint) low = middle
      else high = middle - 1
    }
    return this.#classAt[low] as number
  }

  #paint(set: CharSet, byClass: Uint8Array, value: number): void {
    let range = 0
    for (const [i, cut] of this.#cuts.entries()) {
      while (range < set.length && (set[range + 1] as number) < cut) range += 2
      if (range < set.length && (set[range] as number) <= cut) byClass[this.#classAt[i] as number] = value
    }
  }
}

function cutsOf(sets: readonly CharSet[]): Int32Array {
  const cuts = new Set([0])
  for (const set of sets) {
    for (let i = 0; i < set.length; i += 2) {
      cuts.add(set[i] as number)
      if ((set[i + 1] as number) < 0x10ffff) cuts.add((set[i + 1] as number) + 1)
    }
  }
  return Int32Array.from(cuts).sort()
}

/** Splits the classes by each set. Code points that are never separated form one class. */
function refine(cuts: Int32Array, sets: readonly CharSet[]): { classAt: Uint16Array; count: number } {
  const classAt = new Uint16Array(cuts.length)
  let count = 1
  for (const set of sets) {
    const renamed = new Int32Array(2 * count).fill(-1)
    let names = 0
    let range = 0
    for (let i = 0; i < cuts.length; i++) {
      const cut = cuts[i] as number
      while (range < set.length && (set[range + 1] as number) < cut) range += 2
      const inside = range < set.length && (set[range] as number) <= cut
      const key = 2 * (classAt[i] as number) + Number(inside)
      if (renamed[key] === -1) renamed[key] = names++
      classAt[i] = renamed[key] as number
    }
    count = names
    if (count > CHARACTER_CLASSES_MAX) {
      throw new Failure(
        'invalid_request',
        `The pattern distinguishes more than ${CHARACTER_CLASSES_MAX} character classes.`,
      )
    }
  }
  return { classAt, count }
}
