import { NONE, type Register } from '../../../ir.ts'
import { functionValue, makeList, numberOf, repeated } from '../../common.ts'
import { shortCircuit } from '../../control.ts'
import { assign, evaluate, modify } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readName } from '../../names.ts'
import { binaryChain, emitCall, kindOf } from '../../operations.ts'
import { call, valueOfPath } from './calls.ts'
import { block, ifValue, jump, letCondition, loopValue, matchValue, returnValue } from './control.ts'
import { closure } from './functions.ts'
import { macro } from './macros.ts'
import { isNumber, keyOf, literalText, pathOf, typeName } from './names.ts'

const TEXTS = ' + '

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
  const value = within(f, node)
  if (file.hasToken(node, '*')) return f.combine('either', [value], node)
  const operator = file.hasToken(node, '!') ? '!' : '-'
  return f.combine(operator === '!' ? 'test' : 'number', [value], node, operator)
}

/** Returns the content of a node unchanged. */
const same: Evaluate = (f, node) => f.combine('either', [within(f, node)], node)

function within(f: FunctionBuilder, node: number): Register {
  const inner = f.file.named(node).findLast((child) => !/^(?:label|mutable_specifier)$/.test(f.file.kind(child)))
  return inner === undefined ? NONE : evaluate(f, inner)
}

function cast(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = evaluate(f, file.child(node, 'value'))
  const isPlain = isNumber(typeName(f, file.child(node, 'type')))
  return isPlain ? f.combine('number', [value], node, 'as') : f.combine('either', [value], node)
}

function all(kind: 'whole' | 'test' | 'number'): Evaluate {
  return (f, node) =>
    f.combine(
      kind,
      f.file.named(node).map((child) => evaluate(f, child)),
      node,
    )
}

/** `[a, b]`, `[a; n]`, `(a, b)`. */
function list(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const nodes = file.named(node).filter((child) => file.kind(child) !== 'attribute_item')
  const length = file.child(node, 'length')
  if (length === -1)
    return makeList(
      f,
      nodes.map((item) => evaluate(f, item)),
      node,
    )
  const [value = NONE] = nodes.map((item) => evaluate(f, item))
  return repeated(f, value, node)
}

/** `A { b, c: d, ..e }` */
function struct(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const body = file.child(node, 'body')
  const entries: { key: string; value: Register }[] = []
  const others: Register[] = []
  for (const item of body === -1 ? [] : file.named(body)) {
    const kind = file.kind(item)
    if (kind === 'shorthand_field_initializer') {
      entries.push({ key: file.text(item), value: within(f, item) })
    } else if (kind === 'field_initializer') {
      entries.push({ key: file.text(file.child(item, 'field')), value: evaluate(f, file.child(item, 'value')) })
    } else if (kind === 'base_field_initializer') others.push(within(f, item))
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: others, node })
  return to
}

function index(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const [object = -1, at = -1] = file.named(node)
  const value = evaluate(f, object)
  // A part of a text or of a list.
  if (file.kind(at) === 'range_expression') {
    evaluate(f, at)
    return f.combine('either', [value], node, 'slice')
  }
  return f.member(value, keyOf(f, at), node, evaluate(f, at))
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  assign(f, file.child(node, 'left'), evaluate(f, file.child(node, 'right')), false)
  return NONE
}

function compound(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node).slice(0, -1)
  const right = file.child(node, 'right')
  modify(f, file.child(node, 'left'), (old) =>
    f.combine(kindOf(operator, TEXTS), [old, evaluate(f, right)], node, operator),
  )
  return NONE
}

/** Lowers `async { … }`: a function that runs once; `await` returns its result. */
function asyncBlock(f: FunctionBuilder, node: number): Register {
  const inner = f.file.ofKind(node, 'block')
  const callee = functionValue(f, node, (own) => {
    const value = inner === -1 ? NONE : block(own, inner)
    if (value !== NONE) lowerReturn(own, value, inner)
  })
  return emitCall(f, { name: '', method: '', callee, arguments: [] }, node)
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: (f, node) => readName(f, f.file.text(node), node),
  self: (f, node) => readName(f, 'self', node),
  type_identifier: (f, node) => f.global(f.file.text(node), node),
  scoped_identifier: (f, node) => valueOfPath(f, pathOf(f, node) ?? f.file.text(node), node),
  generic_function: (f, node) => evaluate(f, f.file.child(node, 'function')),
  string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  raw_string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  char_literal: (f, node) => f.constant(f.file.text(node).replace(/^b?'|'$/g, ''), node),
  boolean_literal: (f, node) => f.constant(f.file.text(node) === 'true', node),
  integer_literal: (f, node) =>
    f.constant(numberOf(f.file.text(node).replace(/(?:[iu](?:\d{1,3}|size)|f\d\d)$/, '')), node),
  float_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  negative_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  unit_expression: (f, node) => f.constant(null, node),
  binary_expression: binary,
  unary_expression: unary,
  reference_expression: same,
  try_expression: same,
  await_expression: same,
  type_cast_expression: cast,
  parenthesized_expression: within,
  tuple_expression: list,
  array_expression: list,
  struct_expression: struct,
  index_expression: index,
  field_expression: (f, node) =>
    f.member(evaluate(f, f.file.child(node, 'value')), f.file.text(f.file.child(node, 'field')), node),
  range_expression: all('number'),
  call_expression: call,
  macro_invocation: macro,
  closure_expression: closure,
  if_expression: ifValue,
  match_expression: matchValue,
  loop_expression: loopValue,
  break_expression: jump('break'),
  continue_expression: jump('continue'),
  return_expression: returnValue,
  yield_expression: within,
  let_condition: letCondition,
  let_chain: all('test'),
  block,
  unsafe_block: within,
  const_block: within,
  try_block: within,
  else_clause: within,
  async_block: asyncBlock,
  gen_block: asyncBlock,
  assignment_expression: assignment,
  compound_assignment_expr: compound,
  expression_statement: within,
}
