import { NONE, type Register } from '../../../ir.ts'
import { classAround } from '../../classes.ts'
import { functionValue, makeList, numberOf } from '../../common.ts'
import { conditional, shortCircuit, switchCases } from '../../control.ts'
import { assign, evaluate, evaluateNamed, modify } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readVariable } from '../../names.ts'
import { binaryChain, emitCall, kindOf } from '../../operations.ts'
import { call, declarationExpression, newObject, selfOf } from './calls.ts'
import { runFunction } from './classes.ts'
import { indexOf, keyOf, literalText, plainName } from './names.ts'
import { bindPatterns, patternTest } from './patterns.ts'
import { deconstructed, keyNamed, memberAccess } from './properties.ts'
import { anonymousObject, elements, tuple, withExpression } from './objects.ts'
import { query } from './queries.ts'
import { same } from './references.ts'

const TEXTS = ' + '

function nameValue(f: FunctionBuilder, node: number): Register {
  const text = plainName(f, node)
  const variable = f.scope.lookup(text)
  if (variable !== undefined) return readVariable(f, variable, node)
  if (isMethodAround(f, text)) return methodValue(f, text, node)
  const self = /^[A-Z]/.test(text) ? undefined : f.scope.thisOf(undefined)
  // A capitalized name is a class, or a property that rules know by name.
  return self === undefined ? f.global(text, node) : f.member(readVariable(f, self, node), text, node)
}

/** Whether the class around has a method of this name: without a call it is a function as a value. */
function isMethodAround(f: FunctionBuilder, text: string): boolean {
  const { file } = f
  const around = classAround(f)
  const body = around === undefined ? -1 : file.child(around.node, 'body')
  return (
    body !== -1 &&
    file
      .named(body)
      .some((child) => file.kind(child) === 'method_declaration' && file.text(file.child(child, 'name')) === text)
  )
}

function methodValue(f: FunctionBuilder, method: string, node: number): Register {
  return functionValue(f, node, (inner) => {
    const value = inner.register()
    inner.parameters.push({ register: value, name: '', node, nameNode: node, isRest: true })
    const called = { name: method, method, receiver: selfOf(inner, node), arguments: [{ value, isSpread: true }] }
    lowerReturn(inner, emitCall(inner, called, node), node)
  })
}

function interpolated(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const parts = file.named(node).flatMap((part) => {
    switch (file.kind(part)) {
      case 'interpolation':
        return file
          .named(part)
          .filter((child) => !file.kind(child).startsWith('interpolation_'))
          .map((child) => evaluate(f, child))
      case 'string_content':
      case 'escape_sequence':
        return [f.constant(file.text(part), part)]
      default:
        return []
    }
  })
  return f.combine('text', parts, node)
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  const kind = logicOf(operator)
  if (kind !== undefined) {
    const left = evaluate(f, file.child(node, 'left'))
    return shortCircuit(f, kind, left, () => evaluate(f, file.child(node, 'right')), node)
  }
  return binaryChain(f, node, TEXTS, (item) => logicOf(file.operator(item)) === undefined)
}

function logicOf(operator: string): 'and' | 'or' | 'nullish' | undefined {
  return operator === '&&' ? 'and' : operator === '||' ? 'or' : operator === '??' ? 'nullish' : undefined
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const operator = file.operator(node)
  if (operator === '=') {
    const isName = file.kind(left) === 'identifier'
    const value = evaluateNamed(f, right, isName ? file.text(left) : '')
    const isSeveral = /^(?:tuple|declaration)_expression$/.test(file.kind(left))
    assign(f, left, (isSeveral ? deconstructed(f, right, value) : undefined) ?? value, false)
    return value
  }
  const plain = operator.slice(0, -1)
  return modify(f, left, (old) =>
    plain === '??'
      ? shortCircuit(f, 'nullish', old, () => evaluate(f, right), node)
      : f.combine(kindOf(plain, TEXTS), [old, evaluate(f, right)], node, plain),
  )
}

function unary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const inner = file.first(node)
  const text = file.text(node)
  const start = text.slice(0, 2)
  const end = text.slice(-2)
  if (start === '++' || start === '--' || end === '++' || end === '--') {
    const operator = start === '++' || end === '++' ? '++' : '--'
    return modify(f, inner, (old) => f.combine('number', [old], node, operator))
  }
  if (file.kind(node) === 'postfix_unary_expression') return same(f, inner, node)
  const value = evaluate(f, inner)
  return f.combine(start.startsWith('!') ? 'test' : 'number', [value], node, start.slice(0, 1))
}

function elementAccess(f: FunctionBuilder, node: number): Register {
  const object = evaluate(f, f.file.child(node, 'expression'))
  const index = indexOf(f, f.file.child(node, 'subscript'))
  return f.member(object, keyOf(f, index), node, index === -1 ? undefined : evaluate(f, index))
}

/** `a?.b`, `a?[b]`. */
function conditionalAccess(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = evaluate(f, file.child(node, 'condition'))
  const binding = file.named(node).at(-1) ?? -1
  if (file.kind(binding) === 'member_binding_expression') {
    return f.member(object, keyNamed(plainName(f, file.child(binding, 'name'))), node)
  }
  const index = indexOf(f, file.first(binding))
  return f.member(object, keyOf(f, index), node, index === -1 ? undefined : evaluate(f, index))
}

function lambda(f: FunctionBuilder, node: number): Register {
  return functionValue(f, node, (inner) => runFunction(inner, node))
}

function switchExpression(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const [given, ...arms] = file.named(node)
  const value = evaluate(f, given ?? -1)
  const result = f.register()
  f.scoped(() =>
    switchCases(
      f,
      arms.map((arm) => {
        const parts = file.named(arm)
        const body = parts.at(-1) ?? -1
        const test = (yes: number, no: number): void => {
          const values = bindPatterns(f, parts.slice(0, -1), value)
          f.branch(f.combine('test', [value, ...values], arm, 'case'), yes, no)
        }
        return { node: arm, test, body: () => f.set(result, evaluate(f, body), arm) }
      }),
      false,
    ),
  )
  return f.combine('either', [result], node)
}

function isPattern(f: FunctionBuilder, node: number): Register {
  const value = evaluate(f, f.file.child(node, 'expression'))
  const pattern = f.file.child(node, 'pattern')
  return pattern === -1 ? f.combine('test', [value], node, 'is') : patternTest(f, pattern, value, node)
}

function within(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  return inner === -1 ? NONE : evaluate(f, inner)
}

function constant(f: FunctionBuilder, node: number): Register {
  return f.constant(f.file.text(node), node)
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: nameValue,
  generic_name: nameValue,
  qualified_name: (f, node) => f.global(f.file.text(node), node),
  predefined_type: (f, node) => f.global(f.file.text(node), node),
  string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  verbatim_string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  raw_string_literal: (f, node) => f.constant(literalText(f, node) ?? '', node),
  character_literal: constant,
  integer_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  real_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  boolean_literal: (f, node) => f.constant(f.file.text(node) === 'true', node),
  null_literal: (f, node) => f.constant(null, node),
  interpolated_string_expression: interpolated,
  binary_expression: binary,
  assignment_expression: assignment,
  prefix_unary_expression: unary,
  postfix_unary_expression: unary,
  member_access_expression: memberAccess,
  element_access_expression: elementAccess,
  conditional_access_expression: conditionalAccess,
  invocation_expression: call,
  object_creation_expression: newObject,
  implicit_object_creation_expression: newObject,
  array_creation_expression: elements,
  implicit_array_creation_expression: elements,
  stackalloc_expression: elements,
  initializer_expression: elements,
  collection_expression: (f, node) =>
    makeList(
      f,
      f.file.named(node).map((child) => evaluate(f, child)),
      node,
    ),
  anonymous_object_creation_expression: anonymousObject,
  lambda_expression: lambda,
  anonymous_method_expression: lambda,
  switch_expression: switchExpression,
  is_pattern_expression: isPattern,
  is_expression: (f, node) => f.combine('test', [evaluate(f, f.file.child(node, 'left'))], node, 'is'),
  as_expression: (f, node) => same(f, f.file.child(node, 'left'), node),
  cast_expression: (f, node) => same(f, f.file.child(node, 'value'), node),
  conditional_expression: (f, node) =>
    conditional(
      f,
      f.file.child(node, 'condition'),
      () => evaluate(f, f.file.child(node, 'consequence')),
      () => evaluate(f, f.file.child(node, 'alternative')),
      node,
    ),
  await_expression: (f, node) => f.combine('either', [evaluate(f, f.file.first(node))], node, 'await'),
  query_expression: query,
  tuple_expression: tuple,
  declaration_expression: declarationExpression,
  throw_expression: (f, node) => {
    f.end({ type: 'throw', value: evaluate(f, f.file.first(node)), node })
    return NONE
  },
  argument: (f, node) => {
    const inner = f.file.named(node).at(-1)
    return inner === undefined ? NONE : evaluate(f, inner)
  },
  with_expression: withExpression,
  parenthesized_expression: within,
  checked_expression: within,
  ref_expression: (f, node) => same(f, f.file.first(node), node),
  range_expression: constant,
  typeof_expression: constant,
  sizeof_expression: constant,
  default_expression: constant,
  discard: constant,
}

export const tokens: Readonly<Record<string, Evaluate>> = { this: selfOf, base: selfOf }
