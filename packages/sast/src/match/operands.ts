import { type CompactTree, NAMED, textOf } from '../tree/compact-tree.ts'
import type { Bindings } from './bindings.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { childIn, speaking, unwrap, type Vocabulary } from './view.ts'

/** Ours: of more operands the ways to pair them are too many. */
const OPERANDS_MAX = 12

/** Operators whose operands may be grouped in another way. */
const REGROUPED = /^(?:&&|\|\||and|or|[&|^+.])$/
/** Those whose operands may also change places. */
const SWAPPED = /^[&|^]$/
const LOGIC = /^(?:&&|\|\||and|or)$/

/** Operands of a chain of one operator: `(a + b) + c` has three. Undefined for what is no such chain. */
export function operandsOf(
  tree: CompactTree,
  given: number,
  vocabulary: Vocabulary,
): { readonly operator: string; readonly operands: readonly number[] } | undefined {
  const first = partsOf(tree, given, vocabulary)
  if (first === undefined || !REGROUPED.test(first.operator)) return undefined
  const operands: number[] = []
  const open = [first.right, first.left]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const parts = partsOf(tree, unwrap(tree, node, vocabulary), vocabulary)
    if (parts?.operator === first.operator) open.push(parts.right, parts.left)
    else operands.push(node)
  }
  return { operator: first.operator, operands }
}

function partsOf(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
): { readonly operator: string; readonly left: number; readonly right: number } | undefined {
  const row = vocabulary.rows.binary.get(tree.kind[node]!)
  if (row === undefined) return undefined
  const left = childIn(tree, node, tree.kinds.field(row.left))
  const right = childIn(tree, node, tree.kinds.field(row.right))
  const operator = speaking(tree, node, vocabulary).find((child) => (tree.flags[child]! & NAMED) === 0)
  if (left === -1 || right === -1 || left === right || operator === undefined) return undefined
  return { operator: textOf(tree, operator), left, right }
}

/** A chain of operands of a pattern against one of code: ellipses take any number, and where order says nothing any order holds. */
export function matchOperands(
  { operands: chain }: NodePattern,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const code = operandsOf(matcher.tree, node, matcher.vocabulary)
  if (chain === undefined || code?.operator !== chain.operator) return []
  const { options, sequences } = matcher
  const maySwap = SWAPPED.test(chain.operator) || (options.swapLogic && LOGIC.test(chain.operator))
  const isOpen = chain.parts.some(({ type }) => type === 'ellipsis' || type === 'all')
  if (!maySwap || !options.regroups) return isOpen ? sequences.list(chain.parts, code.operands, bindings) : []
  if (code.operands.length > OPERANDS_MAX) return []
  const wanted = chain.parts.filter(({ type }) => type !== 'ellipsis' && type !== 'all')
  // A metavariable may stand for several operands, of which it is bound to one.
  const mayLeave = isOpen || wanted.some(({ type }) => type === 'meta')
  if (wanted.length > code.operands.length || (!mayLeave && wanted.length < code.operands.length)) return []
  return pair(wanted, code.operands, bindings, matcher)
}

function pair(
  wanted: readonly Pattern[],
  operands: readonly number[],
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const [first, ...rest] = wanted
  if (first === undefined) return [bindings]
  const ways = operands.flatMap((operand) =>
    matcher.match(first, operand, bindings).flatMap((one) =>
      pair(
        rest,
        operands.filter((other) => other !== operand),
        one,
        matcher,
      ),
    ),
  )
  return matcher.checked(ways)
}
