import { type Argument, NONE, type Register } from '../../../ir.ts'
import { classAround } from '../../classes.ts'
import { functionValue, makeList, numberOf } from '../../common.ts'
import { conditional, shortCircuit } from '../../control.ts'
import { assign, evaluate, evaluateNamed, execute, modify } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readName, readVariable } from '../../names.ts'
import { binaryChain, emitCall, kindOf, lastPart } from '../../operations.ts'
import { classSpecifier, parameters } from './functions.ts'
import { renewArgument, renewObject } from './buffers.ts'
import { bare, dotted, indexOf, keyOf, literalText, pathOf, typeOf } from './names.ts'

/** Streams put texts together as well. */
const TEXTS = ' + << >> '

function thisValue(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined)
  return self === undefined ? f.global('this', node) : readVariable(f, self, node)
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const kind = logicOf(operator)
  if (kind !== undefined) return shortCircuit(f, kind, evaluate(f, left), () => evaluate(f, right), node)
  if (operator === '>>' && isStream(f, left)) {
    // `in >> a`: `a` gets what the stream gives.
    const stream = evaluate(f, left)
    assign(f, right, f.combine('whole', [stream], node, operator), false)
    return stream
  }
  if (operator === '<<' && streamOf(f, left, '<<') !== -1) return writeStream(f, node)
  // A pointer into something is a pointer to it.
  if (operator === '+' && isPointer(f, left)) {
    return f.combine('either', [evaluate(f, left), evaluate(f, right)], node, operator)
  }
  return binaryChain(
    f,
    node,
    TEXTS,
    (one) => logicOf(file.operator(one)) === undefined && !isStream(f, file.child(one, 'left')),
  )
}

/** Whether an expression is a pointer or an array by its name. */
function isPointer(f: FunctionBuilder, given: number): boolean {
  const { file } = f
  let node = bare(f, given)
  while (node !== -1 && file.kind(node) === 'binary_expression' && file.operator(node) === '+') {
    node = bare(f, file.child(node, 'left'))
  }
  if (node === -1 || file.kind(node) !== 'identifier') return false
  const holds = f.scope.lookup(file.text(node))?.holds
  return holds === 'pointer' || holds === 'array'
}

export function logicOf(operator: string): 'and' | 'or' | undefined {
  if (operator === '&&' || operator === 'and') return 'and'
  return operator === '||' || operator === 'or' ? 'or' : undefined
}

/** The stream that a chain of `<<` or `>>` begins with; -1 where it is none. */
function streamOf(f: FunctionBuilder, given: number, operator: string): number {
  const { file } = f
  let node = bare(f, given)
  while (node !== -1 && file.kind(node) === 'binary_expression' && file.operator(node) === operator) {
    node = bare(f, file.child(node, 'left'))
  }
  if (node === -1) return -1
  const path = pathOf(f, node)
  return path === 'cin' || path === 'std.cin' || (typeOf(f, node) ?? '').endsWith('stream') ? node : -1
}

function isStream(f: FunctionBuilder, node: number): boolean {
  return streamOf(f, node, '>>') !== -1 || streamOf(f, node, '<<') !== -1
}

/** `out << a << b`: what the stream holds from there on. Its value is a text as well, for what only takes that. */
function writeStream(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const chain: number[] = []
  let at = node
  for (; file.kind(at) === 'binary_expression' && file.operator(at) === '<<'; at = bare(f, file.child(at, 'left'))) {
    chain.push(at)
  }
  const stream = evaluate(f, at)
  let value = stream
  for (const one of chain.toReversed()) {
    const right = evaluate(f, file.child(one, 'right'))
    f.store(stream, undefined, right, file.child(one, 'right'))
    value = f.combine('text', [value, right], one, '<<')
  }
  return value
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const operator = file.operator(node)
  if (operator === '=') {
    const value = evaluateNamed(f, right, file.kind(left) === 'identifier' ? file.text(left) : '')
    assign(f, left, value, false)
    return value
  }
  const plain = operator.slice(0, -1)
  return modify(f, left, (old) => f.combine(kindOf(plain, TEXTS), [old, evaluate(f, right)], node, plain))
}

export function argumentsOf(f: FunctionBuilder, list: number): Argument[] {
  return list === -1 ? [] : f.file.named(list).map((one) => ({ value: evaluate(f, one) }))
}

function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const called = bare(f, file.child(node, 'function'))
  if (called === -1) return NONE
  const list = file.child(node, 'arguments')
  const name = pathOf(f, called) ?? ''
  if (file.kind(called) === 'field_expression') {
    const object = file.child(called, 'argument')
    const method = dotted(f, file.child(called, 'field'))
    renewObject(f, method, object, list === -1 ? [] : file.named(list))
    const receiver = evaluate(f, object)
    const callee = f.member(receiver, method, called)
    const receiverType = typeOf(f, object)
    return emitCall(f, { name, method, receiver, callee, receiverType, arguments: argumentsOf(f, list) }, node)
  }
  if (/_cast$|^std\.move$|^std\.forward$/.test(name)) {
    return f.combine(
      'whole',
      argumentsOf(f, list).map(({ value }) => value),
      node,
      name,
    )
  }
  const around = classAround(f)
  const isOwn = file.kind(called) === 'identifier' && around?.methods.some((one) => one.name === name)
  if (isOwn === true && f.scope.lookup(name) === undefined) {
    const receiver = thisValue(f, called)
    const callee = f.member(receiver, name, called)
    return emitCall(f, { name: `this.${name}`, method: name, receiver, callee, arguments: argumentsOf(f, list) }, node)
  }
  const variable = file.kind(called) === 'identifier' ? f.scope.lookup(name) : undefined
  if (list !== -1) renewArgument(f, name, file.named(list))
  const callee = evaluate(f, called)
  const isNew = variable?.isClass === true
  return emitCall(f, { name, method: lastPart(name), callee, arguments: argumentsOf(f, list), isNew }, node)
}

function newObject(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = dotted(f, file.child(node, 'type'))
  const given = argumentsOf(f, file.child(node, 'arguments'))
  return emitCall(
    f,
    { name, method: lastPart(name), callee: readName(f, name, node), arguments: given, isNew: true },
    node,
  )
}

function lambda(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const holder = file.child(node, 'declarator')
  const captures = file.ofKind(node, 'lambda_capture_specifier')
  const given =
    captures === -1 ? [] : file.named(captures).filter((one) => file.kind(one) === 'lambda_capture_initializer')
  return functionValue(f, node, (inner) => {
    if (holder !== -1) parameters(inner, file.child(holder, 'parameters'))
    for (const one of given) {
      const value = evaluate(inner, file.child(one, 'right'))
      const name = file.child(one, 'left')
      inner.set(inner.scope.declare(file.text(name)).register, value, name)
    }
    const body = file.child(node, 'body')
    if (body !== -1) execute(inner, body)
  })
}

/** One of a class is made. */
export function construct(f: FunctionBuilder, type: string, given: readonly Argument[], node: number): Register {
  const callee = readName(f, type, node)
  return emitCall(f, { name: type, method: lastPart(type), callee, arguments: given, isNew: true }, node)
}

/** `T{ a, b }`: members in their order, or what the constructor is given. */
export function initialized(f: FunctionBuilder, list: number, type: string | undefined): Register {
  const { file } = f
  if (type === undefined || f.scope.lookup(type)?.isClass !== true) return initializerList(f, list)
  const known = file.classes.find((one) => one.name === type || one.name.endsWith(`.${type}`))
  const isPlain = known !== undefined && !known.methods.some((one) => one.name === 'constructor')
  if (!isPlain || known.supers.length > 0) return construct(f, type, argumentsOf(f, list), list)
  return initializerList(
    f,
    list,
    known.fields.map((one) => one.name),
  )
}

/** `{ a, b }`, `{ .a = b }`. @param names of what it is a list of, where these are known */
function initializerList(f: FunctionBuilder, node: number, names?: readonly string[]): Register {
  const { file } = f
  const nodes = file.named(node)
  if (names !== undefined && !nodes.some((one) => file.kind(one) === 'initializer_pair')) {
    const entries = nodes.map((one, index) => ({ key: names[index], value: evaluate(f, one) }))
    const to = f.register()
    f.emit({ op: 'make', to, entries, all: [], node })
    return to
  }
  if (!nodes.some((one) => file.kind(one) === 'initializer_pair')) {
    return makeList(
      f,
      nodes.map((one) => evaluate(f, one)),
      node,
    )
  }
  const entries = nodes.map((one) => {
    const [designator, value] = file.named(one)
    const key = designator === undefined ? undefined : file.text(designator).replace(/^\./, '')
    return { key, value: evaluate(f, value ?? designator ?? -1) }
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node })
  return to
}

/** `&a`, `*a`: a pointer stands for what it points at. */
function pointer(f: FunctionBuilder, node: number): Register {
  return f.combine('either', [evaluate(f, f.file.child(node, 'argument'))], node, f.file.operator(node))
}

function update(f: FunctionBuilder, node: number): Register {
  const inner = f.file.child(node, 'argument')
  const kind = isPointer(f, inner) ? 'either' : 'number'
  return modify(f, inner, (old) => f.combine(kind, [old], node, f.file.operator(node)))
}

function within(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  return inner === -1 ? NONE : evaluate(f, inner)
}

function constant(f: FunctionBuilder, node: number): Register {
  return f.constant(f.file.text(node), node)
}

function textValue(f: FunctionBuilder, node: number): Register {
  return f.constant(literalText(f, node) ?? '', node)
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: (f, node) => readName(f, f.file.text(node), node),
  field_identifier: constant,
  qualified_identifier: (f, node) => readName(f, dotted(f, node), node),
  template_function: (f, node) => readName(f, dotted(f, node), node),
  type_identifier: (f, node) => readName(f, f.file.text(node), node),
  template_type: (f, node) => readName(f, dotted(f, node), node),
  this: thisValue,
  string_literal: textValue,
  raw_string_literal: textValue,
  concatenated_string: (f, node) => {
    const text = literalText(f, node)
    if (text !== undefined) return f.constant(text, node)
    return f.combine(
      'text',
      f.file.named(node).map((one) => evaluate(f, one)),
      node,
    )
  },
  char_literal: constant,
  number_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  true: (f, node) => f.constant(true, node),
  false: (f, node) => f.constant(false, node),
  null: (f, node) => f.constant(null, node),
  binary_expression: binary,
  assignment_expression: assignment,
  update_expression: update,
  unary_expression: (f, node) => {
    const operator = f.file.operator(node)
    return f.combine(kindOf(operator, ''), [evaluate(f, f.file.child(node, 'argument'))], node, operator)
  },
  pointer_expression: pointer,
  field_expression: (f, node) =>
    f.part(evaluate(f, f.file.child(node, 'argument')), dotted(f, f.file.child(node, 'field')), node),
  subscript_expression: (f, node) => {
    const object = evaluate(f, f.file.child(node, 'argument'))
    const index = indexOf(f, node)
    return f.part(object, keyOf(f, index), node, evaluate(f, index))
  },
  call_expression: call,
  new_expression: newObject,
  delete_expression: within,
  lambda_expression: lambda,
  initializer_list: (f, node) => initializerList(f, node),
  compound_literal_expression: (f, node) => {
    const value = f.file.child(node, 'value')
    const type = f.file.child(node, 'type')
    if (f.file.kind(value) !== 'initializer_list') return evaluate(f, value)
    return initialized(
      f,
      value,
      dotted(f, type === -1 ? -1 : f.file.kind(type) === 'type_descriptor' ? f.file.child(type, 'type') : type),
    )
  },
  conditional_expression: (f, node) =>
    conditional(
      f,
      f.file.child(node, 'condition'),
      () => evaluate(f, f.file.child(node, 'consequence')),
      () => evaluate(f, f.file.child(node, 'alternative')),
      node,
    ),
  comma_expression: (f, node) => {
    evaluate(f, f.file.child(node, 'left'))
    return evaluate(f, f.file.child(node, 'right'))
  },
  cast_expression: (f, node) => evaluate(f, f.file.child(node, 'value')),
  co_await_expression: (f, node) => f.combine('either', [within(f, node)], node, 'await'),
  parenthesized_expression: within,
  condition_clause: (f, node) => {
    execute(f, f.file.child(node, 'initializer'))
    const value = f.file.child(node, 'value')
    return evaluate(f, value === -1 ? f.file.first(node) : value)
  },
  parameter_pack_expansion: within,
  fold_expression: (f, node) =>
    f.combine(
      'whole',
      f.file.named(node).map((one) => evaluate(f, one)),
      node,
    ),
  sizeof_expression: constant,
  alignof_expression: constant,
  offsetof_expression: constant,
  user_defined_literal: constant,
  primitive_type: constant,
  type_descriptor: constant,
  class_specifier: classSpecifier,
  struct_specifier: classSpecifier,
  union_specifier: classSpecifier,
}
