import { type Argument, NONE, type Register } from '../../../ir.ts'
import { buildClass, classAround, holderAround } from '../../classes.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { type Called, emitCall, lastPart } from '../../operations.ts'
import { membersOf } from './classes.ts'
import { pathOf, typeOf } from './paths.ts'
import { typeName } from './types.ts'

function argumentsOf(f: FunctionBuilder, node: number): Argument[] {
  const list = f.file.child(node, 'arguments')
  return list === -1 ? [] : f.file.named(list).map((child) => ({ value: evaluate(f, child) }))
}

/** `a.b(c)`, `b(c)`, `super.b(c)`. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = file.child(node, 'object')
  const nameNode = file.child(node, 'name')
  const method = file.text(nameNode)
  if (object === -1) return ownCall(f, method, nameNode, node)
  if (file.kind(object) === 'super') {
    const receiver = selfOf(f, node)
    const receiverType = classAround(f)?.supers[0]
    return emitCall(
      f,
      { name: `super.${method}`, method, receiver, receiverType, arguments: argumentsOf(f, node) },
      node,
    )
  }
  const path = pathOf(f, object)
  const receiver = evaluate(f, object)
  const callee = f.member(receiver, method, nameNode)
  const called: Called = {
    name: path === undefined ? '' : `${path}.${method}`,
    method,
    callee,
    receiver,
    receiverType: typeOf(f, object),
    arguments: argumentsOf(f, node),
  }
  return emitCall(f, called, node)
}

/** Returns `this`, or the class in a static context. */
function selfOf(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined) ?? holderAround(f)
  return self === undefined ? f.global('this', node) : readVariable(f, self, node)
}

/** Lowers a call of a method of the class, a superclass or an enclosing class, or of an imported one. */
function ownCall(f: FunctionBuilder, method: string, nameNode: number, node: number): Register {
  const imported = f.scope.lookup(`${method}()`)
  if (imported?.path !== undefined) {
    const callee = readVariable(f, imported, nameNode)
    return emitCall(f, { name: imported.path, method, callee, arguments: argumentsOf(f, node) }, node)
  }
  const receiver = selfOf(f, nameNode)
  const callee = f.member(receiver, method, nameNode)
  return emitCall(f, { name: `this.${method}`, method, callee, receiver, arguments: argumentsOf(f, node) }, node)
}

/** `super(a)`, `this(a)` of a constructor. */
export function constructorCall(f: FunctionBuilder, node: number): void {
  const { file } = f
  const which = file.child(node, 'constructor')
  const isSuper = which !== -1 && file.kind(which) === 'super'
  const around = classAround(f)
  const receiver = selfOf(f, node)
  const receiverType = isSuper ? around?.supers[0] : around?.name
  const name = isSuper ? 'super' : 'this'
  emitCall(f, { name, method: 'constructor', receiver, receiverType, arguments: argumentsOf(f, node) }, node)
  const { afterSuper } = f
  f.afterSuper = undefined
  if (isSuper) afterSuper?.()
}

/** `new A(b)`, with or without a body. */
export function newObject(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const type = file.child(node, 'type')
  const name = typeName(f, type) ?? ''
  const body = file.ofKind(node, 'class_body')
  const values = argumentsOf(f, node)
  let callee: Register = NONE
  if (body !== -1) {
    const supers = name === '' ? [] : [name]
    callee = buildClass(f, { name: '', node: body, supers, marks: [], members: (inner) => membersOf(inner, body) })
  } else {
    const variable = type === -1 || file.kind(type) !== 'type_identifier' ? undefined : f.scope.lookup(file.text(type))
    callee = variable === undefined ? f.global(name, type === -1 ? node : type) : readVariable(f, variable, type)
  }
  return emitCall(f, { name, method: lastPart(name), callee, arguments: values, isNew: true }, node)
}
