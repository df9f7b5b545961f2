import { NONE, type Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import type { Variable } from '../../scopes.ts'
import { typeName } from './names.ts'

/** A variable that a call gives a value, and the place where the call puts it. */
export interface Handed {
  readonly variable: Variable
  readonly place: Register
  readonly node: number
  readonly keeps: boolean
}

/** Whether an argument or a parameter is one that the function gives a value. */
export function isReference(f: FunctionBuilder, node: number): boolean {
  const { file } = f
  if (file.kind(node) === 'argument') return file.hasToken(node, 'out') || file.hasToken(node, 'ref')
  return file.named(node).some((one) => file.kind(one) === 'modifier' && /^(?:out|ref)$/.test(file.text(one)))
}

/** What a call is given for `out a`, `out var a`, `ref a`: what it holds, or a place for what is put there. */
export function handOver(f: FunctionBuilder, argument: number, node: number, handed: Handed[]): Register | undefined {
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

/** After the call the variables are what was put there. */
export function takeBack(f: FunctionBuilder, handed: readonly Handed[]): void {
  for (const { variable, place, node, keeps } of handed) {
    const put = f.member(place, undefined, node)
    const all = keeps ? [readVariable(f, variable, node), place, put] : [place, put]
    writeVariable(f, variable, f.combine('either', all, node), node)
  }
}

/** The value of an expression that stands for another one, at its own place: rules may mean either. */
export function same(f: FunctionBuilder, inner: number, node: number): Register {
  return inner === -1 ? NONE : f.combine('either', [evaluate(f, inner)], node)
}
