import { Failure } from '@gatehouse/kernel'
import { type CompactTree, EXTRA, NAMED, textOf } from '../tree/compact-tree.ts'
import { bind, type Bindings, type Binding, bindingOf } from './bindings.ts'
import { chainOf } from './chain.ts'
import { matchFlat, matchNested } from './flat.ts'
import { matchArrow, matchEmpty, matchExported, matchIndexed, matchPipeline, otherForms } from './forms.ts'
import { matchOperands } from './operands.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { Sequences } from './sequences.ts'
import { assignmentOf } from './shapes.ts'
import type { MatchOptions, Source } from './source.ts'
import { childIn, stringText, unwrap, type Vocabulary, wordOf } from './view.ts'

/** Own limit: alternative matches of one node; a rule with more is reported as incomplete. */
const WAYS_MAX = 10_000

/** Signs and letters before the text of a string. */
const OPENING_CHARS = 8

/** Whether a metavariable may be bound to a node. */
export type MetaTest = (name: string, node: number) => boolean

/** Matches patterns against nodes. Every method returns all alternative matches as bindings. */
export class Matcher {
  readonly source: Source
  readonly tree: CompactTree
  readonly vocabulary: Vocabulary
  readonly sequences: Sequences
  readonly options: MatchOptions
  readonly #test: MetaTest | undefined

  /** @param test rejected values are not bound */
  constructor(source: Source, options: MatchOptions, test?: MetaTest) {
    this.#test = test
    this.source = source
    this.tree = source.tree
    this.vocabulary = source.vocabulary
    this.options = options
    this.sequences = new Sequences(this)
  }

  match(pattern: Pattern, given: number, bindings: Bindings): readonly Bindings[] {
    const found = this.#match(pattern, given, bindings)
    if (found.length > 0 || !this.options.symbols || (pattern.type !== 'node' && pattern.type !== 'leaf')) return found
    const value = this.source.facts.givenTo(unwrap(this.tree, given, this.vocabulary))
    // A name gets its value before its use, so the recursion ends.
    return value === undefined ? [] : this.match(pattern, value, bindings)
  }

  #match(pattern: Pattern, value: number, bindings: Bindings): readonly Bindings[] {
    this.source.step()
    const { tree } = this
    const node = unwrap(tree, value, this.vocabulary)
    switch (pattern.type) {
      case 'ellipsis':
        return [bindings]
      case 'all':
      case 'meta':
        return this.#meta(pattern, node, bindings)
      case 'deep':
        return this.#deep(pattern.inner, node, bindings)
      case 'leaf':
        return this.#leaf(pattern, node) ? [bindings] : this.#looser(pattern, node, bindings)
      case 'chain':
        return this.#chain(pattern.inner, node, bindings)
      case 'run':
        return []
      case 'kind':
        return this.#isKind(pattern, node) ? [bindings] : []
      case 'part':
        return this.#part(pattern, node, bindings)
      case 'string':
        return this.#string(pattern, node, bindings)
      case 'node':
      default:
        return this.#node(pattern, node, bindings)
    }
  }

  /** Returns the matches if their number is within the limit. @throws {Failure} `limit_reached` */
  checked<Way>(ways: readonly Way[]): readonly Way[] {
    if (ways.length <= WAYS_MAX) return ways
    throw new Failure('limit_reached', `A pattern can be matched in more than ${WAYS_MAX} ways at one location.`)
  }

  /** Returns the value of a metavariable for a node. */
  bound(node: number): Binding {
    return this.source.boundOf(node)
  }

  #meta(pattern: Extract<Pattern, { type: 'meta' | 'all' }>, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree, source } = this
    // Text between the pieces of code in a string is no code.
    if ((tree.flags[node]! & NAMED) === 0 || this.vocabulary.content.has(tree.kind[node]!)) return []
    if (pattern.type === 'meta' && pattern.ofType !== undefined) {
      const type = source.facts.typeOf(node)
      if (type === undefined || !source.facts.isType(type, pattern.ofType)) return []
    }
    if (this.#test?.(pattern.name, node) === false && bindingOf(bindings, pattern.name) === undefined) return []
    const more = bind(bindings, pattern.name, this.bound(node))
    return more === undefined ? [] : [more.bindings]
  }

  #deep(inner: Pattern, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree } = this
    const found: Bindings[] = []
    const end = tree.next[node]!
    for (let item = node; item < end; item += 1) {
      if ((tree.flags[item]! & NAMED) === 0 || (tree.flags[item]! & EXTRA) !== 0) continue
      if (unwrap(tree, item, this.vocabulary) === item) found.push(...this.match(inner, item, bindings))
      this.checked(found)
    }
    return found
  }

  #chain(inner: Pattern, node: number, bindings: Bindings): readonly Bindings[] {
    const found: Bindings[] = []
    for (const item of chainOf(this.tree, node, this.vocabulary)) {
      found.push(...this.match(inner, item, bindings))
      this.checked(found)
    }
    return found
  }

  #isKind({ kinds, opening }: Extract<Pattern, { type: 'kind' }>, node: number): boolean {
    if (!kinds.has(this.tree.kind[node]!)) return false
    const start = this.tree.start[node]!
    return opening === undefined || opening.test(this.tree.text.slice(start, start + OPENING_CHARS))
  }

  #part(
    { before, after, name }: Extract<Pattern, { type: 'part' }>,
    node: number,
    bindings: Bindings,
  ): readonly Bindings[] {
    const text = textOf(this.tree, node)
    if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return []
    const start = this.tree.start[node]! + before.length
    const end = this.tree.end[node]! - after.length
    const more = bind(bindings, name, { start, end, node: -1, key: this.tree.text.slice(start, end) })
    return more === undefined ? [] : [more.bindings]
  }

  #leaf(pattern: Extract<Pattern, { type: 'leaf' }>, node: number): boolean {
    const { tree, vocabulary, source } = this
    if (pattern.tokens?.has(tree.kind[node]!) === true) return true
    if (pattern.text === 'var' && !pattern.isName && this.options.anyVar && /^(?:let|const)$/.test(textOf(tree, node)))
      return true
    const isName = vocabulary.identifiers.has(tree.kind[node]!)
    if (
      wordOf(tree, node, vocabulary) === pattern.text &&
      (isName === pattern.isName || source.speaking(node).length === 0)
    )
      return true
    if (pattern.isName) return source.facts.isNamed(node, pattern.text)
    if (pattern.constant === undefined) return false
    const { constants } = this.options
    if (!constants && isName) return false
    return source.facts.constantOf(node) === pattern.constant
  }

  #string(pattern: Extract<Pattern, { type: 'string' }>, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree, vocabulary, source } = this
    const written = stringText(tree, node, vocabulary)
    const value = written ?? (this.options.constants ? source.facts.constantOf(node) : undefined)
    if (typeof value !== 'string') {
      const isAny = pattern.text === undefined && pattern.meta === undefined && pattern.regex === undefined
      if (isAny && this.options.constants && source.facts.isText(node)) return [bindings]
      return this.#looser(pattern, node, bindings)
    }
    if (pattern.meta !== undefined) {
      const whole = this.bound(node)
      const quote = written === undefined ? 0 : tree.text.slice(whole.start, whole.end).indexOf(value)
      const start = quote === -1 || written === undefined ? whole.start : whole.start + quote
      const end = written === undefined ? whole.end : start + value.length
      const more = bind(bindings, pattern.meta, { start, end, node: -1, key: value })
      return more === undefined ? [] : [more.bindings]
    }
    if (pattern.regex !== undefined) return pattern.regex.findAll(value, 1).length > 0 ? [bindings] : []
    return pattern.text === undefined || pattern.text === value ? [bindings] : []
  }

  #node(pattern: NodePattern, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree, source } = this
    if (pattern.begins !== undefined && !beginsWith(tree, node, pattern.begins)) return []
    if (pattern.path !== undefined && source.facts.isNamed(node, pattern.path)) return [bindings]
    if (pattern.arrow !== undefined && tree.kinds.name(tree.kind[node]!) === 'arrow_function') {
      return this.options.arrows ? matchArrow(pattern.arrow, node, bindings, this) : []
    }
    const formed =
      matchEmpty(pattern, node, bindings, this) ??
      matchExported(pattern, node, bindings, this) ??
      matchIndexed(pattern, node, bindings, this)
    if (formed !== undefined) return formed
    if (pattern.kinds.has(tree.kind[node]!)) {
      const nested = matchNested(pattern, node, bindings, this)
      if (nested.length > 0) return nested
      const found = this.sequences.children(pattern, node, bindings)
      if (found.length > 0) return this.checked(found)
      const swapped = this.#swapped(pattern)
      if (swapped !== undefined) {
        const other = this.sequences.children(swapped, node, bindings)
        if (other.length > 0) return other
      }
      const flat = matchFlat(pattern, node, bindings, this)
      if (flat.length > 0) return flat
      const bindingSets = matchPipeline(pattern, node, bindings, this)
      if (bindingSets.length > 0) return bindingSets
      const regrouped = pattern.operands === undefined ? [] : matchOperands(pattern, node, bindings, this)
      if (regrouped.length > 0) return regrouped
    } else {
      const other = otherForms(pattern, node, bindings, this)
      if (other.length > 0) return other
    }
    if (pattern.calls !== undefined && pattern.kinds.has(tree.kind[node]!))
      return this.#call(pattern.calls, node, bindings)
    const { assigns } = pattern
    if (assigns !== undefined && this.options.assignments) {
      const code = assignmentOf(tree, node, this.vocabulary)
      if (code === undefined) return []
      return this.match(assigns.left, code.left, bindings).flatMap((item) =>
        this.match(assigns.right, code.right, item),
      )
    }
    return this.#looser(pattern, node, bindings)
  }

  /** Matches `a.b(c)` against `$F(...)`: the name covers everything before the arguments. */
  #call({ name, args }: NonNullable<NodePattern['calls']>, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree, vocabulary } = this
    const row = vocabulary.rows.calls.get(tree.kind[node]!)
    if (row?.object === undefined) return []
    const [object, callee, list] = [row.object, row.callee, row.args].map((field) =>
      childIn(tree, node, tree.kinds.field(field)),
    )
    if (object === undefined || object === -1 || callee === undefined || list === undefined) return []
    const [start, end] = [tree.start[object]!, tree.end[callee]!]
    const more = bind(bindings, name, { start, end, node: -1, key: tree.text.slice(start, end) })
    return more === undefined ? [] : this.match(args, list, more.bindings)
  }

  #swapped(pattern: NodePattern): NodePattern | undefined {
    const { swaps, children } = pattern
    if (swaps === undefined || children.length !== 3) return undefined
    const may =
      (this.options.regroups && /^[&|^]$/.test(swaps)) ||
      (this.options.swapComparisons && /^[!=]==?$/.test(swaps)) ||
      (this.options.swapLogic && /^(?:&&|\|\||and|or)$/.test(swaps))
    return may ? { ...pattern, children: children.toReversed() } : undefined
  }

  /** A parameter with a type matches a pattern of its name alone. */
  #looser(pattern: Pattern, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree, vocabulary, source } = this
    if (!vocabulary.loose.has(tree.kind[node]!)) return []
    const first = source.speaking(node).find((child) => (tree.flags[child]! & NAMED) !== 0)
    return first === undefined ? [] : this.match(pattern, first, bindings)
  }
}

/** Whether a node starts with a name. Compares the text first, which is fast. */
function beginsWith({ text, start, end }: CompactTree, node: number, name: string): boolean {
  const from = start[node + 1]!
  return end[node + 1]! - from === name.length && text.startsWith(name, from)
}
