import type { Register } from '../../../ir.ts'
import { assign, assignMember, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering, Logic } from '../../handlers.ts'
import { writeVariable } from '../../names.ts'
import { lastPart } from '../../operations.ts'
import { expressions, logicOf } from './expressions.ts'
import { staticOwner } from './calls.ts'
import { globalOf, hoistVariables, keyOf, pathOf, memberReference } from './names.ts'
import { assignVariable, functionDefinition, statements } from './statements.ts'

/** Lowers a file: its names, its functions, then its statements. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'namespace_definition') {
      const name = file.child(node, 'name')
      if (name !== -1) file.package = file.text(name).replaceAll('\\', '.')
    } else if (kind === 'namespace_use_declaration') useDeclaration(f, node)
  }
  for (const node of nodes) declareNames(f, node)
  hoistVariables(f, 0)
  const functions = nodes.filter((node) => file.kind(node) === 'function_definition')
  for (const node of functions) functionDefinition(f, node)
  for (const node of nodes) if (file.kind(node) !== 'function_definition') execute(f, node)
  for (const variable of f.scope.all()) {
    if (variable.import !== undefined) continue
    variable.isCaptured = true
    const name = variable.name.endsWith('()') ? variable.name.slice(0, -2) : variable.name
    file.exports.push({ name, cell: { owner: f.id, name: variable.cellName } })
  }
}

function declareNames(f: FunctionBuilder, node: number): void {
  const { file } = f
  const kind = file.kind(node)
  if (kind === 'namespace_definition') {
    const body = file.child(node, 'body')
    for (const item of body === -1 ? [] : file.named(body)) declareNames(f, item)
  }
  if (!/^(?:class|interface|trait|enum)_declaration$|^function_definition$/.test(kind)) return
  const name = file.text(file.child(node, 'name'))
  const variable = f.scope.declare(kind === 'function_definition' ? `${name}()` : name)
  variable.path = file.package === '' ? name : `${file.package}.${name}`
}

/** `use A\B as C`, `use A\{B, C}`, `use function A\b`. */
function useDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const prefix = file.ofKind(node, 'namespace_name')
  const before = prefix === -1 ? '' : `${file.text(prefix).replaceAll('\\', '.')}.`
  const group = file.child(node, 'body')
  const isFunction = file.hasToken(node, 'function')
  for (const clause of file.named(group === -1 ? node : group)) {
    if (file.kind(clause) !== 'namespace_use_clause') continue
    const name = file.first(clause)
    if (name === -1) continue
    const path = before + file.text(name).replaceAll('\\', '.').replace(/^\./, '')
    const alias = file.child(clause, 'alias')
    const local = alias === -1 ? lastPart(path) : file.text(alias)
    const isCalled = isFunction || file.hasToken(clause, 'function')
    const variable = f.scope.declare(isCalled ? `${local}()` : local)
    variable.path = path
    variable.import = { module: path, name: '*' }
    file.imports.push({ local, module: path, name: '*' })
  }
}

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'parenthesized_expression':
      return { type: 'same', inner: file.first(node) }
    case 'unary_op_expression':
      return file.operator(node) === '!' ? { type: 'not', inner: file.child(node, 'argument') } : undefined
    case 'binary_expression': {
      const type = logicOf(file.operator(node))
      if (type === undefined || type === 'nullish') return undefined
      return { type, left: file.child(node, 'left'), right: file.child(node, 'right') }
    }
    default:
      return undefined
  }
}

/** `[$a, 'k' => $b] = …`, `list($a, $b) = …`. */
function several(f: FunctionBuilder, node: number, value: Register): void {
  const { file, tree } = f
  let at = 0
  let key: string | undefined
  for (let part = node + 1; part < tree.next[node]!; part = tree.next[part]!) {
    const kind = file.kind(part)
    if (kind === ',') {
      at += 1
      key = undefined
    } else if (kind === 'array_element_initializer') {
      const [first, second] = file.named(part)
      if (first === undefined) continue
      if (second === undefined) assign(f, first, f.member(value, String(at), part), true)
      else assign(f, second, f.member(value, keyOf(f, first), part), true)
    } else if (kind === 'string' || kind === 'integer') key = keyOf(f, part)
    else if (file.handlers.targets[tree.kind[part]!] !== undefined) {
      assign(f, part, f.member(value, key ?? String(at), part), true)
    }
  }
}

export const php: LanguageLowering = {
  expressions,
  statements,
  targets: {
    variable_name: assignVariable,
    member_access_expression: assignMember,
    nullsafe_member_access_expression: assignMember,
    scoped_property_access_expression: (f, node, value) => {
      const owner = staticOwner(f, f.file.child(node, 'scope'))
      f.store(owner, f.file.text(f.file.child(node, 'name')).slice(1), value, node)
    },
    subscript_expression: (f, node, value) => {
      const global = globalOf(f, node)
      if (global === undefined) assignMember(f, node, value)
      else writeVariable(f, global, value, node)
    },
    list_literal: several,
    array_creation_expression: several,
    by_ref: (f, node, value, declares) => assign(f, f.file.first(node), value, declares),
    dynamic_variable_name: () => undefined,
  },
  skipped: ['comment', 'attribute_list', 'heredoc_start', 'heredoc_end', 'reference_modifier', 'variadic_placeholder'],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic,
}
