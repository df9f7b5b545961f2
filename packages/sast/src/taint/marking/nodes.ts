import { assignmentOf } from '../../match/shapes.ts'
import type { Source } from '../../match/source.ts'
import { childIn, speaking, unwrap } from '../../match/view.ts'
import type { CompactTree } from '../../tree/compact-tree.ts'

/** Kinds of member access by a key in brackets. */
const IN_BRACKETS =
  /^(?:subscript|subscript_expression|index_expression|element_access_expression|element_reference|array_access|indexing_expression)$/

/** Whether a node is a member that is assigned there: its previous value does not matter. */
export function isAssignmentTarget(node: number, { tree, vocabulary }: Source): boolean {
  const parent = tree.parent[node] ?? -1
  if (parent === -1) return false
  const kind = tree.kind[node]!
  if (!vocabulary.rows.members.has(kind) && !IN_BRACKETS.test(vocabulary.kinds.name(kind))) return false
  return assignmentOf(tree, parent, vocabulary)?.left === node
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Returns the nodes of a range: all with exactly this range, otherwise the largest nodes within it. */
export function nodesAt(tree: CompactTree, range: Range): readonly number[] {
  const exact: number[] = []
  for (let node = firstFrom(tree, range.start); node < tree.count && tree.start[node] === range.start; node += 1) {
    if (tree.end[node] === range.end) exact.push(node)
  }
  return exact.length > 0 ? exact : largestIn(tree, range)
}

/** Returns the number of nodes that {@link nodesIn} visits in a range. */
export function nodeCountIn(tree: CompactTree, { start, end }: Range): number {
  return firstFrom(tree, end) - firstFrom(tree, start)
}

/** Returns ranges that are not within another one, sorted by start. */
export function outermost<Some extends Range>(ranges: readonly Some[]): readonly Some[] {
  const ordered = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)
  let covered = -1
  return ordered.filter(({ end }) => {
    if (end <= covered) return false
    covered = end
    return true
  })
}

/** All nodes in a range. */
export function nodesIn(tree: CompactTree, { start, end }: Range): readonly number[] {
  const found: number[] = []
  for (let node = firstFrom(tree, start); node < tree.count && tree.start[node]! < end; node += 1) {
    if (tree.end[node]! <= end) found.push(node)
  }
  return found
}

function largestIn(tree: CompactTree, { start, end }: Range): readonly number[] {
  const found: number[] = []
  for (let node = firstFrom(tree, start); node < tree.count && tree.start[node]! < end;) {
    const isIn = tree.end[node]! <= end && tree.end[node]! > tree.start[node]!
    if (isIn) found.push(node)
    node = isIn ? tree.next[node]! : node + 1
  }
  return found
}

/** In pre-order, nodes are sorted by start. */
function firstFrom({ start, count }: CompactTree, offset: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (start[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Statements whose values are those of their children. */
const THIN =
  /^(?:return|throw|raise|expression|echo|print|yield|assert|delete|await)_?(?:statement|expression)?$|^argument$/

/**
 * Returns the nodes with values that reach a sink: of a call also its arguments and its receiver, of an assignment the assigned value, of
 * a statement its children.
 */
export function sinkNodes(node: number, source: Source): readonly number[] {
  const { tree, vocabulary } = source
  const { language, kinds } = vocabulary
  const kind = kinds.name(tree.kind[node]!)
  const call = language.calls.find((row) => row.kind === kind)
  if (call !== undefined) {
    const args = childIn(tree, node, kinds.field(call.args))
    const object = call.object === undefined ? -1 : childIn(tree, node, kinds.field(call.object))
    const callee = childIn(tree, node, kinds.field(call.callee))
    return [
      node,
      ...(args === -1 ? [] : speaking(tree, args, vocabulary).flatMap((item) => argumentNodes(item, source))),
      ...(object === -1 ? receiverIn(callee, source) : [object]),
    ]
  }
  const assignment = assignmentOf(tree, node, vocabulary)
  if (assignment !== undefined) return [node, assignment.right]
  if (!THIN.test(kind)) return [node]
  return [node, ...speaking(tree, node, vocabulary).flatMap((item) => (item === node ? [] : sinkNodes(item, source)))]
}

/** Returns an argument, and its inner value if it has a name or a modifier. */
function argumentNodes(node: number, { tree, vocabulary }: Source): readonly number[] {
  const found = [node]
  const inner = unwrap(tree, node, vocabulary)
  if (inner !== node) found.push(inner)
  if (/argument|pair|spread|splat/.test(vocabulary.kinds.name(tree.kind[node]!))) {
    const last = speaking(tree, node, vocabulary).at(-1)
    if (last !== undefined) found.push(last)
  }
  return found
}

function receiverIn(callee: number, { tree, vocabulary }: Source): readonly number[] {
  if (callee === -1) return []
  const { language, kinds } = vocabulary
  const kind = kinds.name(tree.kind[callee]!)
  const row = language.members.find((member) => member.kind === kind)
  if (row === undefined) return []
  const object =
    row.object === '' ? (speaking(tree, callee, vocabulary)[0] ?? -1) : childIn(tree, callee, kinds.field(row.object))
  return object === -1 ? [] : [object]
}
