import { NONE, type Register } from '../../../ir.ts'
import { numberOf } from '../../common.ts'
import { conditional, shortCircuit, switchCases } from '../../control.ts'
import { assign, evaluate, evaluateNamed, modify } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readVariable } from '../../names.ts'
import { binaryChain, emitCall, kindOf } from '../../operations.ts'
import { extracted } from './by-name.ts'
import { classNamed, functionCall, include, methodCall, newObject, scopedCall, selfOf, staticOwner } from './calls.ts'
import { globalOf, keyOf, literalText, typeOf, variableOf } from './names.ts'
import { closure, arrow, yieldValue } from './functions.ts'

const TEXTS = ' . '

function variable(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  if (text === '$this') return selfOf(f, node)
  const own = variableOf(f, text)
  if (own !== undefined) return readVariable(f, own, node)
  return extracted(f, text, node) ?? f.global(text, node)
}

/** Returns a text with its interpolations. */
function textValue(f: FunctionBuilder, node: number): Register {
  const value = literalText(f, node)
  return value === undefined ? f.combine('text', textParts(f, node), node) : f.constant(value, node)
}

function textParts(f: FunctionBuilder, node: number): Register[] {
  const { file } = f
  return file.named(node).flatMap((part) => {
    switch (file.kind(part)) {
      case 'string_content':
      case 'escape_sequence':
      case 'nowdoc_string':
        return [f.constant(file.text(part), part)]
      case 'heredoc_start':
      case 'heredoc_end':
        return []
      case 'heredoc_body':
      case 'nowdoc_body':
        return textParts(f, part)
      default:
        return [evaluate(f, part)]
    }
  })
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const kind = logicOf(file.operator(node))
  if (kind !== undefined) {
    const left = evaluate(f, file.child(node, 'left'))
    return shortCircuit(f, kind, left, () => evaluate(f, file.child(node, 'right')), node)
  }
  return binaryChain(f, node, TEXTS, (item) => logicOf(file.operator(item)) === undefined)
}

export function logicOf(operator: string): 'and' | 'or' | 'nullish' | undefined {
  switch (operator.toLowerCase()) {
    case '&&':
    case 'and':
      return 'and'
    case '||':
    case 'or':
      return 'or'
    case '??':
      return 'nullish'
    default:
      return undefined
  }
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const isName = file.kind(left) === 'variable_name'
  // From there on both names refer to the same variable.
  if (file.kind(node) === 'reference_assignment_expression' && isName && file.kind(right) === 'variable_name') {
    const target = variableOf(f, file.text(right)) ?? f.scope.declare(file.text(right))
    if (f.shape.kind !== 'module') f.scope.alias(file.text(left), target)
    return readVariable(f, target, right)
  }
  const type = isName ? typeOf(f, right) : undefined
  const value = evaluateNamed(f, right, isName ? file.text(left).slice(1) : '')
  assign(f, left, value, false)
  const own = isName ? variableOf(f, file.text(left)) : undefined
  if (own !== undefined && type !== undefined) own.type = type
  return value
}

function compound(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node).slice(0, -1)
  const right = file.child(node, 'right')
  return modify(f, file.child(node, 'left'), (old) =>
    operator === '??'
      ? shortCircuit(f, 'nullish', old, () => evaluate(f, right), node)
      : f.combine(kindOf(operator, TEXTS), [old, evaluate(f, right)], node, operator),
  )
}

function update(f: FunctionBuilder, node: number): Register {
  return modify(f, f.file.child(node, 'argument'), (old) => f.combine('number', [old], node, f.file.operator(node)))
}

function subscript(f: FunctionBuilder, node: number): Register {
  const [object, index] = f.file.named(node)
  const global = globalOf(f, node)
  if (global !== undefined) return readVariable(f, global, node)
  const value = evaluate(f, object ?? -1)
  if (index === undefined) return f.member(value, undefined, node)
  const key = keyOf(f, index)
  return f.member(value, key, node, f.file.kind(index) === 'name' ? f.constant(key ?? '', index) : evaluate(f, index))
}

function member(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = evaluate(f, file.child(node, 'object'))
  const name = file.child(node, 'name')
  if (file.kind(name) === 'name') return f.member(object, file.text(name), node)
  return f.member(object, undefined, node, evaluate(f, name))
}

function array(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  let isList = true
  for (const [index, part] of file.named(node).entries()) {
    const [first, second] = file.named(part)
    if (first === undefined) continue
    if (file.kind(first) === 'variadic_unpacking') all.push(evaluate(f, file.first(first)))
    else if (second === undefined)
      entries.push({ key: all.length === 0 ? String(index) : undefined, value: evaluate(f, first) })
    else {
      isList = false
      const key = keyOf(f, first)
      if (key === undefined) evaluate(f, first)
      entries.push({ key, value: evaluateNamed(f, second, key ?? '') })
    }
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, ...(isList ? { isList } : {}), node })
  return to
}

function matchExpression(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = evaluate(f, file.child(node, 'condition'))
  const result = f.register()
  const body = file.child(node, 'body')
  switchCases(
    f,
    (body === -1 ? [] : file.named(body)).map((item) => {
      const wanted = file.ofKind(item, 'match_condition_list')
      const given = file.named(item).at(-1) ?? -1
      const test = (yes: number, no: number): void => {
        const values = file.named(wanted).map((part) => evaluate(f, part))
        f.branch(f.combine('test', [value, ...values], item, 'case'), yes, no)
      }
      return { node: item, ...(wanted === -1 ? {} : { test }), body: () => f.set(result, evaluate(f, given), item) }
    }),
    false,
  )
  return f.combine('either', [result], node)
}

function ternary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const test = file.child(node, 'condition')
  const yes = file.child(node, 'body')
  const no = file.child(node, 'alternative')
  if (yes === -1) return shortCircuit(f, 'or', evaluate(f, test), () => evaluate(f, no), node)
  return conditional(
    f,
    test,
    () => evaluate(f, yes),
    () => evaluate(f, no),
    node,
  )
}

/** Lowers a language construct as a call: `echo`, `print`, `exit`, backticks. */
export function languageCall(f: FunctionBuilder, name: string, values: readonly Register[], node: number): Register {
  const inputs = values.map((value) => ({ value }))
  return emitCall(f, { name, method: name, callee: f.global(name, node), arguments: inputs }, node)
}

function within(f: FunctionBuilder, node: number): Register {
  return evaluate(f, f.file.first(node))
}

function sequence(f: FunctionBuilder, node: number): Register {
  let value: Register = NONE
  for (const child of f.file.named(node)) value = evaluate(f, child)
  return value
}

function throwExpression(f: FunctionBuilder, node: number): Register {
  f.end({ type: 'throw', value: evaluate(f, f.file.first(node)), node })
  return NONE
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  variable_name: variable,
  dynamic_variable_name: (f, node) => {
    // `${name}` in a text is the variable; `$$name` is any.
    const inner = f.file.first(node)
    if (inner !== -1 && f.file.kind(inner) === 'name') {
      const own = variableOf(f, `$${f.file.text(inner)}`)
      if (own !== undefined) return readVariable(f, own, node)
    }
    return f.global(f.file.text(node), node)
  },
  name: classNamed,
  qualified_name: classNamed,
  relative_scope: selfOf,
  string: textValue,
  encapsed_string: textValue,
  heredoc: textValue,
  nowdoc: textValue,
  integer: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  float: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  boolean: (f, node) => f.constant(f.file.text(node).toLowerCase() === 'true', node),
  null: (f, node) => f.constant(null, node),
  binary_expression: binary,
  assignment_expression: assignment,
  reference_assignment_expression: assignment,
  augmented_assignment_expression: compound,
  update_expression: update,
  unary_op_expression: (f, node) =>
    f.combine(
      kindOf(f.file.operator(node), ''),
      [evaluate(f, f.file.child(node, 'argument'))],
      node,
      f.file.operator(node),
    ),
  subscript_expression: subscript,
  member_access_expression: member,
  nullsafe_member_access_expression: member,
  scoped_property_access_expression: (f, node) =>
    f.member(staticOwner(f, f.file.child(node, 'scope')), f.file.text(f.file.child(node, 'name')).slice(1), node),
  class_constant_access_expression: (f, node) => {
    const [scope, name] = f.file.named(node)
    return f.member(staticOwner(f, scope ?? -1), name === undefined ? undefined : f.file.text(name), node)
  },
  array_creation_expression: array,
  list_literal: array,
  anonymous_function: closure,
  anonymous_function_creation_expression: closure,
  arrow_function: arrow,
  match_expression: matchExpression,
  conditional_expression: ternary,
  yield_expression: yieldValue,
  function_call_expression: functionCall,
  member_call_expression: methodCall,
  nullsafe_member_call_expression: methodCall,
  scoped_call_expression: scopedCall,
  object_creation_expression: newObject,
  include_expression: include,
  include_once_expression: include,
  require_expression: include,
  require_once_expression: include,
  shell_command_expression: (f, node) =>
    languageCall(f, 'shell_exec', [f.combine('text', textParts(f, node), node)], node),
  print_intrinsic: (f, node) => languageCall(f, 'print', [evaluate(f, f.file.first(node))], node),
  throw_expression: throwExpression,
  parenthesized_expression: within,
  error_suppression_expression: (f, node) => f.combine('either', [within(f, node)], node, '@'),
  clone_expression: (f, node) => f.combine('either', [within(f, node)], node, 'clone'),
  by_ref: within,
  argument: within,
  variadic_unpacking: within,
  cast_expression: (f, node) => {
    const value = evaluate(f, f.file.child(node, 'value'))
    const type = f.file.text(f.file.child(node, 'type')).toLowerCase()
    const isNumber = /^(?:int|integer|float|double|bool|boolean)$/.test(type)
    // A number reveals nothing about the text that it was parsed from.
    return f.combine(isNumber ? 'test' : 'whole', [value], node, `(${type})`)
  },
  sequence_expression: sequence,
}
