import { type CompactTree, isLeaf, textOf } from '../tree/compact-tree.ts'
import { assignmentOf, scopeOf } from './shapes.ts'
import { Scoped } from './scoped.ts'
import { childIn, declared, speaking, unwrap, type Vocabulary } from './view.ts'

/** Words that stand where a type is left out. */
const INFERRED = /^(?:var|auto|let|val|dynamic)$/

/** Words that make a member of a parameter. */
const MEMBER = /^(?:accessibility_modifier|readonly|override_modifier)$/

/** The types that names are declared with, by scope and name. */
export function typesOf(tree: CompactTree, vocabulary: Vocabulary): Scoped<string> {
  const { kinds, functions, rows } = vocabulary
  const types = new Scoped<string>()
  for (let node = 0; node < tree.count; node += 1) {
    const row = rows.typed.get(tree.kind[node]!)
    if (row !== undefined) {
      const type = childIn(tree, node, kinds.field(row.type))
      const named = row.name === '' ? speaking(tree, node, vocabulary)[0] : childIn(tree, node, kinds.field(row.name))
      const name =
        named === undefined || named === -1 ? undefined : firstName(tree, declared(tree, named, vocabulary), vocabulary)
      if (type !== -1 && name !== undefined && !INFERRED.test(textOf(tree, type))) {
        const scope = scopeOf(tree, node, functions)
        types.set(scope, name, textOf(tree, type))
        // A parameter of TypeScript that is a member as well.
        const isMember = speaking(tree, node, vocabulary).some((child) => MEMBER.test(kinds.name(tree.kind[child]!)))
        if (isMember && scope > 0) types.set(scopeOf(tree, scope, functions), name, textOf(tree, type))
      }
    }
    const made = madeType(tree, node, vocabulary)
    if (made !== undefined) {
      const scope = scopeOf(tree, node, functions)
      if (types.get(scope, made.name) === undefined) types.set(scope, made.name, made.type)
    }
  }
  return types
}

/** `x = new T()`: the type is said by what is made. */
function madeType(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
): { readonly name: string; readonly type: string } | undefined {
  const assignment = assignmentOf(tree, node, vocabulary)
  if (assignment === undefined) return undefined
  const right = unwrap(tree, assignment.right, vocabulary)
  const row = vocabulary.rows.calls.get(tree.kind[right]!)
  if (row === undefined || row.callee === 'function' || row.object !== undefined) return undefined
  const name = firstName(tree, assignment.left, vocabulary)
  const type = childIn(tree, right, vocabulary.kinds.field(row.callee))
  return name === undefined || type === -1 ? undefined : { name, type: textOf(tree, type) }
}

function firstName(tree: CompactTree, node: number, { identifiers }: Vocabulary): string | undefined {
  let first = node
  // A name may be made of a sign and a word.
  while (!isLeaf(tree, first) && !identifiers.has(tree.kind[first]!)) first += 1
  return textOf(tree, first)
}
