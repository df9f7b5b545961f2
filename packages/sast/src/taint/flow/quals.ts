/** Facts about an atom beyond its origin. All lists contain indexes and are sorted, except `via`, which is in order. */
export interface Qual {
  /** Rules for which it was sanitized. */
  readonly except: readonly number[]
  /** Those rules for which only its letters prove that: the decoded value is unknown. */
  readonly formed: readonly number[]
  /** Rules for which alone it is there; undefined: for all. */
  readonly only: readonly number[] | undefined
  /** Sources with `requires` that it passed. */
  readonly via: readonly number[]
  /** Additional sources: the value itself is one, besides its origin. */
  readonly marks: readonly number[]
}

/** No facts. */
export const PLAIN = 0

/** Own limit: number of dependent labels. */
const VIA_MAX = 4

const plain: Qual = { except: [], formed: [], only: undefined, via: [], marks: [] }

/** Qualifiers of atoms, as numbers: 0 is the empty one, -1 means that no rule is left. */
export class Quals {
  readonly #all: Qual[] = [plain]
  readonly #known = new Map<string, number>([[keyOf(plain), PLAIN]])
  readonly #joined = new Map<number, number>()

  of(qual: number): Qual {
    return this.#all[qual]!
  }

  except(rules: readonly number[]): number {
    return rules.length === 0 ? PLAIN : this.#of({ ...plain, except: rules })
  }

  /** The same by its letters. */
  formed(rules: readonly number[]): number {
    return rules.length === 0 ? PLAIN : this.#of({ ...plain, except: rules, formed: rules })
  }

  /** Once it was decoded. */
  decoded(qual: number): number {
    const item = this.#all[qual]!
    if (item.formed.length === 0) return qual
    return this.#of({ ...item, except: item.except.filter((rule) => !item.formed.includes(rule)), formed: [] })
  }

  only(rule: number): number {
    return this.#of({ ...plain, only: [rule] })
  }

  via(source: number): number {
    return this.#of({ ...plain, via: [source] })
  }

  mark(source: number): number {
    return this.#of({ ...plain, marks: [source] })
  }

  /** Without the sources that it is. */
  unmarked(qual: number): number {
    const item = this.#all[qual]!
    return item.marks.length === 0 ? qual : this.#of({ ...item, marks: [] })
  }

  /** Returns a qualifier without the sources that are not kept. */
  withMarks(qual: number, isKept: (source: number) => boolean): number {
    const item = this.#all[qual]!
    const marks = item.marks.filter(isKept)
    return marks.length === item.marks.length ? qual : this.#of({ ...item, marks })
  }

  /** Combines two qualifiers. @returns -1 where no rule is left */
  join(first: number, then: number): number {
    if (then === PLAIN || first === then) return first
    if (first === PLAIN) return then
    const key = first * 0x200000 + then
    let joined = this.#joined.get(key)
    if (joined === undefined) {
      joined = this.#join(this.#all[first]!, this.#all[then]!)
      this.#joined.set(key, joined)
    }
    return joined
  }

  #join(first: Qual, then: Qual): number {
    const except = both(first.except, then.except)
    const isLasting = ({ except: all, formed }: Qual, rule: number): boolean =>
      all.includes(rule) && !formed.includes(rule)
    const formed = both(first.formed, then.formed).filter((rule) => !isLasting(first, rule) && !isLasting(then, rule))
    let only = first.only ?? then.only
    if (first.only !== undefined && then.only !== undefined)
      only = first.only.filter((rule) => then.only!.includes(rule))
    only = only?.filter((rule) => !except.includes(rule))
    if (only?.length === 0) return -1
    const via = [...first.via, ...then.via.filter((source) => !first.via.includes(source))].slice(0, VIA_MAX)
    return this.#of({ except, formed, only, via, marks: both(first.marks, then.marks) })
  }

  #of(qual: Qual): number {
    const key = keyOf(qual)
    let id = this.#known.get(key)
    if (id === undefined) {
      id = this.#all.push(qual) - 1
      this.#known.set(key, id)
    }
    return id
  }
}

function keyOf({ except, formed, only, via, marks }: Qual): string {
  return `${except.join()};${formed.join()};${only?.join() ?? '*'};${via.join()};${marks.join()}`
}

function both(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a
  if (a.length === 0) return b
  return [...new Set([...a, ...b])].sort((one, other) => one - other)
}
