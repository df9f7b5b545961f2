import { Failure } from '@gatehouse/kernel'
import { bind, type Bindings } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import type { GenericDocument } from './document.ts'
import type { GenericOptions } from './options.ts'
import type { GenericItem, GenericPattern } from './pattern.ts'

/** Own limit: the same as for code patterns. */
const HITS_MAX = 100_000

/** A complete match. */
interface Done {
  /** After the last token. */
  readonly end: number
  readonly bindings: Bindings
}

/** Limits of a match: the enclosing ranges, the innermost first. */
interface Limits {
  /** After the last token. */
  readonly end: number
  /** Equal lists have the same number. */
  readonly id: number
  readonly outer: Limits | undefined
}

/**
 * Returns the matches of a pattern in a text: from each word, the first path that succeeds.
 * @param step counts work
 * @throws {Failure} `limit_reached` for too much work
 */
export function findGeneric(
  pattern: GenericPattern,
  document: GenericDocument,
  options: GenericOptions,
  step: () => void,
): readonly Hit[] {
  const search = new Search(pattern, document, options, step)
  const hits: Hit[] = []
  const count = document.words.length
  const [first] = pattern.items
  if (pattern.items.every(({ type }) => type === 'ellipsis')) {
    const end = count === 0 ? undefined : search.from(0, count)
    return end === undefined ? [] : [{ start: 0, end: document.text.length, bindings: end.bindings }]
  }
  for (let at = 0; at < count; at += 1) {
    step()
    if (first?.type === 'word' && document.words[at] !== first.text) continue
    const done = search.from(at, Math.min(document.blockEnd[at]!, document.pairEnd[at]!))
    if (done === undefined || done.end === at) continue
    hits.push({ start: document.start[at]!, end: document.end[done.end - 1]!, bindings: done.bindings })
    if (hits.length > HITS_MAX) {
      throw new Failure('limit_reached', `A pattern matches more than ${HITS_MAX} times.`)
    }
    // Text that a leading ellipsis skips is no separate start.
    if (first?.type === 'ellipsis') at = done.end - 1
  }
  return hits
}

class Search {
  readonly #items: readonly GenericItem[]
  readonly #document: GenericDocument
  readonly #options: GenericOptions
  readonly #step: () => void
  /** Positions without a match; not cached where the result depends on bindings. */
  readonly #failed: Set<number> | undefined
  readonly #limits = new Map<number, Limits>()

  constructor(pattern: GenericPattern, document: GenericDocument, options: GenericOptions, step: () => void) {
    this.#items = pattern.items
    this.#document = document
    this.#options = options
    this.#step = step
    this.#failed = pattern.refersBack ? undefined : new Set()
  }

  /** @param limit index after the last allowed token */
  from(at: number, limit: number): Done | undefined {
    return this.#match(0, at, this.#limited(limit, undefined), undefined)
  }

  #match(index: number, at: number, limits: Limits, bindings: Bindings): Done | undefined {
    this.#step()
    const item = this.#items[index]
    if (item === undefined) return { end: at, bindings }
    if (item.type !== 'ellipsis') return this.#one(item, index, at, limits, bindings)
    const key = (limits.id * this.#items.length + index) * (this.#document.words.length + 1) + at
    if (this.#failed?.has(key) === true) return undefined
    const found = this.#ellipsis(item, index, at, limits, bindings)
    if (found === undefined) this.#failed?.add(key)
    return found
  }

  #one(
    item: Exclude<GenericItem, { type: 'ellipsis' }>,
    index: number,
    at: number,
    limits: Limits,
    bindings: Bindings,
  ): Done | undefined {
    const { words, isWord, blockEnd, opensBlock } = this.#document
    const limit = limits.end
    switch (item.type) {
      case 'word': {
        if (at >= limit || words[at] !== item.text || !this.#follows(index, at)) return undefined
        const within = this.#within(item.pair, at, limits)
        return within && this.#match(index + 1, at + 1, within, bindings)
      }
      case 'meta': {
        if (at >= limit || isWord[at] === 0 || !this.#follows(index, at)) return undefined
        const more = bind(bindings, item.name, this.#bound(at, at + 1))
        return more && this.#match(index + 1, at + 1, limits, more.bindings)
      }
      case 'indent':
        if (at >= limit || opensBlock[at] === 0) return undefined
        return this.#match(index + 1, at, this.#limited(Math.min(limit, blockEnd[at]!), limits), bindings)
      case 'dedent':
        return at === limit && limits.outer !== undefined
          ? this.#match(index + 1, at, limits.outer, bindings)
          : undefined
      case 'newlines':
      default:
        return this.#newlinesBefore(at) === item.count ? this.#match(index + 1, at, limits, bindings) : undefined
    }
  }

  /** Matches between two braces. A match between paired braces stays within them. @returns undefined where the braces are no pair */
  #within(pair: 'opens' | 'closes' | undefined, at: number, limits: Limits): Limits | undefined {
    if (pair === undefined) return limits
    const other = this.#document.partner[at]!
    if (pair === 'opens') return this.#limited(other > at ? Math.min(limits.end, other + 1) : limits.end, limits)
    return other === -1 || at === limits.end - 1 ? limits.outer : undefined
  }

  #limited(end: number, outer: Limits | undefined): Limits {
    const key = (outer?.id ?? 0) * (this.#document.words.length + 1) + end
    let limits = this.#limits.get(key)
    if (limits === undefined) {
      limits = { end, id: this.#limits.size + 1, outer }
      this.#limits.set(key, limits)
    }
    return limits
  }

  #ellipsis(
    item: Extract<GenericItem, { type: 'ellipsis' }>,
    index: number,
    at: number,
    limits: Limits,
    bindings: Bindings,
  ): Done | undefined {
    const reach = this.#reach(at, limits.end, item.span)
    const after = this.#items[index + 1]
    if (after?.type === 'word' && !this.#document.has(after.text, at, reach)) return undefined
    const isLast = this.#items.slice(index + 1).every(({ type }) => type === 'dedent')
    if (isLast) {
      const more = this.#taken(item, at, reach, bindings)
      return more && { end: reach, bindings: more.bindings }
    }
    // An ellipsis skips a pair of braces as a whole where the rest then matches.
    return (
      this.#pass(item, index, at, reach, limits, bindings, true) ??
      this.#pass(item, index, at, reach, limits, bindings, false)
    )
  }

  #pass(
    item: Extract<GenericItem, { type: 'ellipsis' }>,
    index: number,
    at: number,
    reach: number,
    limits: Limits,
    bindings: Bindings,
    overPairs: boolean,
  ): Done | undefined {
    const { partner } = this.#document
    const after = this.#items[index + 1]
    const last = reach === limits.end || after?.type === 'newlines' ? reach : reach - 1
    for (let next = at; next <= last;) {
      this.#step()
      const more = this.#taken(item, at, next, bindings)
      const found = more && this.#match(index + 1, next, limits, more.bindings)
      if (found !== undefined) return found
      const other = next < reach ? partner[next]! : -1
      next = overPairs && other > next ? other + 1 : next + 1
    }
    return undefined
  }

  /** Returns the index after the last token that an ellipsis may match. */
  #reach(at: number, limit: number, span: number): number {
    const { line } = this.#document
    if (span === Infinity) return limit
    const from = at === 0 ? 0 : line[at - 1]!
    let low = at
    let high = limit
    while (low < high) {
      const middle = (low + high) >> 1
      if (line[middle]! - from <= span) low = middle + 1
      else high = middle
    }
    return low
  }

  #taken(
    { name }: Extract<GenericItem, { type: 'ellipsis' }>,
    from: number,
    to: number,
    bindings: Bindings,
  ): { readonly bindings: Bindings } | undefined {
    return name === undefined ? { bindings } : bind(bindings, name, this.#bound(from, to))
  }

  #bound(from: number, to: number): { start: number; end: number; node: number; key: string } {
    const { text, start, end } = this.#document
    if (from >= to) {
      const place = from === 0 ? 0 : end[from - 1]!
      return { start: place, end: place, node: -1, key: '' }
    }
    return { start: start[from]!, end: end[to - 1]!, node: -1, key: text.slice(start[from], end[to - 1]) }
  }

  /** Where newlines count, the next token has to be on the same line unless the pattern has a newline. */
  #follows(index: number, at: number): boolean {
    const { engine, isMultiline } = this.#options
    if (engine !== 'aliengrep' || isMultiline || index === 0) return true
    const before = this.#items[index - 1]!
    return before.type === 'newlines' || before.type === 'ellipsis' || this.#newlinesBefore(at) === 0
  }

  #newlinesBefore(at: number): number {
    const { line, words } = this.#document
    return at === 0 || at >= words.length ? -1 : line[at]! - line[at - 1]!
  }
}
