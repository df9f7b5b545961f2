import { type Argument, NONE, type Register } from '../../../ir.ts'
import { classAround, holderAround } from '../../classes.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { type Called, emitCall, lastPart } from '../../operations.ts'
import { unwrapParentheses } from '../../paths.ts'
import { indexOf, keyOf, pathOf, plainName, typeName, typeOf } from './names.ts'
import { type ReferenceArgument, passReference, assignReferences } from './references.ts'

/** Types with a `Clear` method that empties them. */
const CLEARED =
  /^(?:System\.(?:Text|Collections\.Generic)\.)?(?:StringBuilder|List|Dictionary|HashSet|Queue|Stack|MemoryStream)$/

/** Returns `this`, or the class in a static context. */
export function selfOf(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined) ?? holderAround(f)
  return self === undefined ? f.global('this', node) : readVariable(f, self, node)
}

/** @param handed receives the variables that the call assigns */
export function argumentsOf(f: FunctionBuilder, list: number, handed: ReferenceArgument[] = []): Argument[] {
  const { file } = f
  if (list === -1) return []
  return file.named(list).flatMap((item): Argument[] => {
    if (file.kind(item) !== 'argument') return []
    const name = file.child(item, 'name')
    const inner = file.named(item).find((child) => child !== name) ?? (name === -1 ? innerToken(f, item) : -1)
    if (inner === -1) return []
    const value = passReference(f, item, inner, handed) ?? evaluate(f, inner)
    return [name === -1 ? { value } : { value, name: file.text(name) }]
  })
}

/** `f(this)`: the grammar has it as a token. */
function innerToken(f: FunctionBuilder, node: number): number {
  const at = f.file.ofKind(node, 'this')
  return at === -1 ? f.file.ofKind(node, 'base') : at
}

/** `a.b(c)`, `b(c)`, `base.b(c)`, `a?.b(c)`. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const called = unwrapParentheses(f, file.child(node, 'function'))
  if (called === -1) return NONE
  const list = file.child(node, 'arguments')
  switch (file.kind(called)) {
    case 'member_access_expression':
      return methodCall(f, called, list, node)
    case 'conditional_access_expression':
      return conditionalCall(f, called, list, node)
    case 'identifier':
    case 'generic_name':
      return ownCall(f, called, list, node)
    default: {
      const callee = evaluate(f, called)
      return emitCall(f, { name: '', method: '', callee, arguments: argumentsOf(f, list) }, node)
    }
  }
}

function methodCall(f: FunctionBuilder, called: number, list: number, node: number): Register {
  const { file } = f
  const object = file.child(called, 'expression')
  const method = plainName(f, file.child(called, 'name'))
  if (file.kind(object) === 'base') {
    const receiverType = classAround(f)?.supers[0]
    const receiver = selfOf(f, object)
    return emitCall(
      f,
      { name: `super.${method}`, method, receiver, receiverType, arguments: argumentsOf(f, list) },
      node,
    )
  }
  const path = pathOf(f, object)
  const receiver = evaluate(f, object)
  const callee = f.member(receiver, method, called)
  const name = path === undefined ? '' : `${path}.${method}`
  const receiverType = typeOf(f, object)
  if (method === 'Clear' && CLEARED.test(receiverType ?? '')) f.clear(receiver)
  return callWith(f, { name, method, receiver, callee, receiverType }, list, node)
}

/** Lowers a call with its arguments, and its assignments to variable arguments. */
function callWith(f: FunctionBuilder, called: Omit<Called, 'arguments'>, list: number, node: number): Register {
  const handed: ReferenceArgument[] = []
  const result = emitCall(f, { ...called, arguments: argumentsOf(f, list, handed) }, node)
  assignReferences(f, handed)
  return result
}

/** Lowers `a?.b(c)`: the object is before the question mark. */
function conditionalCall(f: FunctionBuilder, called: number, list: number, node: number): Register {
  const { file } = f
  const object = file.child(called, 'condition')
  const binding = file.named(called).at(-1) ?? -1
  const method = plainName(f, file.child(binding, 'name'))
  const path = pathOf(f, object)
  const receiver = evaluate(f, object)
  const callee = f.member(receiver, method, called)
  const name = path === undefined ? '' : `${path}.${method}`
  const receiverType = typeOf(f, object)
  return emitCall(f, { name, method, receiver, callee, receiverType, arguments: argumentsOf(f, list) }, node)
}

/** Lowers a call of a method of the class or a superclass, of a local function, or of a variable. */
function ownCall(f: FunctionBuilder, called: number, list: number, node: number): Register {
  const method = plainName(f, called)
  const variable = f.scope.lookup(method)
  if (method === 'nameof') return f.constant(f.file.text(node), node)
  if (variable !== undefined) {
    const callee = readVariable(f, variable, called)
    return callWith(f, { name: method, method, callee }, list, node)
  }
  const receiver = selfOf(f, called)
  const callee = f.member(receiver, method, called)
  // A function in a method is no method itself: the class is found by going outwards.
  const name = f.shape.owner === undefined ? method : `this.${method}`
  return callWith(f, { name, method, receiver, callee }, list, node)
}

/** `: base(a)`, `: this(a)` of a constructor. */
export function constructorCall(f: FunctionBuilder, node: number): void {
  const { file } = f
  const isSuper = file.hasToken(node, 'base')
  const around = classAround(f)
  const receiverType = isSuper ? around?.supers[0] : around?.name
  const values = argumentsOf(f, file.ofKind(node, 'argument_list'))
  const called = { name: isSuper ? 'super' : 'this', method: 'constructor', receiver: selfOf(f, node), receiverType }
  emitCall(f, { ...called, arguments: values }, node)
  const { afterSuper } = f
  f.afterSuper = undefined
  if (isSuper) afterSuper?.()
}

/** Lowers `class A(b) : B(b)`: the arguments after the superclass name go to its constructor. */
export function superCall(f: FunctionBuilder, list: number, node: number): void {
  const called = { name: 'super', method: 'constructor', receiver: selfOf(f, node) }
  emitCall(f, { ...called, receiverType: classAround(f)?.supers[0], arguments: argumentsOf(f, list) }, node)
}

/** `new A(b) { C = d }`, `new(b)`. */
export function newObject(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const type = file.child(node, 'type')
  const name = type === -1 ? (f.wantedType ?? '') : (typeName(f, type) ?? '')
  const list = file.ofKind(node, 'argument_list')
  const variable = type === -1 ? undefined : f.scope.lookup(plainName(f, type))
  const callee = variable === undefined ? f.global(name, type === -1 ? node : type) : readVariable(f, variable, type)
  const values = argumentsOf(f, list)
  const result = emitCall(f, { name, method: lastPart(name), callee, arguments: values, isNew: true }, node)
  const initializer = file.ofKind(node, 'initializer_expression')
  if (initializer === -1) return result
  fill(f, initializer, result)
  const filled = f.register()
  f.emit({ op: 'read', to: filled, from: result, node })
  return filled
}

/** Lowers the braces after `new A`: members, entries or elements. */
function fill(f: FunctionBuilder, node: number, result: Register): void {
  const { file } = f
  for (const child of file.named(node)) {
    if (file.kind(child) === 'assignment_expression') {
      const left = file.child(child, 'left')
      const value = evaluate(f, file.child(child, 'right'))
      if (file.kind(left) === 'identifier') f.store(result, file.text(left), value, child)
      else {
        const index = indexOf(f, file.first(left))
        f.store(result, keyOf(f, index), value, child, index === -1 ? undefined : evaluate(f, index))
      }
    } else if (file.kind(child) === 'initializer_expression') {
      const [key, value] = file.named(child)
      const index = evaluate(f, key ?? -1)
      f.store(result, key === undefined ? undefined : keyOf(f, key), evaluate(f, value ?? -1), child, index)
    } else f.store(result, undefined, evaluate(f, child), child)
  }
}

/** Lowers `out var a`, `int a` in a pattern: declares a variable. */
export function declarationExpression(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = file.child(node, 'name')
  if (name === -1) return NONE
  const variable = f.scope.declare(file.text(name))
  const type = typeName(f, file.child(node, 'type'))
  if (type !== undefined) variable.type = type
  return readVariable(f, variable, node)
}
