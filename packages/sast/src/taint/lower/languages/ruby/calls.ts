import { type Argument, NONE, type Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { type Called, emitCall } from '../../operations.ts'
import { blockValue } from './definitions.ts'
import { literalText, localOf, pathOf, typeOf } from './names.ts'

/** `self`. */
export function selfOf(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined)
  return self === undefined ? f.global('self', node) : readVariable(f, self, node)
}

export function argumentsOf(f: FunctionBuilder, list: number): Argument[] {
  const { file } = f
  if (list === -1) return []
  return file.named(list).map((child): Argument => {
    switch (file.kind(child)) {
      case 'pair': {
        const key = file.child(child, 'key')
        const name = literalText(f, key)
        const at = file.child(child, 'value')
        const value = at === -1 ? evaluate(f, key) : evaluate(f, at)
        return name === undefined ? { value } : { value, name }
      }
      case 'splat_argument':
      case 'hash_splat_argument':
        return { value: evaluate(f, file.first(child)), isSpread: true }
      default:
        return { value: evaluate(f, child) }
    }
  })
}

/** Methods of texts, lists and dates; attributes of an object have other names. */
const COMPUTED = new Set('length size count bytesize to_i to_f hash object_id iso8601 xmlschema hexdigest'.split(' '))

/** `a.b(c) { … }`, `b c`, `A.new(c)`. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const methodNode = file.child(node, 'method')
  const receiverNode = file.child(node, 'receiver')
  const method = methodNode === -1 ? 'call' : file.text(methodNode)
  if (methodNode !== -1 && file.kind(methodNode) === 'super') return superCall(f, node)
  if (receiverNode === -1) return ownCall(f, method, methodNode, node)
  const path = pathOf(f, receiverNode)
  const receiver = evaluate(f, receiverNode)
  const list = file.child(node, 'arguments')
  const values = withBlock(f, argumentsOf(f, list), node)
  if (method === 'new') {
    return emitCall(f, { name: path ?? '', method: path ?? '', callee: receiver, arguments: values, isNew: true }, node)
  }
  const callee = f.member(receiver, method, methodNode === -1 ? node : methodNode)
  const name = path === undefined ? '' : `${path}.${method}`
  const called: Called = { name, method, receiver, callee, receiverType: typeOf(f, receiverNode), arguments: values }
  const result = emitCall(f, called, node)
  // Without arguments the call may read an attribute.
  return values.length === 0 && !COMPUTED.has(method) ? f.combine('either', [callee, result], node) : result
}

function withBlock(f: FunctionBuilder, values: Argument[], node: number): Argument[] {
  const block = f.file.child(node, 'block')
  if (block !== -1) values.push({ value: blockValue(f, block) })
  return values
}

/** A method of the object, of a class above, or of the language. */
function ownCall(f: FunctionBuilder, method: string, methodNode: number, node: number): Register {
  const { file } = f
  const list = file.child(node, 'arguments')
  if (method === 'lambda' || method === 'proc') {
    const block = file.child(node, 'block')
    if (block !== -1) return blockValue(f, block)
  }
  const inputs = withBlock(f, argumentsOf(f, list), node)
  if (method === 'raise' || method === 'fail') {
    const values = inputs.map(({ value }) => value)
    f.end({ type: 'throw', value: f.combine('whole', values, node), node })
    return NONE
  }
  if (method === 'require' || method === 'require_relative' || method === 'load') {
    const module = list === -1 ? undefined : literalText(f, file.first(list))
    if (module !== undefined) file.imports.push({ local: '*', module, name: '*' })
  }
  return plainCall(f, method, inputs, methodNode === -1 ? node : methodNode, node)
}

/** A call without an object. */
export function plainCall(
  f: FunctionBuilder,
  method: string,
  values: readonly Argument[],
  nameNode: number,
  node: number,
): Register {
  const own = f.scope.lookup(`${method}()`)
  if (own !== undefined) {
    const callee = readVariable(f, own, nameNode)
    return emitCall(f, { name: method, method, callee, arguments: values }, node)
  }
  if (method === 'new') {
    return emitCall(f, { name: '', method, callee: selfOf(f, node), arguments: values, isNew: true }, node)
  }
  const around = f.scope.thisOf(undefined)
  if (around === undefined) {
    return emitCall(f, { name: method, method, callee: f.global(method, nameNode), arguments: values }, node)
  }
  const receiver = readVariable(f, around, nameNode)
  const callee = f.member(receiver, method, nameNode)
  return emitCall(f, { name: method, method, receiver, callee, arguments: values }, node)
}

/** `super`, with or without arguments. */
export function superCall(f: FunctionBuilder, node: number): Register {
  const { file } = f
  let at = f.scope
  while (at.outer !== undefined && at.owner.shape.owner === undefined) at = at.outer
  const { owner } = at
  const isConstructor = owner.shape.kind === 'constructor'
  const list = file.child(node, 'arguments')
  const values =
    list === -1
      ? owner.parameters.flatMap(({ name }) => {
          const variable = localOf(f, name)
          return variable === undefined ? [] : [{ value: readVariable(f, variable, node) }]
        })
      : argumentsOf(f, list)
  const called = {
    name: isConstructor ? 'super' : `super.${owner.shape.name}`,
    method: isConstructor ? 'constructor' : owner.shape.name,
    receiver: selfOf(f, node),
    receiverType: file.classes[owner.shape.owner ?? -1]?.supers[0],
  }
  return emitCall(f, { ...called, arguments: values }, node)
}

/** Lowers `yield a`: a call of the method's block. */
export function yieldCall(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const block = localOf(f, '&')
  const values = argumentsOf(f, file.ofKind(node, 'argument_list'))
  const callee = block === undefined ? f.global('yield', node) : readVariable(f, block, node)
  return emitCall(f, { name: 'yield', method: 'yield', callee, arguments: values }, node)
}
