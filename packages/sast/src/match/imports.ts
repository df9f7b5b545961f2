import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { csharpImport, phpImport } from './imports-managed.ts'
import { cppImport, kotlinImport, rustImport } from './imports-native.ts'
import { childIn, speaking, stringText, unwrap, type Vocabulary } from './view.ts'

/** What names of a file stand for, by what it imports. */
export interface Imports {
  readonly names: ReadonlyMap<string, string>
  /** Packages of which every name is there. */
  readonly wildcards: readonly string[]
}

/** A name that a node is. */
export interface Written {
  readonly written: string
  /** With dots. */
  readonly own: string
  /** What it stands for by an import of its first part; undefined where there is none. */
  readonly full: string | undefined
  /** Whether no import has a say in it. */
  readonly isRooted: boolean
}

/** Reads the imports of a file. */
export function importsOf(tree: CompactTree, vocabulary: Vocabulary): Imports {
  const names = new Map<string, string>()
  const wildcards: string[] = []
  const read = READERS[vocabulary.language.imports]
  if (read !== undefined) {
    const found: Found = { names, wildcards }
    for (let node = 0; node < tree.count; node += 1) read(tree, node, vocabulary, found)
  }
  return { names, wildcards }
}

/** Where readers of imports write what they find. */
export interface Found {
  readonly names: Map<string, string>
  readonly wildcards: string[]
}

type Reader = (tree: CompactTree, node: number, vocabulary: Vocabulary, found: Found) => void

const READERS: Readonly<Partial<Record<string, Reader>>> = {
  javascript: javascriptImport,
  python: pythonImport,
  java: javaImport,
  go: goImport,
  cpp: cppImport,
  csharp: csharpImport,
  php: phpImport,
  rust: rustImport,
  kotlin: kotlinImport,
}

function field(tree: CompactTree, node: number, name: string): number {
  return childIn(tree, node, tree.kinds.field(name))
}

function javascriptImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names }: Found): void {
  const kind = tree.kinds.name(tree.kind[node]!)
  if (kind === 'import_statement') {
    const source = field(tree, node, 'source')
    if (source === -1) return
    const from = moduleOf(stringText(tree, source, vocabulary) ?? '')
    for (let child = node + 1; child < tree.next[node]!; child += 1) {
      const name = tree.kinds.name(tree.kind[child]!)
      const parent = tree.kinds.name(tree.kind[tree.parent[child]!]!)
      if (name === 'import_specifier') {
        const imported = textOf(tree, field(tree, child, 'name'))
        const alias = field(tree, child, 'alias')
        names.set(alias === -1 ? imported : textOf(tree, alias), `${from}.${imported}`)
      } else if (name === 'identifier' && (parent === 'import_clause' || parent === 'namespace_import')) {
        names.set(textOf(tree, child), from)
      }
    }
  } else if (kind === 'variable_declarator') requireOf(tree, node, vocabulary, names)
}

/** `const a = require('m')`, `const { a: b } = require('m')`. */
function requireOf(tree: CompactTree, node: number, vocabulary: Vocabulary, names: Map<string, string>): void {
  const name = field(tree, node, 'name')
  let value = field(tree, node, 'value')
  if (name === -1 || value === -1) return
  value = unwrap(tree, value, vocabulary)
  const after: string[] = []
  while (tree.kinds.name(tree.kind[value]!) === 'member_expression') {
    after.unshift(textOf(tree, field(tree, value, 'property')))
    value = field(tree, value, 'object')
  }
  if (tree.kinds.name(tree.kind[value]!) !== 'call_expression') return
  if (textOf(tree, field(tree, value, 'function')) !== 'require') return
  const [argument] = speaking(tree, field(tree, value, 'arguments'), vocabulary)
  const module = argument === undefined ? undefined : stringText(tree, argument, vocabulary)
  if (module === undefined) return
  const from = [moduleOf(module), ...after].join('.')
  if (tree.kinds.name(tree.kind[name]!) === 'identifier') names.set(textOf(tree, name), from)
  if (tree.kinds.name(tree.kind[name]!) !== 'object_pattern') return
  for (const one of speaking(tree, name, vocabulary)) {
    const kind = tree.kinds.name(tree.kind[one]!)
    if (kind === 'shorthand_property_identifier_pattern') names.set(textOf(tree, one), `${from}.${textOf(tree, one)}`)
    if (kind === 'pair_pattern')
      names.set(textOf(tree, field(tree, one, 'value')), `${from}.${textOf(tree, field(tree, one, 'key'))}`)
  }
}

/** A module as a pattern can name it: `fs.promises` for `node:fs/promises`, `koa.router` for `@koa/router`, `jsYaml` for `js-yaml`. */
export function moduleOf(text: string): string {
  if (text.startsWith('.')) return text
  return text
    .replace(/^(?:node:|@)/, '')
    .replaceAll('/', '.')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function pythonImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names, wildcards }: Found): void {
  const kind = tree.kinds.name(tree.kind[node]!)
  if (kind !== 'import_statement' && kind !== 'import_from_statement') return
  const module = field(tree, node, 'module_name')
  const before = module === -1 ? '' : `${textOf(tree, module)}.`
  for (const child of speaking(tree, node, vocabulary)) {
    if (child === module) continue
    const name = tree.kinds.name(tree.kind[child]!)
    if (name === 'wildcard_import' && module !== -1) wildcards.push(textOf(tree, module))
    if (name === 'dotted_name') {
      const text = textOf(tree, child)
      if (module !== -1) names.set(text, before + text)
      else if (!text.includes('.')) names.set(text, text)
    }
    if (name !== 'aliased_import') continue
    const full = textOf(tree, field(tree, child, 'name'))
    names.set(textOf(tree, field(tree, child, 'alias')), before + full)
  }
}

function javaImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names, wildcards }: Found): void {
  // What nobody imports because it is there.
  if (node === 0) wildcards.push('java.lang')
  if (tree.kinds.name(tree.kind[node]!) !== 'import_declaration') return
  const children = speaking(tree, node, vocabulary)
  const name = children.find((child) => /identifier/.test(tree.kinds.name(tree.kind[child]!)))
  if (name === undefined) return
  const path = textOf(tree, name).replace(/\s{1,1000}/g, '')
  if (children.some((child) => tree.kinds.name(tree.kind[child]!) === 'asterisk')) wildcards.push(path)
  else names.set(path.slice(path.lastIndexOf('.') + 1), path)
}

function goImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names }: Found): void {
  if (tree.kinds.name(tree.kind[node]!) !== 'import_spec') return
  const path = field(tree, node, 'path')
  const alias = field(tree, node, 'name')
  if (path === -1) return
  const parts = (stringText(tree, path, vocabulary) ?? '').split('/')
  const last = parts.at(-1) ?? ''
  // `example.org/thing/v2` is the package `thing`.
  const name = /^v\d{1,4}$/.test(last) ? (parts.at(-2) ?? last) : last
  if (name !== '') names.set(alias === -1 ? name : textOf(tree, alias), name)
}
