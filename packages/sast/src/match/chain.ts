import { type CompactTree, NAMED, textOf } from '../tree/compact-tree.ts'
import { ELLIPSIS } from './pattern-text.ts'
import { childIn, unwrap, type Vocabulary } from './view.ts'

/** Returns the part before `. ... .` in a pattern: the object of a member, or of a call without arguments, that is an ellipsis. */
export function openObject(tree: CompactTree, node: number, vocabulary: Vocabulary): number {
  const { language, kinds } = vocabulary
  const name = kinds.name(tree.kind[node]!)
  const partOf = (field: string): number => childIn(tree, node, kinds.field(field))
  const isOpen = (part: number): boolean => part !== -1 && textOf(tree, part).replace(/^\W{1,9}/, '') === ELLIPSIS
  const member = language.members.find((item) => item.kind === name)
  if (member !== undefined) return isOpen(partOf(member.member)) ? partOf(member.object) : -1
  const call = language.calls.find((item) => item.kind === name)
  if (call?.object === undefined || partOf(call.args) !== -1) return -1
  return isOpen(partOf(call.callee)) ? partOf(call.object) : -1
}

/** Yields a node and the objects of its members: for `a.b().c` the node itself, `a.b()`, `a.b` and `a`. */
export function* chainOf(tree: CompactTree, node: number, vocabulary: Vocabulary): Generator<number> {
  for (let at = unwrap(tree, node, vocabulary); at !== -1;) {
    yield at
    const before = beforeIn(tree, at, vocabulary)
    at = before === -1 ? -1 : unwrap(tree, before, vocabulary)
  }
}

function beforeIn(tree: CompactTree, node: number, vocabulary: Vocabulary): number {
  const { language, kinds } = vocabulary
  const name = kinds.name(tree.kind[node]!)
  const partOf = (field: string): number => childIn(tree, node, kinds.field(field))
  const member = language.members.find((item) => item.kind === name)
  if (member !== undefined) return partOf(member.object === '' ? '@0' : member.object)
  const call = language.calls.find((item) => item.kind === name)
  if (call === undefined) return postfixed(tree, node)
  if (call.object !== undefined) return partOf(call.object)
  const callee = partOf(call.callee)
  // Of `f(a)` nothing is a member.
  const isMember = callee !== -1 && language.members.some((item) => item.kind === kinds.name(tree.kind[callee]!))
  return isMember ? callee : -1
}

/** Returns the operand of a postfix operator: `a()?`. */
function postfixed(tree: CompactTree, node: number): number {
  const first = node + 1
  if (first >= tree.next[node]! || (tree.flags[first]! & NAMED) === 0) return -1
  const second = tree.next[first]!
  return second < tree.next[node]! && (tree.flags[second]! & NAMED) === 0 && tree.end[second] === tree.end[node]
    ? first
    : -1
}
