import { NAMED, textOf } from '../tree/compact-tree.ts'
import { bind, type Bindings } from './bindings.ts'
import { splitDecorators } from './decorated.ts'
import { Groups } from './groups.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { distinct, type NodeRun, type Run } from './runs.ts'
import { unwrap } from './view.ts'

/** Matches lists of patterns against lists of nodes. */
export class Sequences {
  readonly #matcher: Matcher
  readonly #groups: Groups

  constructor(matcher: Matcher) {
    this.#matcher = matcher
    this.#groups = new Groups(matcher)
  }

  /** Matches the children of a pattern against those of a node. */
  children(pattern: NodePattern, node: number, bindings: Bindings): readonly Bindings[] {
    if (pattern.isGrouped === true) return this.#groups.match(pattern, node, bindings)
    const { tree, vocabulary, source } = this.#matcher
    const code = source.speaking(node)
    if (pattern.children[0]?.type === 'chain' && !this.#mayFollow(pattern.children, code)) return []
    const inOrder = this.#decorated(pattern, code, bindings)
    if (inOrder !== undefined) return inOrder
    if (pattern.order !== 'ordered')
      return this.#unordered(pattern.children, code, bindings, pattern.order === 'subset' || this.#isPartial(pattern))
    const isNamed = (child: number): boolean => vocabulary.named.has(tree.kind[child]!)
    const isNamedPattern = (item: Pattern): boolean => item.type === 'node' && item.isNamed === true
    if (vocabulary.named.size > 0 && pattern.children.some(isNamedPattern)) {
      const hasEllipsis = pattern.children.some(isOpen)
      const named = pattern.children.filter(isNamedPattern)
      const before = this.#unordered(named, code.filter(isNamed), bindings, hasEllipsis)
      const others = pattern.children.filter((child) => !isNamedPattern(child))
      if (before.length > 0) {
        const rest = code.filter((child) => !isNamed(child))
        return before.flatMap((item) => this.#whole(others, rest, item))
      }
    }
    return this.#whole(pattern.children, code, bindings, pattern.isBlock)
  }

  /** Matches decorators in order where the rule requires it, with any others between them; modifiers such as `static` have no order. */
  #decorated(pattern: NodePattern, code: readonly number[], bindings: Bindings): readonly Bindings[] | undefined {
    if (!this.#matcher.options.ordersDecorators) return undefined
    const split = splitDecorators(pattern, code, this.#matcher.tree)
    if (split === undefined) return undefined
    return this.#whole(split.wanted, split.marks, bindings).flatMap((item) =>
      this.#unordered(split.rest, split.others, item, pattern.order === 'subset'),
    )
  }

  #isPartial({ isRecord }: NodePattern): boolean {
    return isRecord === true && this.#matcher.options.openRecords
  }

  /** Statements of a pattern against all statements of a block. */
  block(pattern: readonly Pattern[], code: readonly number[], bindings: Bindings): readonly Bindings[] {
    return this.#whole(pattern, code, bindings, true)
  }

  /** A list of patterns against all of a list of nodes. */
  list(pattern: readonly Pattern[], code: readonly number[], bindings: Bindings): readonly Bindings[] {
    return this.#whole(pattern, code, bindings)
  }

  /** Matches statements from a position in a block: all alternatives with their ends. */
  statements(pattern: readonly Pattern[], code: readonly number[], from: number, bindings: Bindings): readonly Run[] {
    return this.#run(pattern, 0, code, from, bindings, { isBlock: true, isWhole: false })
  }

  #whole(
    pattern: readonly Pattern[],
    code: readonly number[],
    bindings: Bindings,
    isBlock = false,
  ): readonly Bindings[] {
    return this.#run(pattern, 0, code, 0, bindings, { isBlock, isWhole: true }).map((item) => item.bindings)
  }

  #run(
    pattern: readonly Pattern[],
    at: number,
    code: readonly number[],
    from: number,
    bindings: Bindings,
    how: { readonly isBlock: boolean; readonly isWhole: boolean },
  ): readonly Run[] {
    const { source, tree } = this.#matcher
    source.step()
    const first = pattern[at]
    if (first === undefined) {
      const isDone = !how.isWhole || this.#mayEnd(code, from)
      const last = code[from - 1]
      return isDone ? [{ bindings, end: last === undefined ? 0 : tree.end[last]! }] : []
    }
    if (first.type === 'ellipsis' || first.type === 'all')
      return this.#open(first, pattern, at, code, from, bindings, how)
    const child = code[from]
    if (child === undefined)
      return this.#asksNothing(first) ? this.#run(pattern, at + 1, code, from, bindings, how) : []
    // A metavariable matches the declared name, not a modifier such as `mut` before it.
    if (first.type === 'meta' && this.#matcher.vocabulary.words.has(tree.kind[child]!)) {
      const without = this.#run(pattern, at, code, from + 1, bindings, how)
      if (without.length > 0) return without
    }
    const found: Run[] = []
    for (const item of this.#one(first, child, bindings, how.isBlock)) {
      found.push(...this.#run(pattern, at + 1, code, from + 1, item, how))
      this.#matcher.checked(found)
    }
    if (found.length === 0 && this.#isOptional(child)) return this.#run(pattern, at, code, from + 1, bindings, how)
    if (found.length === 0 && this.#asksNothing(first)) return this.#run(pattern, at + 1, code, from, bindings, how)
    return found
  }

  /** Whether the names after a chain are present: a chain is expensive to match, and most end in another name. */
  #mayFollow(pattern: readonly Pattern[], code: readonly number[]): boolean {
    const { tree } = this.#matcher
    return pattern.every(
      (item) => item.type !== 'leaf' || !item.isName || code.some((child) => textOf(tree, child) === item.text),
    )
  }

  /** Whether a pattern may omit the remaining nodes. */
  #mayEnd(code: readonly number[], from: number): boolean {
    for (let at = from; at < code.length; at += 1) {
      if (this.#matcher.vocabulary.tails.has(this.#matcher.tree.kind[code[at]!]!)) return true
      if (!this.#isOptional(code[at]!)) return false
    }
    return true
  }

  /** Whether code may omit a pattern: an empty list, or a list of anything. */
  #asksNothing(pattern: Pattern): boolean {
    if (pattern.type !== 'node' || pattern.children.some((child) => child.type !== 'ellipsis')) return false
    return [...pattern.kinds].some((kind) => this.#matcher.vocabulary.absent.has(kind))
  }

  /** Matches an ellipsis with zero, one, two … nodes; the next pattern may match deeper in a statement. */
  #open(
    first: Extract<Pattern, { type: 'ellipsis' | 'all' }>,
    pattern: readonly Pattern[],
    at: number,
    code: readonly number[],
    from: number,
    bindings: Bindings,
    how: { readonly isBlock: boolean; readonly isWhole: boolean },
  ): readonly Run[] {
    const { tree, source } = this.#matcher
    if (at === pattern.length - 1) {
      const key =
        first.type === 'all'
          ? code
              .slice(from)
              .map((node) => source.keyOf(node))
              .join(', ')
          : ''
      const bound = this.#take(first, { code, from, next: code.length, key }, bindings)
      const last = code.at(-1)
      return bound === undefined ? [] : [{ bindings: bound.bindings, end: last === undefined ? 0 : tree.end[last]! }]
    }
    const found: Run[] = []
    let key = ''
    for (let next = from; next <= code.length; next += 1) {
      // Each run is one node longer than the previous one: a copy per length would take quadratic time.
      if (first.type === 'all' && next > from)
        key = `${key}${next > from + 1 ? ', ' : ''}${source.keyOf(code[next - 1]!)}`
      const bound = this.#take(first, { code, from, next, key }, bindings)
      if (bound === undefined) continue
      found.push(...this.#run(pattern, at + 1, code, next, bound.bindings, how))
      const child = code[next]
      if (how.isBlock && child !== undefined && first.type === 'ellipsis' && this.#matcher.options.goesDeeper) {
        found.push(...this.#deeper(pattern, at + 1, child, bindings, tree.end[child]!))
      }
      this.#matcher.checked(found)
    }
    return distinct(found)
  }

  /** Binds an ellipsis to a run of nodes; without a name there is nothing to bind. */
  #take(
    first: Extract<Pattern, { type: 'ellipsis' | 'all' }>,
    { code, from, next, key }: NodeRun,
    bindings: Bindings,
  ): { readonly bindings: Bindings } | undefined {
    if (first.type === 'ellipsis') return { bindings }
    const { tree } = this.#matcher
    const isEmpty = next === from
    const start = isEmpty ? 0 : tree.start[code[from]!]!
    const end = isEmpty ? 0 : tree.end[code[next - 1]!]!
    return bind(bindings, first.name, { start, end, node: next - from === 1 ? code[from]! : -1, key })
  }

  /** Matches the rest of a pattern in the blocks within a statement. */
  #deeper(pattern: readonly Pattern[], at: number, statement: number, bindings: Bindings, end: number): readonly Run[] {
    const { tree, vocabulary, source } = this.#matcher
    const found: Run[] = []
    for (let node = statement + 1; node < tree.next[statement]!;) {
      source.step()
      if (vocabulary.functions.has(tree.kind[node]!)) {
        node = tree.next[node]!
        continue
      }
      if (vocabulary.blocks.has(tree.kind[node]!)) {
        const code = source.speaking(node)
        for (let from = 0; from < code.length; from += 1) {
          const runs = this.#run(pattern, at, code, from, bindings, { isBlock: true, isWhole: false })
          // The match covers the whole block, so the end of the inner match does not matter.
          found.push(...runs.map((run) => ({ bindings: run.bindings, end: Math.min(end, run.end) })))
          this.#matcher.checked(found)
        }
      }
      node += 1
    }
    return found
  }

  /**
   * Matches one pattern against one node. A statement also matches by an expression in it, but not by an expression of a nested statement.
   */
  #one(pattern: Pattern, child: number, bindings: Bindings, isBlock: boolean): readonly Bindings[] {
    const found = this.#matcher.match(pattern, child, bindings)
    if (found.length > 0 || !isBlock || pattern.type !== 'node') return found
    const { tree, vocabulary } = this.#matcher
    if (pattern.isCall !== true || vocabulary.blocks.has(tree.kind[child]!)) return found
    const inner: Bindings[] = []
    for (let node = child + 1; node < tree.next[child]!;) {
      const kind = tree.kind[node]!
      if (vocabulary.blocks.has(kind) || vocabulary.functions.has(kind) || vocabulary.statements.has(kind)) {
        node = tree.next[node]!
        continue
      }
      if ((tree.flags[node]! & NAMED) !== 0 && pattern.kinds.has(tree.kind[node]!)) {
        inner.push(...this.#matcher.match(pattern, node, bindings))
      }
      node += 1
    }
    return inner
  }

  /** Matches in any order: each pattern needs a node of its own. @param isOpenEnded  whether nodes may remain unmatched */
  #unordered(
    pattern: readonly Pattern[],
    code: readonly number[],
    bindings: Bindings,
    isOpenEnded: boolean,
  ): readonly Bindings[] {
    const wanted = pattern.filter((item) => !isOpen(item))
    const mayHaveMore = isOpenEnded || wanted.length < pattern.length
    const needed = code.filter((child) => !this.#isOptional(child))
    if (!mayHaveMore && wanted.length < needed.length) return []
    let ways: readonly { readonly bindings: Bindings; readonly used: ReadonlySet<number> }[] = [
      { bindings, used: new Set() },
    ]
    for (const item of wanted) {
      ways = ways.flatMap(({ bindings: before, used }) =>
        code
          .filter((child) => !used.has(child))
          .flatMap((child) =>
            this.#matcher
              .match(item, child, before)
              .map((after) => ({ bindings: after, used: new Set([...used, child]) })),
          ),
      )
      this.#matcher.checked(ways)
    }
    return ways.map((path) => path.bindings)
  }

  #isOptional(value: number): boolean {
    const { tree, vocabulary } = this.#matcher
    const isNamed = vocabulary.optional.has(tree.kind[value]!)
    return (
      isNamed ||
      vocabulary.optionalFields.has(tree.field[value]!) ||
      vocabulary.optional.has(tree.kind[unwrap(tree, value, vocabulary)]!)
    )
  }
}

function isOpen(pattern: Pattern): boolean {
  return pattern.type === 'ellipsis' || pattern.type === 'all'
}
