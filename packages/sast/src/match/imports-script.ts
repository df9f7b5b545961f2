import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import type { Found } from './imports.ts'
import { childIn, speaking, stringText, unwrap, type Vocabulary } from './view.ts'

/** A module as a pattern can name it: `fs.promises` for `node:fs/promises`, `koa.router` for `@koa/router`, `jsYaml` for `js-yaml`. */
export function moduleOf(text: string): string {
  if (text.startsWith('.')) return text
  return text
    .replace(/^(?:node:|@)/, '')
    .replaceAll('/', '.')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `import a from 'm'`, `const a = require('m')`, `const { a } = await import('m')`, `import('m').then((a) => ...)`. */
export function javascriptImport(tree: CompactTree, node: number, vocabulary: Vocabulary, found: Found): void {
  switch (tree.kinds.name(tree.kind[node]!)) {
    case 'import_statement':
      return staticImport(tree, node, vocabulary, found)
    case 'variable_declarator':
      return assigned(tree, field(tree, node, 'name'), field(tree, node, 'value'), vocabulary, found)
    case 'assignment_expression':
      return assigned(tree, field(tree, node, 'left'), field(tree, node, 'right'), vocabulary, found)
    case 'call_expression':
      return continued(tree, node, vocabulary, found)
    default:
  }
}

/** Whether a call loads a module at run time: `require('m')`, or `import('m')`, which returns a promise of it. */
export function loadedModule(
  tree: CompactTree,
  node: number,
  { language, kinds }: Vocabulary,
  loader: 'require' | 'import',
): number {
  if (language.imports !== 'javascript' || kinds.name(tree.kind[node]!) !== 'call_expression') return -1
  const callee = field(tree, node, 'function')
  if (callee === -1 || textOf(tree, callee) !== loader) return -1
  return field(tree, node, 'arguments')
}

/** The module that an expression evaluates to: `require('m')`, `await import('m')`; undefined for all else. */
export function moduleAt(tree: CompactTree, node: number, vocabulary: Vocabulary): string | undefined {
  const required = loadedModule(tree, node, vocabulary, 'require')
  if (required !== -1) return named(tree, required, vocabulary)
  return tree.kinds.name(tree.kind[node]!) === 'await_expression'
    ? promisedModule(tree, firstOf(tree, node, vocabulary), vocabulary)
    : undefined
}

/** The module that a promise resolves to. */
function promisedModule(tree: CompactTree, value: number, vocabulary: Vocabulary): string | undefined {
  if (value === -1) return undefined
  const list = loadedModule(tree, unwrap(tree, value, vocabulary), vocabulary, 'import')
  return list === -1 ? undefined : named(tree, list, vocabulary)
}

function named(tree: CompactTree, list: number, vocabulary: Vocabulary): string | undefined {
  const [argument] = list === -1 ? [] : speaking(tree, list, vocabulary)
  const text = argument === undefined ? undefined : stringText(tree, argument, vocabulary)
  return text === undefined ? undefined : moduleOf(text)
}

function field(tree: CompactTree, node: number, name: string): number {
  return childIn(tree, node, tree.kinds.field(name))
}

function firstOf(tree: CompactTree, node: number, vocabulary: Vocabulary): number {
  return speaking(tree, node, vocabulary).findLast((item) => textOf(tree, item) !== 'await') ?? -1
}

function staticImport(tree: CompactTree, node: number, vocabulary: Vocabulary, { names }: Found): void {
  const source = field(tree, node, 'source')
  if (source === -1) return
  const from = moduleOf(stringText(tree, source, vocabulary) ?? '')
  for (let child = node + 1; child < tree.next[node]!; child += 1) {
    const name = tree.kinds.name(tree.kind[child]!)
    const parent = tree.kinds.name(tree.kind[tree.parent[child]!]!)
    if (name === 'import_specifier') {
      const imported = textOf(tree, field(tree, child, 'name'))
      const alias = field(tree, child, 'alias')
      names.set(alias === -1 ? imported : textOf(tree, alias), memberOf(from, imported))
    } else if (name === 'identifier' && (parent === 'import_clause' || parent === 'namespace_import')) {
      names.set(textOf(tree, child), from)
    }
  }
}

function assigned(tree: CompactTree, name: number, given: number, vocabulary: Vocabulary, found: Found): void {
  if (name === -1 || given === -1) return
  let value = unwrap(tree, given, vocabulary)
  const after: string[] = []
  while (tree.kinds.name(tree.kind[value]!) === 'member_expression') {
    after.unshift(textOf(tree, field(tree, value, 'property')))
    value = unwrap(tree, field(tree, value, 'object'), vocabulary)
  }
  const module = moduleAt(tree, value, vocabulary) ?? awaitedName(tree, value, vocabulary, found)
  if (module !== undefined) return declare(tree, name, after.reduce(memberOf, module), vocabulary, found)
  // The promise has the name of its module: only what it resolves to has members that rules name.
  const promised = promisedModule(tree, value, vocabulary)
  if (promised !== undefined && after.length === 0) declare(tree, name, promised, vocabulary, found)
  else if (after.length === 0) declareAll(tree, name, value, vocabulary, found)
}

/** `const [a, b] = await Promise.all([import('m'), import('n')])`. */
function declareAll(tree: CompactTree, name: number, value: number, vocabulary: Vocabulary, found: Found): void {
  if (tree.kinds.name(tree.kind[value]!) !== 'await_expression' || !isList(tree, name)) return
  const list = allOf(tree, firstOf(tree, value, vocabulary), vocabulary)
  for (const [at, target] of speaking(tree, name, vocabulary).entries()) {
    const module = list[at] === undefined ? undefined : promisedModule(tree, list[at], vocabulary)
    if (module !== undefined) declare(tree, target, module, vocabulary, found)
  }
}

/** Returns the promises of `Promise.all([...])`. */
function allOf(tree: CompactTree, value: number, vocabulary: Vocabulary): readonly number[] {
  const node = value === -1 ? -1 : unwrap(tree, value, vocabulary)
  if (node === -1 || tree.kinds.name(tree.kind[node]!) !== 'call_expression') return []
  if (textOf(tree, field(tree, node, 'function')) !== 'Promise.all') return []
  const list = field(tree, node, 'arguments')
  const [array] = list === -1 ? [] : speaking(tree, list, vocabulary)
  return array === undefined ? [] : speaking(tree, array, vocabulary)
}

function isList(tree: CompactTree, node: number): boolean {
  return tree.kinds.name(tree.kind[node]!) === 'array_pattern'
}

/** `await promise`, where the promise is a module's. */
function awaitedName(tree: CompactTree, value: number, vocabulary: Vocabulary, { names }: Found): string | undefined {
  if (tree.kinds.name(tree.kind[value]!) !== 'await_expression') return undefined
  const inner = firstOf(tree, value, vocabulary)
  const isName = inner !== -1 && vocabulary.identifiers.has(tree.kind[unwrap(tree, inner, vocabulary)]!)
  return isName ? names.get(textOf(tree, inner)) : undefined
}

/** `import('m').then((a) => ...)`, `import('m').then(({ a }) => ...)`. */
function continued(tree: CompactTree, node: number, vocabulary: Vocabulary, found: Found): void {
  const callee = field(tree, node, 'function')
  if (callee === -1 || tree.kinds.name(tree.kind[callee]!) !== 'member_expression') return
  if (textOf(tree, field(tree, callee, 'property')) !== 'then') return
  const object = unwrap(tree, field(tree, callee, 'object'), vocabulary)
  const list = field(tree, node, 'arguments')
  const [value] = list === -1 ? [] : speaking(tree, list, vocabulary)
  const parameter = value === undefined ? -1 : firstParameter(tree, value, vocabulary)
  if (parameter === -1) return
  const module =
    promisedModule(tree, object, vocabulary) ??
    (vocabulary.identifiers.has(tree.kind[object]!) ? found.names.get(textOf(tree, object)) : undefined)
  if (module !== undefined) declare(tree, parameter, module, vocabulary, found)
  else if (isList(tree, parameter)) {
    const all = allOf(tree, object, vocabulary)
    for (const [at, target] of speaking(tree, parameter, vocabulary).entries()) {
      const item = all[at] === undefined ? undefined : promisedModule(tree, all[at], vocabulary)
      if (item !== undefined) declare(tree, target, item, vocabulary, found)
    }
  }
}

function firstParameter(tree: CompactTree, node: number, vocabulary: Vocabulary): number {
  if (!vocabulary.functions.has(tree.kind[node]!)) return -1
  const only = field(tree, node, 'parameter')
  if (only !== -1) return only
  const list = field(tree, node, 'parameters')
  const [first] = list === -1 ? [] : speaking(tree, list, vocabulary)
  if (first === undefined) return -1
  const pattern = field(tree, first, 'pattern')
  return pattern === -1 ? first : pattern
}

/** The names that a variable or a pattern gives to a module and its members. */
function declare(tree: CompactTree, name: number, module: string, vocabulary: Vocabulary, { names }: Found): void {
  if (tree.kinds.name(tree.kind[name]!) === 'identifier') names.set(textOf(tree, name), module)
  if (tree.kinds.name(tree.kind[name]!) !== 'object_pattern') return
  for (const item of speaking(tree, name, vocabulary)) {
    const kind = tree.kinds.name(tree.kind[item]!)
    const localName = textOf(tree, item)
    if (kind === 'shorthand_property_identifier_pattern') names.set(localName, memberOf(module, localName))
    if (kind === 'pair_pattern')
      names.set(textOf(tree, field(tree, item, 'value')), memberOf(module, textOf(tree, field(tree, item, 'key'))))
  }
}

/** The member of a module; its default export has the name of the module. */
export function memberOf(module: string, name: string): string {
  return name === 'default' ? module : `${module}.${name}`
}
