import type { Register } from '../../../ir.ts'
import { assign, assignMember, evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering, Logic } from '../../handlers.ts'
import { exportVariable, writeVariable } from '../../names.ts'
import { lastPart } from '../../operations.ts'
import { addWildcard } from '../java/types.ts'
import { declareClasses } from './classes.ts'
import { expressions, tokens } from './expressions.ts'
import { pathOf, memberReference, suffixed } from './names.ts'

/** All of a file: its package, its imports, then its declarations. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'package_header') file.package = plainText(f, file.first(node))
    else if (kind === 'import_list') for (const child of file.named(node)) importHeader(f, child)
    else if (kind === 'import_header') importHeader(f, node)
  }
  declareClasses(f, nodes)
  for (const node of nodes) {
    if (file.kind(node) === 'function_declaration') f.scope.declare(file.text(file.ofKind(node, 'simple_identifier')))
  }
  for (const node of nodes) {
    if (!/^(?:package_header|import_list|import_header|file_annotation|type_alias)$/.test(file.kind(node)))
      evaluate(f, node)
  }
  for (const variable of f.scope.all()) {
    if (variable.import === undefined) exportVariable(f, variable)
  }
}

function plainText(f: FunctionBuilder, node: number): string {
  return node === -1 ? '' : f.file.text(node).replaceAll(/\s/g, '')
}

function importHeader(f: FunctionBuilder, node: number): void {
  const { file } = f
  const path = plainText(f, file.first(node))
  if (file.ofKind(node, 'wildcard_import') !== -1) {
    addWildcard(f, path)
    file.imports.push({ local: '*', module: path, name: '*' })
    return
  }
  const alias = file.ofKind(node, 'import_alias')
  const local = alias === -1 ? lastPart(path) : plainText(f, file.first(alias))
  const variable = f.scope.declare(local)
  variable.path = path
  variable.import = { module: path, name: '*' }
  file.imports.push({ local, module: path, name: '*' })
}

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  const inside = file.named(node)
  switch (file.kind(node)) {
    case 'parenthesized_expression':
      return inside.length === 1 ? { type: 'same', inner: inside[0]! } : undefined
    case 'prefix_expression':
      return file.text(node).startsWith('!') && inside.length === 1 ? { type: 'not', inner: inside[0]! } : undefined
    case 'conjunction_expression':
    case 'disjunction_expression': {
      const [left, right] = inside
      if (left === undefined || right === undefined) return undefined
      return { type: file.kind(node) === 'conjunction_expression' ? 'and' : 'or', left, right }
    }
    default:
      return undefined
  }
}

function assignName(f: FunctionBuilder, node: number, value: Register): void {
  const text = f.file.text(node)
  const variable = f.scope.lookup(text)
  if (variable !== undefined) {
    writeVariable(f, variable, value, node)
    return
  }
  const self = f.scope.thisOf(undefined)
  if (self !== undefined && self.owner === f) f.store(self.register, text, value, node)
}

export const kotlin: LanguageLowering = {
  expressions,
  tokens,
  statements: {},
  targets: {
    simple_identifier: assignName,
    navigation_expression: assignMember,
    indexing_expression: assignMember,
    parenthesized_expression: (f, node, value, declares) => assign(f, f.file.first(node), value, declares),
    directly_assignable_expression: (f, node, value, declares) => {
      if (suffixed(f, node) === undefined) assign(f, f.file.first(node), value, declares)
      else assignMember(f, node, value)
    },
  },
  skipped: ['comment', 'line_comment', 'multiline_comment', 'modifiers', 'annotation', 'shebang_line', 'type_alias'],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic,
}
