import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import type { Found } from './imports.ts'
import { speaking, type Vocabulary } from './view.ts'

/** Reads `use A\B as C;`, `use function A\f;`, `use A\{B, C as D};`, and the namespace of unqualified names. */
export function phpImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names, wildcards }: Found): void {
  const kindOf = (item: number): string => tree.kinds.name(tree.kind[item]!)
  const kind = kindOf(node)
  if (kind === 'namespace_definition') {
    const name = speaking(tree, node, vocabulary).find((child) => kindOf(child) === 'namespace_name')
    if (name !== undefined) wildcards.push(dotted(textOf(tree, name)))
  }
  if (kind !== 'namespace_use_clause' && kind !== 'namespace_use_group_clause') return
  const parts = speaking(tree, node, vocabulary).filter((child) => kindOf(child).endsWith('name'))
  const [full, alias] = parts
  if (full === undefined) return
  const path = groupOf(tree, node, vocabulary) + dotted(textOf(tree, full))
  names.set(alias === undefined ? path.slice(path.lastIndexOf('.') + 1) : textOf(tree, alias), path)
}

/** Returns the prefix before the braces of a group, with a dot. */
function groupOf(tree: CompactTree, clause: number, vocabulary: Vocabulary): string {
  const group = tree.parent[clause]!
  if (tree.kinds.name(tree.kind[group]!) !== 'namespace_use_group') return ''
  const name = speaking(tree, tree.parent[group]!, vocabulary).find(
    (child) => tree.kinds.name(tree.kind[child]!) === 'namespace_name',
  )
  return name === undefined ? '' : `${dotted(textOf(tree, name))}.`
}

/** `using A.B;`, `using X = A.B;`, `using static A.B;`. */
export function csharpImport(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
  { names, wildcards }: Found,
): void {
  if (tree.kinds.name(tree.kind[node]!) !== 'using_directive') return
  const children = speaking(tree, node, vocabulary)
  const parts = children.filter((child) => /identifier|name$/.test(tree.kinds.name(tree.kind[child]!)))
  const [first, second] = parts.map((part) => textOf(tree, part).replace(/\s{1,1000}|^global::/g, ''))
  if (first === undefined) return
  if (second !== undefined && children.some((child) => textOf(tree, child) === '=')) names.set(first, second)
  else wildcards.push(first)
}

/** `\A\B` as other languages write it. */
export function dotted(path: string): string {
  return path.replace(/^\\/, '').replaceAll('\\', '.')
}

/**
 * Whether a name is another name with its package, where naming conventions identify packages: Java packages are in lower case, .NET
 * namespaces start with `System` or `Microsoft`.
 */
export function isQualified(name: string, path: string, imports: string): boolean {
  if (name.length <= path.length + 1 || !name.endsWith(path) || name[name.length - path.length - 1] !== '.')
    return false
  if (!/^[A-Z]/.test(path)) return false
  const before = name.slice(0, name.length - path.length - 1)
  if (imports === 'java' || imports === 'kotlin') return /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/.test(before)
  return imports === 'csharp' && /^(?:System|Microsoft)(?:\.|$)/.test(before)
}
