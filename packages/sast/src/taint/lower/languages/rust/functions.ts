import { NONE, type Register } from '../../../ir.ts'
import { addParameter } from '../../classes.ts'
import { functionValue } from '../../common.ts'
import { assign, evaluate } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder, FunctionShape } from '../../function-builder.ts'
import { block } from './control.ts'
import { isNumber, typeName } from './names.ts'
import { assignType, patternIn } from './patterns.ts'

/** Builds a function or a method. A function with `self` is always a method. @returns its number */
export function functionOf(
  f: FunctionBuilder,
  node: number,
  { name, kind, owner }: Required<Pick<FunctionShape, 'name' | 'kind' | 'owner'>>,
): number {
  const { file } = f
  const list = file.child(node, 'parameters')
  const self = list === -1 ? -1 : selfOf(f, list)
  const returnType = typeName(f, file.child(node, 'return_type'))
  const shape = { name, node, kind: self === -1 ? kind : 'method', owner, outer: f } as const
  return file.function(returnType === undefined ? shape : { ...shape, returnType }, (inner) => {
    bounds(inner, node)
    if (self !== -1) inner.receiver = inner.scope.declare('self').register
    for (const item of list === -1 ? [] : file.named(list)) {
      if (item !== self && file.kind(item) === 'parameter') parameter(inner, item)
    }
    const body = file.child(node, 'body')
    const value = body === -1 ? NONE : block(inner, body)
    if (value !== NONE) lowerReturn(inner, value, body)
  })
}

/** The parameter that is `self`, however it is written. */
function selfOf(f: FunctionBuilder, list: number): number {
  const { file } = f
  const [first = -1] = file.named(list).filter((child) => file.kind(child) !== 'attribute_item')
  if (first === -1) return -1
  if (file.kind(first) === 'self_parameter') return first
  const pattern = file.child(first, 'pattern')
  return pattern !== -1 && file.kind(pattern) === 'self' ? first : -1
}

/** Reads `T: A + B`: a value of type `T` has the members of `A`. */
function bounds(f: FunctionBuilder, node: number): void {
  const { file } = f
  const say = (name: number, list: number): void => {
    const type = name === -1 || list === -1 ? undefined : typeName(f, file.first(list))
    if (type !== undefined) f.scope.declare(file.text(name)).path = type
  }
  const list = file.ofKind(node, 'type_parameters')
  for (const item of list === -1 ? [] : file.named(list)) say(file.child(item, 'name'), file.child(item, 'bounds'))
  const where = file.ofKind(node, 'where_clause')
  for (const item of where === -1 ? [] : file.named(where)) say(file.child(item, 'left'), file.child(item, 'bounds'))
}

function parameter(f: FunctionBuilder, node: number): void {
  const { file } = f
  const pattern = patternIn(f, node)
  const typeNode = file.child(node, 'type')
  const type = typeName(f, typeNode)
  if (pattern === -1 || file.kind(pattern) === 'identifier') {
    const nameNode = pattern === -1 ? node : pattern
    const variable = addParameter(f, { name: pattern === -1 ? '' : file.text(pattern), node, nameNode, type })
    // Nothing of a text is left in a number.
    if (isNumber(type)) f.set(variable.register, f.combine('number', [variable.register], typeNode, 'as'), typeNode)
    return
  }
  const value = addParameter(f, { name: `(${node})`, shown: '', node, nameNode: pattern, type })
  assign(f, pattern, value.register, true)
  assignType(f, pattern, type)
}

/** `|a, (b, c)| d` */
export function closure(f: FunctionBuilder, node: number): Register {
  const { file } = f
  return functionValue(f, node, (inner) => {
    const list = file.child(node, 'parameters')
    for (const item of list === -1 ? [] : file.named(list)) {
      if (file.kind(item) === 'parameter') parameter(inner, item)
      else if (file.kind(item) === 'identifier')
        addParameter(inner, { name: file.text(item), node: item, nameNode: item })
      else {
        const variable = addParameter(inner, { name: `(${item})`, shown: '', node: item, nameNode: item })
        assign(inner, item, variable.register, true)
      }
    }
    const body = file.child(node, 'body')
    lowerReturn(inner, evaluate(inner, body), body)
  })
}
