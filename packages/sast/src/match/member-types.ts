import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { childIn, speaking, type Vocabulary } from './view.ts'

/** Types of members and function results in a file. */
export interface MemberTypes {
  /** Types of members, by the name of their class. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Types of the first result of functions, by name; undefined where functions of one name differ. */
  readonly results: ReadonlyMap<string, string | undefined>
}

const known = new WeakMap<CompactTree, MemberTypes>()

/** Read once for a file. */
export function memberTypesOf(tree: CompactTree, vocabulary: Vocabulary): MemberTypes {
  const before = known.get(tree)
  if (before !== undefined) return before
  const fields = new Map<string, Map<string, string>>()
  const results = new Map<string, string | undefined>()
  for (let node = 0; node < tree.count; node += 1) {
    const kind = tree.kinds.name(tree.kind[node]!)
    if (kind === 'field_declaration' || kind === 'property_declaration') readField(tree, node, vocabulary, fields)
    else if (kind === 'function_declaration' || kind === 'method_declaration')
      readResult(tree, node, vocabulary, results)
  }
  const found = { fields, results }
  known.set(tree, found)
  return found
}

/** Returns the name of a type without type arguments, package and punctuation. */
export function plainType(type: string): string {
  const plain = type.replace(/[<[].{0,500}$/s, '').replace(/^[*&?\s]{1,9}|[*&?\s]{1,9}$/g, '')
  return plain.slice(plain.replaceAll('::', '..').lastIndexOf('.') + 1)
}

function part(tree: CompactTree, node: number, name: string): number {
  return childIn(tree, node, tree.kinds.field(name))
}

function readField(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
  fields: Map<string, Map<string, string>>,
): void {
  const owner = ownerOf(tree, node)
  const inner = speaking(tree, node, vocabulary).find(
    (item) => tree.kinds.name(tree.kind[item]!) === 'variable_declaration',
  )
  const type = part(tree, inner ?? node, 'type')
  if (owner === undefined || type === -1) return
  const own = fields.get(owner) ?? new Map<string, string>()
  fields.set(owner, own)
  for (const name of namesIn(tree, inner ?? node, type, vocabulary)) own.set(name, textOf(tree, type))
}

/** Returns the declared names: siblings of the type, or names in its declarators. */
function namesIn(tree: CompactTree, node: number, type: number, vocabulary: Vocabulary): readonly string[] {
  return speaking(tree, node, vocabulary).flatMap((child) => {
    if (child === type) return []
    if (vocabulary.identifiers.has(tree.kind[child]!)) return [textOf(tree, child)]
    if (!tree.kinds.name(tree.kind[child]!).endsWith('declarator')) return []
    const end = tree.next[child]!
    for (let at = child + 1; at < end; at += 1)
      if (vocabulary.identifiers.has(tree.kind[at]!)) return [textOf(tree, at)]
    return []
  })
}

/** The name of the struct or class that a node is a member of. */
function ownerOf(tree: CompactTree, node: number): string | undefined {
  for (let at = tree.parent[node]!; at > 0; at = tree.parent[at]!) {
    if (
      !/^type_spec$|(?:class|struct|record|interface)_(?:declaration|specifier)$/.test(tree.kinds.name(tree.kind[at]!))
    )
      continue
    const name = part(tree, at, 'name')
    return name === -1 ? undefined : textOf(tree, name)
  }
  return undefined
}

function readResult(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
  results: Map<string, string | undefined>,
): void {
  const name = part(tree, node, 'name')
  let type = part(tree, node, 'result')
  if (type === -1) type = part(tree, node, 'returns')
  if (type === -1) type = part(tree, node, 'type')
  if (name === -1 || type === -1) return
  // `(*T, error)`: rules ask for the first result.
  if (tree.kinds.name(tree.kind[type]!) === 'parameter_list') {
    const [first] = speaking(tree, type, vocabulary)
    const inner = first === undefined ? -1 : part(tree, first, 'type')
    if (inner === -1) return
    type = inner
  }
  const text = textOf(tree, name)
  const written = textOf(tree, type)
  results.set(text, results.has(text) && results.get(text) !== written ? undefined : written)
}
