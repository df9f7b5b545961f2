import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { childIn, speaking, stringText, type Vocabulary } from './view.ts'

interface Defined {
  readonly name: string
  readonly value: number
}

type Reader = (tree: CompactTree, node: number, vocabulary: Vocabulary) => Defined | undefined

const READERS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  php: { const_element: constElement, function_call_expression: define },
  c: { preproc_def: macro },
  cpp: { preproc_def: macro },
  'c-header': { preproc_def: macro },
}

/** Returns the definition of a constant without an assignment: `const A = 1`, `define('A', 1)`, `#define A 1`. */
export function definedAt(tree: CompactTree, node: number, vocabulary: Vocabulary): Defined | undefined {
  const readers = READERS[vocabulary.language.name]
  return readers?.[tree.kinds.name(tree.kind[node]!)]?.(tree, node, vocabulary)
}

function constElement(tree: CompactTree, node: number, vocabulary: Vocabulary): Defined | undefined {
  const parts = speaking(tree, node, vocabulary)
  const [name, value] = [parts[0], parts.at(-1)]
  return name === undefined || value === undefined || parts.length < 2 ? undefined : { name: textOf(tree, name), value }
}

function define(tree: CompactTree, node: number, vocabulary: Vocabulary): Defined | undefined {
  const called = childIn(tree, node, tree.kinds.field('function'))
  const list = childIn(tree, node, tree.kinds.field('arguments'))
  if (called === -1 || list === -1 || textOf(tree, called).toLowerCase() !== 'define') return undefined
  const [first, value] = speaking(tree, list, vocabulary).map((item) => speaking(tree, item, vocabulary)[0] ?? item)
  const name = first === undefined ? undefined : stringText(tree, first, vocabulary)
  return name === undefined || value === undefined ? undefined : { name, value }
}

function macro(tree: CompactTree, node: number): Defined | undefined {
  const name = childIn(tree, node, tree.kinds.field('name'))
  const value = childIn(tree, node, tree.kinds.field('value'))
  return name === -1 || value === -1 ? undefined : { name: textOf(tree, name), value }
}

/** A class around a node, by its name. */
export function isInClass(tree: CompactTree, node: number, name: string): boolean {
  for (let at = tree.parent[node]!; at > 0; at = tree.parent[at]!) {
    if (
      !/(?:class|struct|interface|enum|record|trait|object)_?(?:declaration|specifier|definition)?$/.test(
        tree.kinds.name(tree.kind[at]!),
      )
    )
      continue
    const own = childIn(tree, at, tree.kinds.field('name'))
    if (own !== -1 && textOf(tree, own) === name) return true
  }
  return false
}

/** `A.N`, `self::N`: a member of a class by the name of that; undefined for all else. */
export function memberOfClass(
  tree: CompactTree,
  node: number,
  path: string | undefined,
  vocabulary: Vocabulary,
): { readonly owner: string; readonly name: string } | undefined {
  let written = path
  if (written === undefined && tree.kinds.name(tree.kind[node]!) === 'class_constant_access_expression') {
    written = speaking(tree, node, vocabulary)
      .filter((item) => textOf(tree, item) !== '::')
      .map((item) => textOf(tree, item))
      .join('.')
  }
  const found = written === undefined ? null : /^(self|static|this|[A-Z]\w{0,199})\.(\w{1,200})$/.exec(written)
  return found === null ? undefined : { owner: found[1]!, name: found[2]! }
}
