import { type CompactTree, NAMED, textOf } from '../tree/compact-tree.ts'
import type { Bindings } from './bindings.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { childIn, speaking, unwrap, type Vocabulary } from './view.ts'

/** Own limit: more operands have too many permutations. */
const OPERANDS_MAX = 12

/** Associative operators. */
const REGROUPED = /^(?:&&|\|\||and|or|[&|^+.])$/
/** Commutative operators. */
const SWAPPED = /^[&|^]$/
const LOGIC = /^(?:&&|\|\||and|or)$/

/** Returns the operands of a chain of one operator: `(a + b) + c` has three. Undefined for other nodes. */
export function operandsOf(
  tree: CompactTree,
  value: number,
  vocabulary: Vocabulary,
): { readonly operator: string; readonly operands: readonly number[] } | undefined {
  const first = partsOf(tree, value, vocabulary)
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

/** Matches the operands of a pattern against those of code: an ellipsis matches any number; for commutative operators any order matches. */
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
  // A metavariable may match several operands; it is bound to one of them.
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
    matcher.match(first, operand, bindings).flatMap((item) =>
      pair(
        rest,
        operands.filter((other) => other !== operand),
        item,
        matcher,
      ),
    ),
  )
  return matcher.checked(ways)
}
