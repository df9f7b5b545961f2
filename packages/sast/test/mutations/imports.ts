import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import type { Group, Program } from './group.ts'
import { Names } from './names.ts'

/** One imported name of a file. */
interface Imported {
  readonly name: string
  /** Its node in the import. */
  readonly node: number
  /** The whole import. */
  readonly statement: number
  /** Returns the replacement of `node` that imports it as `alias`. */
  readonly renamed: (alias: string) => string
  /** The whole name, as code may write it without an import, and the import that this needs. */
  readonly whole?: { readonly name: string; readonly instead: string }
}

const SKIPPED = /^(?:React|React\.\w+)$/

/** Renames every import with an alias. */
export function aliasImport(code: Code, program: Program, _group: Group): Mutated | undefined {
  const draft = new Draft(program, code.file)
  const names = new Names(code)
  for (const { name, node, renamed } of importsOf(code)) {
    const alias = /^[A-Z]/.test(name) ? `Aliased${name}` : `aliased_${name}`
    const uses = usesOf(code, names, name, node)
    if (uses === undefined || SKIPPED.test(name) || !renamed('').includes('') || renamed(alias) === '') continue
    draft.replace(code.start(node), code.end(node), renamed(alias))
    for (const use of uses) draft.replace(code.start(use), code.end(use), shorthand(code, use, alias))
  }
  return draft.count === 0 ? undefined : draft.done()
}

/** Writes the qualified name of an import: with the module, namespace or package. */
export function qualifyImport(code: Code, program: Program, _group: Group): Mutated | undefined {
  const draft = new Draft(program, code.file)
  const names = new Names(code)
  const byStatement = Map.groupBy(importsOf(code), ({ statement }) => statement)
  for (const [statement, imported] of byStatement) {
    const uses = imported.map(({ name, node }) => usesOf(code, names, name, node))
    if (imported.some(({ whole }, at) => whole === undefined || uses[at] === undefined)) continue
    const instead = imported[0]!.whole!.instead
    if (!draft.replace(code.start(statement), code.end(statement), instead)) continue
    for (const [at, { whole }] of imported.entries())
      for (const use of uses[at]!) draft.replace(code.start(use), code.end(use), shorthand(code, use, whole!.name))
  }
  return draft.count === 0 ? undefined : draft.done()
}

function shorthand(code: Code, use: number, written: string): string {
  return code.kind(use) === 'shorthand_property_identifier' ? `${code.textOf(use)}: ${written}` : written
}

/** Returns the uses of an imported name; undefined where it may have another meaning. */
function usesOf(code: Code, names: Names, name: string, from: number): readonly number[] | undefined {
  const uses: number[] = []
  for (const node of code.nodes()) {
    if (!code.isLeaf(node) || node === from || code.textOf(node) !== name || !code.isNamed(node)) continue
    const kind = code.kind(node)
    if (
      !/^(?:identifier|type_identifier|simple_identifier|package_identifier|name|constant|shorthand_property_identifier)$/.test(
        kind,
      )
    )
      continue
    if (isImport(code, node) || isMember(code, node)) continue
    if (names.scopeOf(node) !== undefined) return undefined
    uses.push(node)
  }
  return uses
}

function isImport(code: Code, node: number): boolean {
  for (let item = node; item !== -1; item = code.parent(item))
    if (
      /^(?:import_|namespace_use|use_declaration|using_directive|package_)/.test(code.kind(item)) &&
      code.kind(item) !== 'package_identifier'
    )
      return true
  return false
}

/** Whether a name is that of a member, a method or a key. */
function isMember(code: Code, node: number): boolean {
  return [
    'attribute.attribute',
    'keyword_argument.name',
    'field_access.field',
    'method_invocation.name',
    'navigation_suffix',
    'value_argument.name',
    'scoped_identifier.name',
    'scoped_type_identifier.name',
    'member_call_expression.name',
    'member_access_expression.name',
    'scoped_call_expression.name',
    'class_constant_access_expression.name',
    'function_call_expression.function',
    'property_element',
    'variable_name',
    'named_label',
    'pair.key',
    'element_value_pair.key',
  ].some((where) => code.stands(node, where))
}

const readers: Readonly<Record<string, (code: Code, statement: number) => readonly Imported[]>> = {
  import_statement: importStatement,
  import_from_statement: fromImport,
  lexical_declaration: required,
  import_spec: goImport,
  import_declaration: javaImport,
  import_header: kotlinImport,
  namespace_use_declaration: phpImport,
  use_declaration: rustImport,
}

function importsOf(code: Code): readonly Imported[] {
  return [...code.nodes()].flatMap((node) => readers[code.kind(node)]?.(code, node) ?? [])
}

function importStatement(code: Code, statement: number): readonly Imported[] {
  if (code.language.name === 'python') {
    const [only, ...more] = code.named(statement)
    if (only === undefined || more.length > 0 || code.kind(only) !== 'dotted_name' || code.named(only).length !== 1)
      return []
    const name = code.textOf(only)
    return [{ name, node: only, statement, renamed: (alias) => `${name} as ${alias}` }]
  }
  if (code.textOf(statement).startsWith('import type')) return []
  const [clause] = code.named(statement)
  if (clause === undefined || code.kind(clause) !== 'import_clause') return []
  const source = code.textOf(code.child(statement, 'source'))
  const parts = code.named(clause)
  return parts.flatMap((part) => {
    if (code.kind(part) === 'identifier') return [plain(code, part, statement)]
    if (code.kind(part) === 'namespace_import') return [plain(code, code.named(part)[0]!, statement)]
    if (code.kind(part) !== 'named_imports') return []
    const space = `space${statement}`
    const specifiers = code.named(part).filter((child) => !code.textOf(child).startsWith('type '))
    const whole = (name: string) =>
      parts.length === 1 && specifiers.every((specifier) => code.named(specifier).length === 1)
        ? { whole: { name: `${space}.${name}`, instead: `import * as ${space} from ${source}` } }
        : {}
    return specifiers
      .filter((specifier) => code.named(specifier).length === 1)
      .map((specifier) => {
        const name = code.textOf(specifier)
        return {
          name,
          node: code.named(specifier)[0]!,
          statement,
          renamed: (alias: string) => `${name} as ${alias}`,
          ...whole(name),
        }
      })
  })
}

function plain(code: Code, node: number, statement: number): Imported {
  return { name: code.textOf(node), node, statement, renamed: (alias) => alias }
}

function required(code: Code, statement: number): readonly Imported[] {
  const [declarator, ...more] = code.named(statement)
  if (declarator === undefined || more.length > 0 || code.parent(statement) !== 0) return []
  const value = code.child(declarator, 'value')
  if (value === -1 || !/^require\(['"][^'"]+['"]\)$/.test(code.textOf(value))) return []
  const name = code.child(declarator, 'name')
  if (code.kind(name) !== 'object_pattern') return []
  return code
    .named(name)
    .filter((child) => code.kind(child) === 'shorthand_property_identifier_pattern')
    .map((node) => ({ name: code.textOf(node), node, statement, renamed: (alias) => `${code.textOf(node)}: ${alias}` }))
}

function fromImport(code: Code, statement: number): readonly Imported[] {
  const from = code.child(statement, 'module_name')
  const parts = code.named(statement).filter((child) => child !== from)
  const module = code.textOf(from)
  if (parts.some((part) => code.kind(part) !== 'dotted_name') || module.startsWith('.') || module === '__future__')
    return []
  return parts.map((node) => {
    const name = code.textOf(node)
    const whole = { name: `${module}.${name}`, instead: `import ${module}` }
    return { name, node, statement, renamed: (alias) => `${name} as ${alias}`, whole }
  })
}

function goImport(code: Code, statement: number): readonly Imported[] {
  const [path, ...more] = code.named(statement)
  if (path === undefined || more.length > 0) return []
  const text = code.textOf(path)
  const name = text
    .slice(1, -1)
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1)!
  if (!/^\w+$/.test(name)) return []
  return [{ name, node: path, statement, renamed: (alias) => `${alias} ${text}` }]
}

function javaImport(code: Code, statement: number): readonly Imported[] {
  const [path, ...more] = code.named(statement)
  if (path === undefined || more.length > 0 || / static /.test(code.textOf(statement)) || code.language.name !== 'java')
    return []
  const text = code.textOf(path)
  const name = text.split('.').at(-1)!
  return [{ name, node: path, statement, renamed: () => '', whole: { name: text, instead: '' } }]
}

function kotlinImport(code: Code, statement: number): readonly Imported[] {
  const [path, ...more] = code.named(statement)
  if (path === undefined || more.length > 0 || code.textOf(statement).includes('*')) return []
  const text = code.textOf(path)
  const name = text.split('.').at(-1)!
  if (!/^[A-Z]/.test(name)) return []
  return [
    { name, node: path, statement, renamed: (alias) => `${text} as ${alias}`, whole: { name: text, instead: '' } },
  ]
}

function phpImport(code: Code, statement: number): readonly Imported[] {
  const [clause, ...more] = code.named(statement)
  if (clause === undefined || more.length > 0 || code.named(clause).length !== 1) return []
  const text = code.textOf(clause)
  const name = text.split('\\').at(-1)!
  if (!/^[\w\\]+$/.test(text)) return []
  return [
    {
      name,
      node: clause,
      statement,
      renamed: (alias) => `${text} as ${alias}`,
      whole: { name: `\\${text.replace(/^\\/, '')}`, instead: '' },
    },
  ]
}

function rustImport(code: Code, statement: number): readonly Imported[] {
  const path = code.child(statement, 'argument')
  if (path === -1 || code.kind(path) !== 'scoped_identifier') return []
  const text = code.textOf(path)
  const name = text.split('::').at(-1)!
  if (!/^[A-Z]/.test(name)) return []
  return [
    { name, node: path, statement, renamed: (alias) => `${text} as ${alias}`, whole: { name: text, instead: '' } },
  ]
}
