import { type Argument, NONE, type Register } from '../../../ir.ts'
import { makeList } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { isNumber, pathOf, typeName, typeOf } from './names.ts'
import { SAME_VARIANTS } from './patterns.ts'

/** Constructors of wrappers that the data flow treats as their content. */
const SAME_MAKERS =
  /(?:^|\.)(?:Box|Rc|Arc|Cell|RefCell|Mutex|RwLock|Pin|Reverse|Wrapping|ManuallyDrop)\.(?:new|pin|from)$/

/** Crates of the language itself: no file of a tree belongs to them. */
const OWN_CRATES = /^(?:std|core|alloc)\./

function argumentsOf(f: FunctionBuilder, node: number): Argument[] {
  const list = f.file.child(node, 'arguments')
  return list === -1 ? [] : f.file.named(list).flatMap((child) => argumentOf(f, child))
}

function argumentOf(f: FunctionBuilder, node: number): Argument[] {
  return f.file.kind(node) === 'attribute_item' ? [] : [{ value: evaluate(f, node) }]
}

/** `f(a)`, `a.b(c)`, `A::b(c)`, `Some(a)`. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  let called = file.child(node, 'function')
  let types = -1
  if (file.kind(called) === 'generic_function') {
    types = file.child(called, 'type_arguments')
    called = file.child(called, 'function')
  }
  if (file.kind(called) === 'field_expression') return methodCall(f, called, types, node)
  const path = pathOf(f, called)
  if (path === undefined) {
    const callee = evaluate(f, called)
    return emitCall(f, { name: '', method: '', callee, arguments: argumentsOf(f, node) }, node)
  }
  const callback = (): Argument[] => argumentsOf(f, node)
  return constructedValue(f, path, callback, node) ?? namedCall(f, path, called, callback, node)
}

/** Returns a variant or a tuple struct that is constructed by call syntax; undefined for a real call. */
export function constructedValue(
  f: FunctionBuilder,
  path: string,
  callback: () => readonly Argument[],
  node: number,
): Register | undefined {
  const last = lastPart(path)
  if (SAME_VARIANTS.has(last) || SAME_MAKERS.test(path)) {
    const values = callback().map(({ value }) => value)
    return f.combine('either', values, node)
  }
  if (!/^[A-Z][A-Za-z\d]{0,99}$/.test(last) || last === 'Fn') return undefined
  const values = callback().map(({ value }) => value)
  return makeList(f, values, node)
}

export function namedCall(
  f: FunctionBuilder,
  path: string,
  called: number,
  callback: () => readonly Argument[],
  node: number,
): Register {
  const callee = valueOfPath(f, path, called)
  return emitCall(f, { name: path, method: lastPart(path), callee, arguments: callback() }, node)
}

/** Returns the value of a path: from this file, another file, or a library. */
export function valueOfPath(f: FunctionBuilder, path: string, node: number): Register {
  const variable = f.scope.lookup(path) ?? f.scope.lookup(f.file.text(node))
  if (variable !== undefined) return readVariable(f, variable, node)
  const at = path.lastIndexOf('.')
  if (at <= 0 || OWN_CRATES.test(path) || /(?:^|\.)[A-Z]/.test(path.slice(0, at))) return f.global(path, node)
  const to = f.register()
  f.emit({ op: 'import', to, module: path.slice(0, at), name: path.slice(at + 1), node })
  return to
}

function methodCall(f: FunctionBuilder, called: number, types: number, node: number): Register {
  const { file } = f
  const object = file.child(called, 'value')
  const method = file.text(file.child(called, 'field'))
  const receiver = evaluate(f, object)
  const callee = f.member(receiver, method, called)
  const receiverType = typeOf(f, object)
  if (method === 'parse' && types !== -1) {
    const type = typeName(f, file.first(types))
    if (isNumber(type)) return f.combine('number', [receiver], node, 'parse')
  }
  const path = pathOf(f, object)
  const name = path === undefined ? '' : `${path}.${method}`
  return emitCall(f, { name, method, callee, receiver, receiverType, arguments: argumentsOf(f, node) }, node)
}

/** Lowers a method call with an evaluated receiver. */
export function methodOn(
  f: FunctionBuilder,
  receiver: Register,
  method: string,
  values: readonly Argument[],
  node: number,
): Register {
  const callee = receiver === NONE ? NONE : f.member(receiver, method, node)
  return emitCall(f, { name: '', method, callee, receiver, arguments: values }, node)
}
