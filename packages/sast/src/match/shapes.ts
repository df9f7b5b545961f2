import { type CompactTree, EXTRA, NAMED, textOf } from '../tree/compact-tree.ts'
import { memberOf, moduleAt } from './imports-script.ts'
import { childIn, declared, speaking, stringText, unwrap, type Vocabulary } from './view.ts'

export interface Assignment {
  readonly left: number
  readonly right: number
  /** Whether it has a type or a declaration keyword. */
  readonly isDeclared: boolean
  /** Whether it declares a name as its first part. */
  readonly declares: boolean
}

/** Returns the parts of an assignment in any form; undefined for other nodes. */
export function assignmentOf(tree: CompactTree, node: number, vocabulary: Vocabulary): Assignment | undefined {
  if (vocabulary.declarations.has(tree.kind[node]!)) {
    const found = speaking(tree, node, vocabulary)
      .map((child) => assignmentOf(tree, child, vocabulary))
      .filter((item) => item !== undefined)
    const [only] = found
    return found.length === 1 && only !== undefined ? { ...only, isDeclared: true } : undefined
  }
  return rowOf(tree, node, vocabulary)
}

function rowOf(tree: CompactTree, node: number, vocabulary: Vocabulary): Assignment | undefined {
  const { kinds } = vocabulary
  const row = vocabulary.rows.assignments.get(tree.kind[node]!)
  if (row === undefined) return undefined
  const left = childIn(tree, node, kinds.field(row.left))
  const right = row.right === '' ? lastNamed(tree, node) : childIn(tree, node, kinds.field(row.right))
  if (left === -1 || right === -1 || left === right) return undefined
  const end = tree.next[node]!
  for (let child = node + 1; child < end; child = tree.next[child]!) {
    // `a += b` is no plain assignment to `a`.
    if ((tree.flags[child]! & NAMED) === 0 && /^[^:=]+=$/.test(textOf(tree, child))) return undefined
  }
  return {
    left: declared(tree, left, vocabulary),
    right,
    isDeclared: row.isSaid === true || childIn(tree, node, kinds.field('type')) !== -1,
    declares: row.declares,
  }
}

/** Returns the path `a.b.c` where every part is a name, with the first part by `resolve`; undefined for other nodes. */
export function namePath(
  tree: CompactTree,
  value: number,
  vocabulary: Vocabulary,
  resolve: (name: string) => string = (name) => name,
): string | undefined {
  const { identifiers, rows, kinds } = vocabulary
  const after: string[] = []
  let node = unwrap(tree, value, vocabulary)
  for (;;) {
    const kind = tree.kind[node]!
    if (identifiers.has(kind)) return [resolve(textOf(tree, node)), ...after.toReversed()].join('.')
    const row = rows.members.get(kind)
    if (row === undefined) {
      const module = loadedPackage(tree, node, vocabulary)
      if (module !== undefined) return after.reduceRight(memberOf, module)
      const index = indexOf(tree, node, vocabulary)
      const name = index === -1 ? undefined : memberName(tree, index, vocabulary)
      if (name === undefined) return undefined
      after.push(name)
      node = unwrap(tree, childIn(tree, node, kinds.field('object')), vocabulary)
      continue
    }
    // Of a pair without fields the first is the object.
    const parts = row.object === '' ? speaking(tree, node, vocabulary).filter((item) => isNamed(tree, item)) : []
    const object = row.object === '' ? (parts[0] ?? -1) : childIn(tree, node, kinds.field(row.object))
    const member = row.object === '' ? (parts[1] ?? -1) : childIn(tree, node, kinds.field(row.member))
    if (object === -1 || member === -1) return undefined
    after.push(
      textOf(tree, member)
        .replace(/^\?{0,1}\./, '')
        .replaceAll('::', '.'),
    )
    node = unwrap(tree, object, vocabulary)
  }
}

/** Returns the package of `require('package')` or `await import('package')` in an expression; undefined for other nodes. */
function loadedPackage(tree: CompactTree, node: number, vocabulary: Vocabulary): string | undefined {
  if (vocabulary.language.imports !== 'javascript') return undefined
  const module = moduleAt(tree, node, vocabulary)
  return module === undefined || module.startsWith('.') ? undefined : module
}

/** Returns the index of `a[b]` in languages with member access by index; -1 for other nodes. */
function indexOf(tree: CompactTree, node: number, { language, kinds }: Vocabulary): number {
  if (language.imports !== 'javascript' || kinds.name(tree.kind[node]!) !== 'subscript_expression') return -1
  return childIn(tree, node, kinds.field('index'))
}

/** The name in a bracket access: `b` in `a['b']`; undefined if it is not an identifier. */
export function memberName(tree: CompactTree, index: number, vocabulary: Vocabulary): string | undefined {
  const text = stringText(tree, index, vocabulary)
  return text !== undefined && /^[A-Za-z_$][\w$]*$/.test(text) ? text : undefined
}

/** Returns the enclosing function of a node, or the file. */
export function scopeOf(tree: CompactTree, node: number, functions: ReadonlySet<number>): number {
  let scope = tree.parent[node]!
  while (scope > 0 && !functions.has(tree.kind[scope]!)) scope = tree.parent[scope]!
  return Math.max(0, scope)
}

function isNamed(tree: CompactTree, node: number): boolean {
  return (tree.flags[node]! & NAMED) !== 0 && !tree.text.slice(tree.start[node], tree.end[node]).startsWith('.')
}

function lastNamed(tree: CompactTree, node: number): number {
  let last = -1
  for (let child = node + 1; child < tree.next[node]!; child = tree.next[child]!) {
    if ((tree.flags[child]! & NAMED) !== 0 && (tree.flags[child]! & EXTRA) === 0) last = child
  }
  return last
}
