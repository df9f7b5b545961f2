import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import type { Found } from './imports.ts'
import { childIn, speaking, type Vocabulary } from './view.ts'

/** `using a::b;`, `using namespace a;`, `namespace b = a::c;`. */
export function cppImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names, wildcards }: Found): void {
  const kind = tree.kinds.name(tree.kind[node]!)
  if (kind === 'using_declaration') {
    const parts = speaking(tree, node, vocabulary)
    const name = parts.at(-1)
    if (name === undefined) return
    const path = pathOf(tree, name)
    if (parts.some((part) => textOf(tree, part) === 'namespace')) wildcards.push(path)
    else names.set(path.slice(path.lastIndexOf('.') + 1), path)
  } else if (kind === 'namespace_alias_definition') {
    const parts = speaking(tree, node, vocabulary)
    const [alias, full] = [childIn(tree, node, tree.kinds.field('name')), parts.at(-1)]
    if (alias !== -1 && full !== undefined) names.set(textOf(tree, alias), pathOf(tree, full))
  }
}

/** `use a::b;`, `use a::b as c;`, `use a::{b, c as d, e::f};`, `use a::*;`. */
export function rustImport(tree: CompactTree, node: number, vocabulary: Vocabulary, found: Found): void {
  if (tree.kinds.name(tree.kind[node]!) !== 'use_declaration') return
  const argument = childIn(tree, node, tree.kinds.field('argument'))
  if (argument !== -1) rustUse(tree, argument, '', vocabulary, found)
}

function rustUse(tree: CompactTree, node: number, before: string, vocabulary: Vocabulary, found: Found): void {
  const { kinds } = tree
  const field = (name: string): string => {
    const child = childIn(tree, node, kinds.field(name))
    return child === -1 ? '' : pathOf(tree, child)
  }
  switch (kinds.name(tree.kind[node]!)) {
    case 'use_as_clause':
      found.names.set(field('alias'), before + field('path'))
      return
    case 'use_wildcard':
      found.wildcards.push(before + pathOf(tree, node).replace(/\.?\*$/, ''))
      return
    case 'scoped_use_list': {
      const path = field('path')
      const list = childIn(tree, node, kinds.field('list'))
      if (list !== -1) rustUse(tree, list, path === '' ? before : `${before}${path}.`, vocabulary, found)
      return
    }
    case 'use_list':
      for (const item of speaking(tree, node, vocabulary)) rustUse(tree, item, before, vocabulary, found)
      return
    default: {
      const path = pathOf(tree, node)
      // `use a::{self}` is `a` itself.
      const full = path === 'self' ? before.slice(0, -1) : before + path
      found.names.set(full.slice(full.lastIndexOf('.') + 1), full)
    }
  }
}

/** `import a.b`, `import a.b as c`, `import a.*`. */
export function kotlinImport(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
  { names, wildcards }: Found,
): void {
  // Packages with implicit imports.
  if (node === 0) wildcards.push('kotlin', 'java.lang')
  if (tree.kinds.name(tree.kind[node]!) !== 'import_header') return
  const parts = speaking(tree, node, vocabulary)
  const partOf = (kind: string): number | undefined => parts.find((part) => tree.kinds.name(tree.kind[part]!) === kind)
  const name = partOf('identifier')
  if (name === undefined) return
  const path = pathOf(tree, name)
  const alias = partOf('import_alias')
  if (partOf('wildcard_import') !== undefined) wildcards.push(path)
  else if (alias !== undefined) names.set(textOf(tree, alias).replace(/^as\s{1,99}/, ''), path)
  else names.set(path.slice(path.lastIndexOf('.') + 1), path)
}

function pathOf(tree: CompactTree, node: number): string {
  return textOf(tree, node)
    .replace(/\s{1,1000}/g, '')
    .replaceAll('::', '.')
    .replace(/^\./, '')
}
