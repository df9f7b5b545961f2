import { type Argument, NONE, type Register } from '../../../ir.ts'
import { classAround } from '../../classes.ts'
import { makeList } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { isList, renewArgument, renewObject } from './buffers.ts'
import { unwrapParentheses } from '../../paths.ts'
import { classNamed, dotted, keyNamed, constructedType, pathOf, readPath, typeOf } from './names.ts'
import { hasNamed } from '../../../named.ts'

export function thisValue(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined)
  return self === undefined ? f.global('this', node) : readVariable(f, self, node)
}

export function argumentsOf(f: FunctionBuilder, list: number): Argument[] {
  return list === -1 ? [] : f.file.named(list).map((child) => ({ value: evaluate(f, child) }))
}

/** Functions that return their first argument unchanged. */
const SAME =
  /_cast$|^std\.(?:move|forward|ref|cref|back_inserter|front_inserter|inserter|addressof|as_const|begin|end|cbegin|cend|data)$/
/** Methods that return a pointer or iterator into their object. */
const WITHIN = /^(?:c?r?begin|c?r?end|data)$/

export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const called = unwrapParentheses(f, file.child(node, 'function'))
  if (called === -1) return NONE
  if (file.kind(called) === 'field_expression') return methodCall(f, node, called)
  const list = file.child(node, 'arguments')
  const name = pathOf(f, called) ?? ''
  if (SAME.test(name)) {
    const [first] = argumentsOf(f, list)
    return f.combine('either', first === undefined ? [] : [first.value], node, name)
  }
  const output = constructedType(f, called)
  if (output !== undefined) return construct(f, output, argumentsOf(f, list), node)
  const around = classAround(f)
  const isOwn = file.kind(called) === 'identifier' && hasNamed(around?.methods, name)
  if (isOwn && f.scope.lookup(name) === undefined) {
    const receiver = thisValue(f, called)
    const callee = f.member(receiver, name, called)
    return emitCall(f, { name: `this.${name}`, method: name, receiver, callee, arguments: argumentsOf(f, list) }, node)
  }
  const variable = file.kind(called) === 'identifier' ? f.scope.lookup(name) : undefined
  if (list !== -1) renewArgument(f, name, file.named(list))
  const callee = evaluate(f, called)
  const isNew = variable?.isClass === true
  // The qualifier of a function name may be a class or a namespace.
  const isQualified = file.kind(called) === 'qualified_identifier' && !name.startsWith('std.')
  const full = isQualified ? name.replaceAll('.', '::') : name
  return emitCall(f, { name: full, method: lastPart(name), callee, arguments: argumentsOf(f, list), isNew }, node)
}

function methodCall(f: FunctionBuilder, node: number, called: number): Register {
  const { file } = f
  const list = file.child(node, 'arguments')
  const object = file.child(called, 'argument')
  const method = dotted(f, file.child(called, 'field'))
  const nodes = list === -1 ? [] : file.named(list)
  renewObject(f, method, object, nodes)
  const receiver = evaluate(f, object)
  if (nodes.length === 0 && isWithin(f, object, called, method)) {
    // Reads through it return a part of the object; writes through it go to the object.
    const some = f.register()
    f.emit({ op: 'each', to: some, from: receiver, takes: 'members', node: called })
    return f.combine('either', [receiver, some], node, method)
  }
  const name = pathOf(f, called) ?? ''
  const callee = f.member(receiver, method, called)
  const receiverType = typeOf(f, object)
  return emitCall(f, { name, method, receiver, callee, receiverType, arguments: argumentsOf(f, list) }, node)
}

/** Whether a call returns a pointer into its object: `v.begin()` of a list, `p.get()` of a smart pointer. */
function isWithin(f: FunctionBuilder, object: number, called: number, method: string): boolean {
  if (method === 'get') {
    const node = unwrapParentheses(f, object)
    const variable = f.file.kind(node) === 'identifier' ? f.scope.lookup(f.file.text(node)) : undefined
    return variable?.holds === 'pointer' && f.file.hasToken(called, '.')
  }
  return WITHIN.test(method) && isList(typeOf(f, object))
}

export function newObject(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = dotted(f, file.child(node, 'type'))
  const values = argumentsOf(f, file.child(node, 'arguments'))
  return emitCall(
    f,
    { name, method: lastPart(name), callee: readPath(f, name, node), arguments: values, isNew: true },
    node,
  )
}

/** Lowers the construction of an object. */
export function construct(f: FunctionBuilder, type: string, values: readonly Argument[], node: number): Register {
  const callee = readPath(f, type, node)
  return emitCall(f, { name: type, method: lastPart(type), callee, arguments: values, isNew: true }, node)
}

/** Lowers `T{ a, b }`: members in order, or constructor arguments. */
export function initialized(f: FunctionBuilder, list: number, type: string | undefined): Register {
  if (type === undefined || f.scope.lookup(lastPart(type))?.isClass !== true) return initializerList(f, list)
  const known = classNamed(f, type)
  const isPlain = known !== undefined && !hasNamed(known.methods, 'constructor')
  if (!isPlain || known.supers.length > 0) return construct(f, type, argumentsOf(f, list), list)
  return initializerList(
    f,
    list,
    known.fields.map((field) => field.name),
  )
}

/** Lowers `{ a, b }`, `{ .a = b }`. @param names member names, where they are known */
export function initializerList(f: FunctionBuilder, node: number, names?: readonly string[]): Register {
  const { file } = f
  const nodes = file.named(node)
  if (names !== undefined && !nodes.some((item) => file.kind(item) === 'initializer_pair')) {
    const entries = nodes.map((item, index) => ({
      key: names[index] === undefined ? undefined : keyNamed(names[index]),
      value: evaluate(f, item),
    }))
    const to = f.register()
    f.emit({ op: 'make', to, entries, all: [], node })
    return to
  }
  if (!nodes.some((item) => file.kind(item) === 'initializer_pair')) {
    return makeList(
      f,
      nodes.map((item) => evaluate(f, item)),
      node,
    )
  }
  const entries = nodes.map((item) => {
    const [designator, value] = file.named(item)
    const key = designator === undefined ? undefined : keyNamed(file.text(designator).replace(/^\./, ''))
    return { key, value: evaluate(f, value ?? designator ?? -1) }
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node })
  return to
}
