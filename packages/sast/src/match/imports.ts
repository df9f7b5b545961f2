import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { csharpImport, phpImport } from './imports-managed.ts'
import { cppImport, kotlinImport, rustImport } from './imports-native.ts'
import { javascriptImport } from './imports-script.ts'
import { childIn, speaking, stringText, type Vocabulary } from './view.ts'

/** Meaning of a file's names by its imports. */
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
  /** Full path by an import of its first part; undefined where there is none. */
  readonly full: string | undefined
  /** Whether imports do not affect the name. */
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

/** Output of import readers. */
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

function pythonImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names, wildcards }: Found): void {
  const kind = tree.kinds.name(tree.kind[node]!)
  if (kind === 'assignment') return pythonLoad(tree, node, vocabulary, names)
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

/** `name = importlib.import_module("m")`, `name = __import__("m")`. */
function pythonLoad(tree: CompactTree, node: number, vocabulary: Vocabulary, names: Map<string, string>): void {
  const [name, value] = [field(tree, node, 'left'), field(tree, node, 'right')]
  if (name === -1 || value === -1 || tree.kinds.name(tree.kind[name]!) !== 'identifier') return
  if (tree.kinds.name(tree.kind[value]!) !== 'call') return
  const loader = textOf(tree, field(tree, value, 'function'))
  const dot = loader.indexOf('.')
  const first = dot === -1 ? loader : loader.slice(0, dot)
  if (!PYTHON_LOADER.test((names.get(first) ?? first) + loader.slice(first.length))) return
  const [argument] = speaking(tree, field(tree, value, 'arguments'), vocabulary)
  const module = argument === undefined ? undefined : stringText(tree, argument, vocabulary)
  if (module !== undefined && module !== '') names.set(textOf(tree, name), module)
}

/** Functions that load a module by its name. */
export const PYTHON_LOADER = /^(?:(?:__builtins__\.|builtins\.)?__import__|importlib\.(?:import_module|__import__))$/

function javaImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names, wildcards }: Found): void {
  // Packages with implicit imports.
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
