import { bind, type Bindings } from './bindings.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { speaking } from './view.ts'

/** Matches `$X.c` against `a.b.c` where the grammar lists all parts as siblings: `$X` is bound to all parts before the last ones. */
export function matchFlat(
  { children }: NodePattern,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const { tree, vocabulary } = matcher
  if (!vocabulary.flat.has(tree.kind[node]!)) return []
  return matchLast(children, speaking(tree, node, vocabulary), bindings, matcher)
}

/** Matches `$X::c` against `a::b::c` where the grammar nests `b::c` as a name in `a`: `$X` is bound to all parts before the last ones. */
export function matchNested(
  { children, kinds }: NodePattern,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const { tree, vocabulary } = matcher
  if (!vocabulary.nested.has(tree.kind[node]!)) return []
  const parts = [...speaking(tree, node, vocabulary)]
  for (let last = parts.at(-1); last !== undefined && vocabulary.nested.has(tree.kind[last]!); last = parts.at(-1)) {
    parts.splice(-1, 1, ...speaking(tree, last, vocabulary))
  }
  const wanted = [...children]
  for (let last = wanted.at(-1); last?.type === 'node' && isAmong(last.kinds, kinds); last = wanted.at(-1)) {
    wanted.splice(-1, 1, ...last.children)
  }
  return matchLast(wanted, parts, bindings, matcher)
}

function isAmong(some: ReadonlySet<number>, all: ReadonlySet<number>): boolean {
  return some.size > 0 && [...some].every((kind) => all.has(kind))
}

/** Matches the last parts; the first pattern part gets all parts before them. */
function matchLast(
  [first, ...rest]: readonly Pattern[],
  parts: readonly number[],
  bindings: Bindings,
  { tree, sequences }: Matcher,
): readonly Bindings[] {
  if (first?.type !== 'meta' || first.ofType !== undefined || rest.length === 0) return []
  const before = parts.slice(0, -rest.length)
  if (before.length < 2) return []
  const [start, end] = [tree.start[before[0]!]!, tree.end[before.at(-1)!]!]
  const more = bind(bindings, first.name, { start, end, node: -1, key: tree.text.slice(start, end) })
  return more === undefined ? [] : sequences.list(rest, parts.slice(-rest.length), more.bindings)
}
