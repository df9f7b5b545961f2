import type { Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import type { Scope, Variable } from '../../scopes.ts'
import { unwrapExpression } from './paths.ts'

/** Variable with the exports of a CommonJS module. */
const ALL = 'module.exports'

function moduleScope(f: FunctionBuilder): Scope {
  let { scope } = f
  while (scope.outer !== undefined) scope = scope.outer
  return scope
}

/** Whether an expression is `exports` or `module.exports`, not shadowed by a local name. */
export function isExports(f: FunctionBuilder, value: number): boolean {
  const { file } = f
  const node = unwrapExpression(f, value)
  if (file.kind(node) === 'identifier') return file.text(node) === 'exports' && f.scope.lookup('exports') === undefined
  if (file.kind(node) !== 'member_expression') return false
  const property = file.child(node, 'property')
  if (property === -1 || file.text(property) !== 'exports') return false
  return file.text(file.child(node, 'object')) === 'module' && f.scope.lookup('module') === undefined
}

export function readExports(f: FunctionBuilder, node: number): Register {
  return readVariable(f, exportsVariable(f), node)
}

function exportsVariable(f: FunctionBuilder): Variable {
  const scope = moduleScope(f)
  const known = scope.own(ALL)
  if (known !== undefined) return known
  const variable = scope.declare(ALL)
  exportVariable(f, '*', variable)
  return variable
}

/** Exports a variable under a name. */
export function exportVariable(f: FunctionBuilder, name: string, variable: Variable): void {
  if (variable.import !== undefined) {
    f.file.exports.push({ name, from: variable.import })
    return
  }
  variable.isCaptured = true
  f.file.exports.push({ name, cell: { owner: variable.owner.id, name: variable.cellName } })
}

/** Starts a module that writes to `exports`. */
export function beginExports(f: FunctionBuilder): void {
  const to = f.register()
  f.emit({ op: 'make', to, entries: [], all: [], node: 0 })
  writeVariable(f, exportsVariable(f), to, 0)
}

/** Lowers an assignment to `module.exports`, `exports.a` or `module.exports.a`. @returns whether it was one */
export function exported(f: FunctionBuilder, left: number, right: number, value: Register): boolean {
  const { file } = f
  if (file.kind(left) !== 'member_expression' && file.kind(left) !== 'identifier') return false
  if (isExports(f, left)) {
    if (file.kind(left) === 'identifier') return true
    writeVariable(f, exportsVariable(f), value, left)
    const object = unwrapExpression(f, right)
    if (file.kind(object) === 'object') exportMembers(f, object, value)
    return true
  }
  if (file.kind(left) !== 'member_expression' || !isExports(f, file.child(left, 'object'))) return false
  const property = file.child(left, 'property')
  const key = file.text(property)
  f.store(readExports(f, file.child(left, 'object')), key, value, left)
  exportMember(f, key, value, left)
  return true
}

function exportMembers(f: FunctionBuilder, object: number, value: Register): void {
  const { file } = f
  for (const part of file.named(object)) {
    const kind = file.kind(part)
    const name =
      kind === 'pair' ? file.child(part, 'key') : kind === 'method_definition' ? file.child(part, 'name') : part
    if (kind === 'spread_element' || name === -1 || file.kind(name) === 'computed_property_name') continue
    const key = file.text(name).replace(/^['"]|['"]$/g, '')
    exportMember(f, key, f.member(value, key, part), part)
  }
}

function exportMember(f: FunctionBuilder, key: string, value: Register, node: number): void {
  const scope = moduleScope(f)
  const name = `exports.${key}`
  const isNew = scope.own(name) === undefined
  const variable = scope.declare(name)
  if (isNew) exportVariable(f, key, variable)
  writeVariable(f, variable, value, node)
}
