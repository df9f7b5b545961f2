import type { Register } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'
import type { Variable } from './scopes.ts'

/** The value of a name. */
export function readName(f: FunctionBuilder, name: string, node: number): Register {
  const variable = f.scope.lookup(name)
  return variable === undefined ? f.global(name, node) : readVariable(f, variable, node)
}

export function readVariable(f: FunctionBuilder, variable: Variable, node: number): Register {
  if (variable.member !== undefined) return f.member(objectOf(f, variable.member, node), variable.name, node)
  const to = f.register()
  if (variable.import !== undefined) f.emit({ op: 'import', to, ...variable.import, node })
  else if (variable.owner === f) f.emit({ op: 'read', to, from: variable.register, node })
  else {
    variable.isCaptured = true
    f.emit({ op: 'load', to, cell: { owner: variable.owner.id, name: variable.cellName }, node })
  }
  return to
}

/** Returns the object of a field that is named without an object. */
function objectOf(f: FunctionBuilder, member: NonNullable<Variable['member']>, node: number): Register {
  const self = member.isStatic ? undefined : f.scope.thisOf(member.scope)
  return readVariable(f, self ?? member.holder, node)
}

/** Assigns a variable. */
export function writeVariable(f: FunctionBuilder, variable: Variable, from: Register, node: number): void {
  if (variable.member !== undefined) f.store(objectOf(f, variable.member, node), variable.name, from, node)
  else if (variable.owner === f) f.set(variable.register, from, node)
  else {
    variable.isCaptured = true
    variable.isWrittenInside = true
    f.emit({ op: 'save', cell: { owner: variable.owner.id, name: variable.cellName }, from, node })
  }
}

/** Assigns a name; an undeclared name becomes a variable of the file. */
export function writeName(f: FunctionBuilder, name: string, from: Register, node: number): void {
  let variable = f.scope.lookup(name)
  if (variable === undefined) {
    let { scope } = f
    while (scope.outer !== undefined) scope = scope.outer
    variable = scope.declare(name)
  }
  if (variable.import !== undefined) {
    delete variable.import
    delete variable.path
  }
  writeVariable(f, variable, from, node)
}

/** Exports a variable of this file. @param name exported name */
export function exportVariable(f: FunctionBuilder, variable: Variable, name = variable.name): void {
  variable.isCaptured = true
  f.file.exports.push({ name, cell: { owner: f.id, name: variable.cellName } })
}
