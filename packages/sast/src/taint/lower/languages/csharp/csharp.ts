import type { Register } from '../../../ir.ts'
import { assign, assignMember, executeAll } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering, Logic } from '../../handlers.ts'
import { exportVariable, writeVariable } from '../../names.ts'
import { declareClasses } from './classes.ts'
import { expressions, tokens } from './expressions.ts'
import { pathOf, memberReference } from './names.ts'
import { assignProperty } from './properties.ts'
import { localFunctions, statements } from './statements.ts'

/** Lowers a file: its usings, its classes, then its top-level statements. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'using_directive') usingDirective(f, node)
    else if (/^(?:file_scoped_)?namespace_declaration$/.test(kind)) {
      file.package = file.text(file.child(node, 'name'))
      if (kind === 'file_scoped_namespace_declaration') declareClasses(f, file.named(node))
    }
  }
  declareClasses(f, nodes)
  const functions = nodes.flatMap((node) => (file.kind(node) === 'global_statement' ? file.named(node) : []))
  localFunctions(f, functions)
  executeAll(f, nodes)
  for (const variable of f.scope.all()) {
    if (variable.isClass === true) exportVariable(f, variable)
  }
}

function usingDirective(f: FunctionBuilder, node: number): void {
  const { file } = f
  const alias = file.child(node, 'name')
  const path = file.named(node).findLast((child) => child !== alias)
  if (path === undefined) return
  const module = file.text(path).replaceAll(/\s/g, '')
  file.imports.push({ local: alias === -1 ? '*' : file.text(alias), module, name: '*' })
  if (alias === -1) return
  const variable = f.scope.declare(file.text(alias))
  variable.path = module
  variable.import = { module, name: '*' }
}

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'parenthesized_expression':
      return { type: 'same', inner: file.first(node) }
    case 'prefix_unary_expression':
      return file.text(node).startsWith('!') ? { type: 'not', inner: file.first(node) } : undefined
    case 'binary_expression': {
      const operator = file.operator(node)
      if (operator !== '&&' && operator !== '||') return undefined
      const type = operator === '&&' ? 'and' : 'or'
      return { type, left: file.child(node, 'left'), right: file.child(node, 'right') }
    }
    default:
      return undefined
  }
}

function assignName(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const text = f.file.text(node)
  const variable = declares ? f.scope.declare(text) : f.scope.lookup(text)
  if (variable !== undefined) {
    // For `ref` and `out`, the caller's variable is assigned as well.
    if (variable.place !== undefined && variable.owner === f) f.store(variable.place, undefined, value, node)
    writeVariable(f, variable, value, node)
  } else {
    const self = f.scope.thisOf(undefined)
    if (self !== undefined && self.owner === f) f.store(self.register, text, value, node)
  }
}

/** `(a, b) = …`, `var (a, b) = …`. */
function several(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  for (const [index, part] of f.file.named(node).entries()) {
    assign(f, part, f.member(value, String(index), part), declares)
  }
}

function inner(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const last = f.file.named(node).at(-1)
  if (last !== undefined) assign(f, last, value, declares)
}

export const csharp: LanguageLowering = {
  expressions,
  tokens,
  statements,
  targets: {
    identifier: assignName,
    member_access_expression: assignProperty,
    element_access_expression: assignMember,
    tuple_expression: several,
    tuple_pattern: several,
    parenthesized_variable_designation: several,
    argument: inner,
    parenthesized_expression: inner,
    declaration_expression: (f, node, value) => assignName(f, f.file.child(node, 'name'), value, true),
    discard: () => undefined,
  },
  skipped: [
    'comment',
    'attribute_list',
    'modifier',
    'preproc_region',
    'preproc_endregion',
    'preproc_nullable',
    'preproc_if',
    'preproc_pragma',
    'preproc_define',
    'implicit_type',
    'type_argument_list',
    'event_declaration',
    'array_type',
    'nullable_type',
  ],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic,
}
