import type { Register } from '../../../ir.ts'
import { functionValue } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { pathOf } from './paths.ts'
import { classPath } from './types.ts'

/** Lowers `this::run`, `a::run`, `A::run`, `A::new`: a function that makes this call with its arguments. */
export function methodReference(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const [object, named] = file.named(node)
  const isMade = file.hasToken(node, 'new')
  const first = object ?? node + 1
  return functionValue(f, node, (inner) => {
    const value = parameter(inner, node, false)
    const rest = parameter(inner, node, true)
    const all = [{ value: value }, { value: rest, isSpread: true }]
    const method = named === undefined ? '' : file.text(named)
    const text = object === undefined ? '' : file.text(object)
    if (isMade) {
      const name = classPath(inner, text.replace(/<.{0,500}$/s, ''))
      const callee = evaluate(inner, first)
      lowerReturn(
        inner,
        emitCall(inner, { name, method: lastPart(name), callee, arguments: all, isNew: true }, node),
        node,
      )
      return
    }
    const receiver = evaluate(inner, first)
    const callee = inner.member(receiver, method, node)
    const path = pathOf(inner, first)
    const isThis = tree.text.startsWith('this', tree.start[first])
    const isClass = /^[A-Z]/.test(text)
    // A function in a method is no method itself: the class is found by going outwards.
    const name = isThis ? method : path === undefined ? '' : `${path}.${method}`
    const called = emitCall(inner, { name, method, receiver, callee, arguments: all }, node)
    if (!isClass) {
      lowerReturn(inner, called, node)
      return
    }
    // A non-static method has its first argument as the receiver.
    const own = { name: '', method, receiver: value, receiverType: classPath(inner, text) }
    const ofFirst = emitCall(inner, { ...own, arguments: [{ value: rest, isSpread: true }] }, node)
    lowerReturn(inner, inner.combine('either', [called, ofFirst], node), node)
  })
}

function parameter(f: FunctionBuilder, node: number, isRest: boolean): Register {
  const register = f.register()
  f.parameters.push({ register, name: '', node, nameNode: node, isRest })
  return register
}
