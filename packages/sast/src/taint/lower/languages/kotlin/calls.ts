import { type Argument, NONE, type Register } from '../../../ir.ts'
import { classAround, holderAround } from '../../classes.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { unwrapExpression, memberName, pathOf, suffixed, typeOf } from './names.ts'

export function selfOf(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined) ?? holderAround(f)
  return self === undefined ? f.global('this', node) : readVariable(f, self, node)
}

/** Arguments in parentheses, and a function after them. */
export function argumentsOf(f: FunctionBuilder, suffix: number): Argument[] {
  const { file } = f
  if (suffix === -1) return []
  return file.named(suffix).flatMap((child): Argument[] => {
    switch (file.kind(child)) {
      case 'value_arguments':
        return file.named(child).map((argument) => argumentOf(f, argument))
      case 'value_argument':
        return [argumentOf(f, child)]
      case 'annotated_lambda':
        return [{ value: evaluate(f, file.named(child).at(-1) ?? -1) }]
      default:
        return []
    }
  })
}

function argumentOf(f: FunctionBuilder, node: number): Argument {
  const { file } = f
  const inside = file.named(node)
  const last = inside.at(-1) ?? -1
  if (last !== -1 && file.kind(last) === 'spread_expression') {
    return { value: evaluate(f, file.first(last)), isSpread: true }
  }
  const value = last === -1 ? nullToken(f, node) : evaluate(f, last)
  const isNamed = inside.length > 1 && file.hasToken(node, '=')
  return isNamed ? { value, name: file.text(inside[0]!) } : { value }
}

function nullToken(f: FunctionBuilder, node: number): Register {
  return f.constant(null, node)
}

/** `a.b(c)`, `b(c) { … }`, `A(c)`. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const [called, suffix] = file.named(node)
  if (called === undefined) return NONE
  const inner = unwrapExpression(f, called)
  // `f(a) { … }` is a call with a trailing function, not a call of the result of `f(a)`.
  const isTrailing =
    file.kind(inner) === 'call_expression' && suffix !== undefined && file.ofKind(suffix, 'value_arguments') === -1
  if (isTrailing) {
    const [target, first] = file.named(inner)
    return callOf(f, target ?? -1, [first ?? -1, suffix], node)
  }
  return callOf(f, inner, suffix === undefined ? [] : [suffix], node)
}

function callOf(f: FunctionBuilder, value: number, suffixes: readonly number[], node: number): Register {
  const { file } = f
  const called = unwrapExpression(f, value)
  const gather = (): Argument[] => suffixes.flatMap((suffix) => argumentsOf(f, suffix))
  const both = file.kind(called) === 'navigation_expression' ? suffixed(f, called) : undefined
  if (both !== undefined) {
    const method = memberName(f, both.suffix)
    if (file.kind(both.object) === 'super_expression') {
      const receiver = selfOf(f, both.object)
      const receiverType = classAround(f)?.supers[0]
      return emitCall(f, { name: `super.${method}`, method, receiver, receiverType, arguments: gather() }, node)
    }
    const path = pathOf(f, both.object)
    const receiver = evaluate(f, both.object)
    const callee = f.member(receiver, method, called)
    const name = path === undefined ? '' : `${path}.${method}`
    const receiverType = typeOf(f, both.object)
    return emitCall(f, { name, method, receiver, callee, receiverType, arguments: gather() }, node)
  }
  if (file.kind(called) !== 'simple_identifier') {
    const callee = evaluate(f, called)
    return emitCall(f, { name: '', method: '', callee, arguments: gather() }, node)
  }
  return namedCall(f, called, gather, node)
}

function namedCall(f: FunctionBuilder, called: number, gather: () => Argument[], node: number): Register {
  const method = f.file.text(called)
  const variable = f.scope.lookup(method)
  const name = pathOf(f, called) ?? method
  const isClass = /^[A-Z]/.test(method)
  if (variable !== undefined || isClass || f.scope.thisOf(undefined) === undefined) {
    const callee = variable === undefined ? f.global(name, called) : readVariable(f, variable, called)
    return emitCall(f, { name, method: lastPart(name), callee, arguments: gather(), isNew: isClass }, node)
  }
  // A method of the class or a superclass, or a function of the package.
  const receiver = selfOf(f, called)
  const callee = f.member(receiver, method, called)
  return emitCall(f, { name: method, method, receiver, callee, arguments: gather() }, node)
}

/** Lowers `: this(a)`, `: super(a)`, and the superclass call of a class header. */
export function constructorCall(f: FunctionBuilder, suffix: number, isSuper: boolean, node: number): void {
  const around = classAround(f)
  const receiverType = isSuper ? around?.supers[0] : around?.name
  const called = { name: isSuper ? 'super' : 'this', method: 'constructor', receiver: selfOf(f, node), receiverType }
  emitCall(f, { ...called, arguments: argumentsOf(f, suffix) }, node)
}
