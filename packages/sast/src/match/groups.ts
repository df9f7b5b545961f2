import { type CompactTree, EXTRA, textOf } from '../tree/compact-tree.ts'
import { bind, type Bindings } from './bindings.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { speaking, type Vocabulary } from './view.ts'

/** The arguments of a macro: its tokens between commas. */
export function groupsOf(tree: CompactTree, node: number, vocabulary: Vocabulary): readonly (readonly number[])[] {
  const speaks = new Set(speaking(tree, node, vocabulary))
  const groups: number[][] = [[]]
  for (let child = node + 1; child < tree.next[node]!; child = tree.next[child]!) {
    if (speaks.has(child)) groups.at(-1)!.push(child)
    else if ((tree.flags[child]! & EXTRA) === 0 && textOf(tree, child) === ',') groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}

/** Matches macro arguments of a pattern against those of a node: each argument is one or several tokens. */
export class Groups {
  readonly #matcher: Matcher

  constructor(matcher: Matcher) {
    this.#matcher = matcher
  }

  match(pattern: NodePattern, node: number, bindings: Bindings): readonly Bindings[] {
    const { tree, vocabulary } = this.#matcher
    return this.#run(pattern.children, 0, groupsOf(tree, node, vocabulary), 0, bindings)
  }

  #run(
    pattern: readonly Pattern[],
    at: number,
    code: readonly (readonly number[])[],
    from: number,
    bindings: Bindings,
  ): readonly Bindings[] {
    this.#matcher.source.step()
    const first = pattern[at]
    if (first === undefined) return from === code.length ? [bindings] : []
    const found: Bindings[] = []
    if (first.type === 'ellipsis' || first.type === 'all') {
      for (let next = from; next <= code.length; next += 1) {
        const bound =
          first.type === 'ellipsis' ? { bindings } : this.#bind(first.name, code.slice(from, next), bindings)
        if (bound !== undefined) found.push(...this.#run(pattern, at + 1, code, next, bound.bindings))
        this.#matcher.checked(found)
      }
      return found
    }
    const group = code[from]
    if (group === undefined) return []
    for (const item of this.#one(first, group, bindings)) {
      found.push(...this.#run(pattern, at + 1, code, from + 1, item))
      this.#matcher.checked(found)
    }
    return found
  }

  #one(pattern: Pattern, group: readonly number[], bindings: Bindings): readonly Bindings[] {
    const [only] = group
    if (pattern.type === 'run') return this.#matcher.sequences.list(pattern.parts, group, bindings)
    if (pattern.type === 'deep') return group.flatMap((node) => this.#matcher.match(pattern, node, bindings))
    if (group.length === 1 && only !== undefined) return this.#matcher.match(pattern, only, bindings)
    if (pattern.type !== 'meta' || pattern.ofType !== undefined) return []
    const more = this.#bind(pattern.name, [group], bindings)
    return more === undefined ? [] : [more.bindings]
  }

  #bind(
    name: string,
    groups: readonly (readonly number[])[],
    bindings: Bindings,
  ): { readonly bindings: Bindings } | undefined {
    const { tree, source } = this.#matcher
    const nodes = groups.flat()
    const [first, last] = [nodes[0], nodes.at(-1)]
    const start = first === undefined ? 0 : tree.start[first]!
    const end = last === undefined ? 0 : tree.end[last]!
    const key = groups.map((group) => group.map((node) => source.keyOf(node)).join(' ')).join(', ')
    return bind(bindings, name, { start, end, node: nodes.length === 1 ? first! : -1, key })
  }
}
