import { type Argument, NONE, type Register } from '../../../ir.ts'
import { addParameter } from '../../classes.ts'
import { functionValue, makeList, numberOf } from '../../common.ts'
import { shortCircuit } from '../../control.ts'
import { evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readName } from '../../names.ts'
import { binaryChain, emitCall, kindOf, lastPart } from '../../operations.ts'
import { unwrapParentheses } from '../../paths.ts'
import { keyOf, literalText, pathOf, structNamed, typeName, typeOf } from './names.ts'

const TEXTS = ' + '
/** Types of the language itself that have no members. */
const PLAIN = /^(?:string|bool|byte|rune|error|any|u?int\d{0,2}|float\d\d)$/

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  if (operator === '&&' || operator === '||') {
    const left = evaluate(f, file.child(node, 'left'))
    return shortCircuit(f, operator === '&&' ? 'and' : 'or', left, () => evaluate(f, file.child(node, 'right')), node)
  }
  return binaryChain(f, node, TEXTS, (item) => !/^(?:&&|\|\|)$/.test(file.operator(item)))
}

function unary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  const value = evaluate(f, file.child(node, 'operand'))
  // A pointer is treated as its target.
  if (operator === '&' || operator === '*') return f.combine('either', [value], node)
  if (operator !== '<-') return f.combine(kindOf(operator, ''), [value], node, operator)
  const to = f.register()
  f.emit({ op: 'each', to, from: value, takes: 'members', node })
  return to
}

function argumentsOf(f: FunctionBuilder, node: number): Argument[] {
  const { file } = f
  const list = file.child(node, 'arguments')
  if (list === -1) return []
  return file
    .named(list)
    .map((child) =>
      file.kind(child) === 'variadic_argument'
        ? { value: evaluate(f, file.first(child)), isSpread: true }
        : { value: evaluate(f, child) },
    )
}

function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const called = unwrapParentheses(f, file.child(node, 'function'))
  if (file.kind(called) === 'selector_expression') return methodCall(f, called, node)
  const name = pathOf(f, called) ?? ''
  if (file.kind(called) === 'identifier' && f.scope.lookup(name) === undefined) {
    const known = builtin(f, name, node)
    if (known !== NONE) return known
  }
  const callee = evaluate(f, called)
  return emitCall(f, { name, method: lastPart(name), callee, arguments: argumentsOf(f, node) }, node)
}

function methodCall(f: FunctionBuilder, called: number, node: number): Register {
  const { file } = f
  const object = file.child(called, 'operand')
  const name = pathOf(f, called) ?? ''
  const method = file.text(file.child(called, 'field'))
  const receiver = evaluate(f, object)
  const callee = f.member(receiver, method, called)
  const receiverType = typeOf(f, object)
  if (method === 'Reset' && /^(?:strings\.Builder|bytes\.Buffer)$/.test(receiverType ?? '')) f.clear(receiver)
  return emitCall(f, { name, method, callee, receiver, receiverType, arguments: argumentsOf(f, node) }, node)
}

/** Lowers a built-in function. @returns NONE for other functions */
function builtin(f: FunctionBuilder, name: string, node: number): Register {
  const { file } = f
  switch (name) {
    case 'append': {
      const [first, ...rest] = argumentsOf(f, node)
      const to = f.register()
      const all = [first, ...rest.filter((item) => item.isSpread === true)].flatMap((item) => item?.value ?? [])
      const entries = rest.filter((item) => item.isSpread !== true).map(({ value }) => ({ key: undefined, value }))
      f.emit({ op: 'make', to, entries, all, isList: true, node })
      return to
    }
    case 'len':
    case 'cap':
      return f.combine(
        'test',
        argumentsOf(f, node).map(({ value }) => value),
        node,
        name,
      )
    case 'make':
    case 'new': {
      // Size arguments are evaluated, but are no part of the result.
      for (const size of file.named(file.child(node, 'arguments')).slice(1)) evaluate(f, size)
      const to = f.register()
      f.emit({ op: 'make', to, entries: [], all: [], node })
      return to
    }
    case 'string':
    case 'min':
    case 'max':
      return f.combine(
        'whole',
        argumentsOf(f, node).map(({ value }) => value),
        node,
        name,
      )
    case 'copy': {
      const [into, from] = argumentsOf(f, node)
      if (into === undefined || from === undefined) return NONE
      const each = f.register()
      f.emit({ op: 'each', to: each, from: from.value, takes: 'members', node })
      f.store(into.value, undefined, each, node)
      return f.combine('whole', [], node)
    }
    case 'panic': {
      const [value] = argumentsOf(f, node)
      f.end({ type: 'throw', value: value?.value ?? f.combine('whole', [], node), node })
      return f.combine('whole', [], node)
    }
    default:
      return NONE
  }
}

/** `T{a: b}`, `[]T{a, b}`, `map[K]V{a: b}`. */
function composite(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const isLiteral = file.kind(node) === 'literal_value'
  const body = isLiteral ? node : file.child(node, 'body')
  const type = isLiteral ? -1 : file.child(node, 'type')
  const struct = type === -1 ? undefined : structNamed(f, typeName(f, type))
  const isList = type !== -1 && /^(?:slice|array|implicit)/.test(file.kind(type))
  const entries = (body === -1 ? [] : file.named(body)).map((item, index) => {
    if (file.kind(item) !== 'keyed_element') {
      const key = struct === undefined ? (isList ? String(index) : undefined) : struct.fields[index]?.name
      return { key, value: evaluate(f, item) }
    }
    const at = file.child(item, 'key')
    const inner = at === -1 ? -1 : file.first(at)
    const isName = inner !== -1 && file.kind(inner) === 'identifier'
    const isMap = type !== -1 && file.kind(type) === 'map_type'
    const key = inner === -1 ? undefined : isName && !isMap ? file.text(inner) : keyOf(f, inner)
    if (isMap && inner !== -1) evaluate(f, inner)
    return { key, value: evaluate(f, file.child(item, 'value')) }
  })
  const to = f.register()
  const embedded = new Set(struct?.supers.map(lastPart))
  const all = entries.flatMap(({ key, value }) => (key !== undefined && embedded.has(key) ? [value] : []))
  f.emit({ op: 'make', to, entries, all, ...(isList ? { isList } : {}), node })
  return to
}

/** Lowers `a.b`. Members of an embedded struct are members of the outer struct as well. */
function selector(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operand = file.child(node, 'operand')
  const name = file.text(file.child(node, 'field'))
  const object = evaluate(f, operand)
  const value = f.part(object, name, node)
  const struct = structNamed(f, typeOf(f, operand))
  const isWithin = struct?.supers.some((item) => lastPart(item) === name) === true
  return isWithin ? f.combine('either', [value, object], node) : value
}

/** Lowers `a[b:c]`: the same list with another start. */
function slice(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = evaluate(f, file.child(node, 'operand'))
  const start = file.child(node, 'start')
  for (const item of ['start', 'end', 'capacity']) {
    const limit = file.child(node, item)
    if (limit !== -1) evaluate(f, limit)
  }
  if (start === -1 || file.text(start) === '0') return f.combine('either', [value], node, 'slice')
  const each = f.register()
  f.emit({ op: 'each', to: each, from: value, takes: 'members', node })
  const moved = f.register()
  f.emit({ op: 'make', to: moved, entries: [{ key: undefined, value: each }], all: [], isList: true, node })
  return f.combine('either', [value, moved], node, 'slice')
}

function funcLiteral(f: FunctionBuilder, node: number): Register {
  return functionValue(f, node, (inner) => {
    parameters(inner, node)
    const body = f.file.child(node, 'body')
    if (body !== -1) execute(inner, body)
  })
}

/** Parameters, and results that have names. */
export function parameters(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = file.child(node, 'parameters')
  for (const item of list === -1 ? [] : file.named(list)) {
    const typeNode = file.child(item, 'type')
    const written = typeName(f, typeNode)
    // Other code may write to its target, so that its type does not make it safe.
    const isPlace = written !== undefined && PLAIN.test(written) && file.kind(typeNode) === 'pointer_type'
    const type = isPlace ? `*${written}` : written
    const isRest = file.kind(item) === 'variadic_parameter_declaration'
    const names = file.childrenIn(item, 'name')
    // An unnamed parameter still has a position.
    if (names.length === 0) addParameter(f, { name: '', node: item, nameNode: item, type, isRest })
    for (const nameNode of names) {
      addParameter(f, { name: file.text(nameNode), node: names.length === 1 ? item : nameNode, nameNode, type, isRest })
    }
  }
  const results = file.child(node, 'result')
  if (results === -1 || file.kind(results) !== 'parameter_list') return
  for (const child of file.named(results)) {
    for (const name of file.childrenIn(child, 'name')) {
      const variable = f.scope.declare(file.text(name))
      f.resultNames.push(variable)
      const type = typeName(f, file.child(child, 'type'))
      if (type !== undefined) variable.type = type
    }
  }
}

/** Returns the value of one expression, or a list of several. */
export function several(f: FunctionBuilder, node: number): Register {
  const values = f.file.named(node).map((child) => evaluate(f, child))
  return values.length === 1 ? values[0]! : makeList(f, values, node)
}

function within(f: FunctionBuilder, node: number): Register {
  return evaluate(f, f.file.first(node))
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: (f, node) => readName(f, f.file.text(node), node),
  package_identifier: (f, node) => readName(f, f.file.text(node), node),
  type_identifier: (f, node) => readName(f, f.file.text(node), node),
  field_identifier: (f, node) => f.constant(f.file.text(node), node),
  blank_identifier: () => NONE,
  interpreted_string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  raw_string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  rune_literal: (f, node) => f.constant(f.file.text(node), node),
  int_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  float_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  imaginary_literal: (f, node) => f.constant(f.file.text(node), node),
  iota: (f, node) => f.constant(null, node),
  nil: (f, node) => f.constant(null, node),
  true: (f, node) => f.constant(true, node),
  false: (f, node) => f.constant(false, node),
  binary_expression: binary,
  unary_expression: unary,
  call_expression: call,
  selector_expression: selector,
  index_expression: (f, node) => {
    const object = evaluate(f, f.file.child(node, 'operand'))
    const index = f.file.child(node, 'index')
    return f.part(object, keyOf(f, index), node, evaluate(f, index))
  },
  slice_expression: slice,
  type_assertion_expression: (f, node) => f.combine('either', [evaluate(f, f.file.child(node, 'operand'))], node),
  type_conversion_expression: (f, node) => f.combine('whole', [evaluate(f, f.file.child(node, 'operand'))], node),
  type_instantiation_expression: within,
  generic_type: (f, node) => readName(f, typeName(f, node) ?? '', node),
  qualified_type: (f, node) => f.global(typeName(f, node) ?? '', node),
  composite_literal: composite,
  literal_value: composite,
  literal_element: within,
  keyed_element: (f, node) => evaluate(f, f.file.child(node, 'value')),
  func_literal: funcLiteral,
  parenthesized_expression: within,
  expression_list: several,
  variadic_argument: within,
}
