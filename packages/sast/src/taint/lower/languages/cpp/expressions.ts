import { NONE, type Register } from '../../../ir.ts'
import { functionValue, numberOf } from '../../common.ts'
import { conditional } from '../../control.ts'
import { evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readName } from '../../names.ts'
import { kindOf } from '../../operations.ts'
import { call, initialized, initializerList, newObject, thisValue } from './calls.ts'
import { classSpecifier, parameters } from './functions.ts'
import { dotted, indexOf, keyOf, literalText, memberKey, readPath } from './names.ts'
import { assignment, binary, pointer, update } from './operators.ts'

function lambda(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const holder = file.child(node, 'declarator')
  const captures = file.ofKind(node, 'lambda_capture_specifier')
  const values =
    captures === -1 ? [] : file.named(captures).filter((child) => file.kind(child) === 'lambda_capture_initializer')
  return functionValue(f, node, (inner) => {
    if (holder !== -1) parameters(inner, file.child(holder, 'parameters'))
    for (const item of values) {
      const value = evaluate(inner, file.child(item, 'right'))
      const name = file.child(item, 'left')
      inner.set(inner.scope.declare(file.text(name)).register, value, name)
    }
    const body = file.child(node, 'body')
    if (body !== -1) execute(inner, body)
  })
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
  qualified_identifier: (f, node) => readPath(f, dotted(f, node), node),
  template_function: (f, node) => readPath(f, dotted(f, node), node),
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
      f.file.named(node).map((child) => evaluate(f, child)),
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
  field_expression: (f, node) => f.part(evaluate(f, f.file.child(node, 'argument')), memberKey(f, node), node),
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
  cast_expression: (f, node) => f.combine('either', [evaluate(f, f.file.child(node, 'value'))], node, 'cast'),
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
      f.file.named(node).map((child) => evaluate(f, child)),
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
