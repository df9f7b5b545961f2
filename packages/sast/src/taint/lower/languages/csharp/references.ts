import { NONE, type Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import type { Variable } from '../../scopes.ts'
import { typeName } from './names.ts'

/** A variable that a call assigns, and the temporary object that receives the value. */
export interface ReferenceArgument {
  readonly variable: Variable
  readonly place: Register
  readonly node: number
  readonly keeps: boolean
}

/** Whether an argument or a parameter is passed by reference. */
export function isReference(f: FunctionBuilder, node: number): boolean {
  const { file } = f
  if (file.kind(node) === 'argument') return file.hasToken(node, 'out') || file.hasToken(node, 'ref')
  return file.named(node).some((child) => file.kind(child) === 'modifier' && /^(?:out|ref)$/.test(file.text(child)))
}

/** Returns the argument value for `out a`, `out var a`, `ref a`: the variable's value in a temporary object. */
export function passReference(
  f: FunctionBuilder,
  argument: number,
  node: number,
  handed: ReferenceArgument[],
): Register | undefined {
  const { file } = f
  if (!isReference(f, argument)) return undefined
  const declares = file.kind(node) === 'declaration_expression'
  const name = declares ? file.child(node, 'name') : node
  if (name === -1 || file.kind(name) !== 'identifier') return undefined
  const text = file.text(name)
  const variable = declares ? f.scope.declare(text) : f.scope.lookup(text)
  if (variable === undefined) return undefined
  const type = declares ? typeName(f, file.child(node, 'type')) : undefined
  if (type !== undefined) variable.type = type
  const keeps = file.hasToken(argument, 'ref')
  const place = f.register()
  f.emit({ op: 'make', to: place, entries: [], all: [], node })
  handed.push({ variable, place, node, keeps })
  return keeps ? f.combine('either', [readVariable(f, variable, node), place], node) : place
}

/** Copies the values from the temporary objects to the variables after the call. */
export function assignReferences(f: FunctionBuilder, handed: readonly ReferenceArgument[]): void {
  for (const { variable, place, node, keeps } of handed) {
    const put = f.member(place, undefined, node)
    const all = keeps ? [readVariable(f, variable, node), place, put] : [place, put]
    writeVariable(f, variable, f.combine('either', all, node), node)
  }
}

/** Lowers an expression that is equivalent to an inner one, with its own node: rules may mark either. */
export function same(f: FunctionBuilder, inner: number, node: number): Register {
  return inner === -1 ? NONE : f.combine('either', [evaluate(f, inner)], node)
}
