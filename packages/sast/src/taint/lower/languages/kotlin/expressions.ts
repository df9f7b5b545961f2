import { NONE, type Register } from '../../../ir.ts'
import { functionValue, numberOf } from '../../common.ts'
import { addParameter } from '../../classes.ts'
import { shortCircuit } from '../../control.ts'
import { assign, evaluate, evaluateNamed, modify } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readVariable, writeVariable } from '../../names.ts'
import { kindOf } from '../../operations.ts'
import { call, selfOf } from './calls.ts'
import { classDeclaration, declare, runFunction, sequence, valueOf } from './classes.ts'
import { keyOf, literalText, memberName, suffixed, typeOf, typePath } from './names.ts'
import { ifElse, when, forLoop, whileLoop, tryValue, jump, block } from './control.ts'

const TEXTS = ' + '

function nameValue(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  const variable = f.scope.lookup(text)
  if (variable !== undefined) return readVariable(f, variable, node)
  if (/^[A-Z]/.test(text)) return f.global(typePath(f, text), node)
  const self = f.scope.thisOf(undefined)
  return self === undefined ? f.global(text, node) : f.member(readVariable(f, self, node), text, node)
}

function textValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const plain = literalText(f, node)
  if (plain !== undefined) return f.constant(plain, node)
  const parts = file.named(node).map((part) => {
    switch (file.kind(part)) {
      case 'interpolated_identifier':
        return nameValue(f, part)
      case 'interpolated_expression':
        return sequence(f, file.named(part))
      default:
        return f.constant(file.text(part), part)
    }
  })
  return f.combine(
    'text',
    parts.filter((part) => part !== NONE),
    node,
  )
}

/** The first token between the operands. */
function operatorOf(f: FunctionBuilder, node: number): string {
  const { file, tree } = f
  const first = file.first(node)
  for (let at = first === -1 ? node + 1 : tree.next[first]!; at < tree.next[node]!; at = tree.next[at]!) {
    if (tree.start[at] !== tree.end[at]) return file.text(at)
  }
  return ''
}

/** `a + b + c`: leans to the left, and is read by a loop. */
function binary(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const chain = [node]
  let first = file.first(node)
  while (first !== -1 && tree.kind[first] === tree.kind[node]) {
    chain.push(first)
    first = file.first(first)
  }
  let value = evaluate(f, first)
  for (const item of chain.toReversed()) {
    const operator = operatorOf(f, item)
    const right = file.named(item).at(-1) ?? -1
    const other = right === file.first(item) ? f.constant(null, item) : evaluate(f, right)
    value = f.combine(kindOf(operator, TEXTS), [value, other], item, operator)
  }
  return value
}

/** `a in b`, `a !in b`, `a is T`. */
function check(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = within(f, node)
  const list = file.named(node).at(-1) ?? -1
  const isIn = file.hasToken(node, 'in') || file.hasToken(node, '!in')
  if (!isIn || list === file.first(node)) return f.combine('test', [value], node, 'is')
  return f.combine('test', [value, evaluate(f, list)], node, file.hasToken(node, '!in') ? '!in' : 'in')
}

function logical(kind: 'and' | 'or' | 'nullish'): Evaluate {
  return (f, node) => {
    const [left, right] = f.file.named(node)
    return shortCircuit(f, kind, evaluate(f, left ?? -1), () => valueOrNothing(f, right ?? -1), node)
  }
}

/** Returns a value, or none for an expression that jumps. */
function valueOrNothing(f: FunctionBuilder, node: number): Register {
  return node === -1 ? f.constant(null, 0) : evaluate(f, node)
}

function member(f: FunctionBuilder, node: number): Register {
  const both = suffixed(f, node)
  if (both === undefined) return NONE
  const object = evaluate(f, both.object)
  if (f.file.kind(both.suffix) === 'navigation_suffix') {
    const name = memberName(f, both.suffix)
    return name === 'length' ? f.combine('test', [object], node, name) : f.member(object, name, node)
  }
  const index = f.file.first(both.suffix)
  return f.member(
    object,
    index === -1 ? undefined : keyOf(f, index),
    node,
    index === -1 ? undefined : evaluate(f, index),
  )
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const [left, right] = file.named(node)
  if (left === undefined) return NONE
  const operator = operatorOf(f, node)
  if (operator === '=') {
    assign(f, left, right === undefined ? f.constant(null, node) : evaluate(f, right), false)
    return NONE
  }
  const plain = operator.slice(0, -1)
  return modify(f, left, (old) => f.combine(kindOf(plain, TEXTS), [old, valueOrNothing(f, right ?? -1)], node, plain))
}

function prefixed(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  const text = f.file.text(node)
  if (text.startsWith('++') || text.startsWith('--') || text.endsWith('++') || text.endsWith('--')) {
    const operator = text.startsWith('++') || text.endsWith('++') ? '++' : '--'
    return modify(f, inner, (old) => f.combine('number', [old], node, operator))
  }
  const value = evaluate(f, inner)
  if (text.endsWith('!!')) return f.combine('either', [value], node, 'typed')
  return f.combine(text.startsWith('!') ? 'test' : 'number', [value], node, text.slice(0, 1))
}

function property(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const declared = file.named(node).find((child) => file.kind(child).endsWith('variable_declaration'))
  if (declared === undefined) return NONE
  const value = valueOf(f, node)
  const name = file.text(file.first(declared))
  const from = value === -1 ? NONE : evaluateNamed(f, value, name)
  declare(f, declared, from)
  const variable = f.scope.lookup(name)
  const type = value === -1 ? undefined : typeOf(f, value)
  if (variable !== undefined && variable.type === undefined && type !== undefined) variable.type = type
  return NONE
}

/** `{ a -> b }`, `{ it.b }`. */
function lambda(f: FunctionBuilder, node: number): Register {
  const { file } = f
  return functionValue(f, node, (inner) => {
    const list = file.ofKind(node, 'lambda_parameters')
    for (const item of list === -1 ? [] : file.named(list)) {
      if (file.kind(item) === 'multi_variable_declaration') {
        const variable = addParameter(inner, { name: `(${item})`, shown: '', node: item, nameNode: item })
        declare(inner, item, variable.register)
      } else addParameter(inner, { name: file.text(file.first(item)), node: item, nameNode: file.first(item) })
    }
    if (list === -1) addParameter(inner, { name: 'it', node, nameNode: node })
    const body = file.ofKind(node, 'statements')
    if (body !== -1) lowerReturn(inner, sequence(inner, file.named(body)), node)
  })
}

/** `fun a() { … }` as a statement: of the file, or within a function. */
function functionDeclaration(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = file.ofKind(node, 'simple_identifier')
  file.nextName = name === -1 ? '' : file.text(name)
  const value = functionValue(f, node, (inner) => {
    const [first] = file
      .named(node)
      .filter((child) => file.kind(child) !== 'modifiers' && file.kind(child) !== 'type_parameters')
    // `fun A.b()`: it is called on an `A`.
    if (first !== undefined && file.kind(first) === 'user_type' && first < name) {
      inner.receiver = inner.scope.declare('this').register
    }
    runFunction(inner, node)
  })
  if (name !== -1) writeVariable(f, f.scope.own(file.text(name)) ?? f.scope.declare(file.text(name)), value, name)
  return value
}

function within(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  return inner === -1 ? NONE : evaluate(f, inner)
}

function constant(f: FunctionBuilder, node: number): Register {
  return f.constant(f.file.text(node), node)
}

function all(kind: 'whole' | 'test'): Evaluate {
  return (f, node) =>
    f.combine(
      kind,
      f.file.named(node).map((child) => evaluate(f, child)),
      node,
    )
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  simple_identifier: nameValue,
  type_identifier: nameValue,
  user_type: constant,
  nullable_type: constant,
  this_expression: selfOf,
  super_expression: selfOf,
  string_literal: textValue,
  multi_line_string_literal: textValue,
  character_literal: constant,
  integer_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  long_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  unsigned_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  hex_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  bin_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  real_literal: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  boolean_literal: (f, node) => f.constant(f.file.text(node) === 'true', node),
  additive_expression: binary,
  multiplicative_expression: binary,
  equality_expression: binary,
  comparison_expression: binary,
  infix_expression: all('whole'),
  range_expression: all('whole'),
  check_expression: check,
  conjunction_expression: logical('and'),
  disjunction_expression: logical('or'),
  elvis_expression: logical('nullish'),
  as_expression: (f, node) => f.combine('either', [within(f, node)], node, 'typed'),
  type_test: constant,
  range_test: all('test'),
  navigation_expression: member,
  indexing_expression: member,
  directly_assignable_expression: (f, node) => (suffixed(f, node) === undefined ? within(f, node) : member(f, node)),
  call_expression: call,
  assignment,
  prefix_expression: prefixed,
  postfix_expression: prefixed,
  property_declaration: property,
  if_expression: ifElse,
  when_expression: when,
  for_statement: forLoop,
  while_statement: whileLoop,
  do_while_statement: whileLoop,
  try_expression: tryValue,
  jump_expression: jump,
  lambda_literal: lambda,
  annotated_lambda: (f, node) => evaluate(f, f.file.named(node).at(-1) ?? -1),
  anonymous_function: (f, node) => functionValue(f, node, (inner) => runFunction(inner, node)),
  function_declaration: functionDeclaration,
  class_declaration: classDeclaration,
  object_declaration: classDeclaration,
  object_literal: classDeclaration,
  callable_reference: (f, node) => {
    const parts = f.file.named(node)
    const last = parts.at(-1)
    if (parts.length === 1 && last !== undefined) return evaluate(f, last)
    return f.member(within(f, node), last === undefined ? undefined : f.file.text(last), node)
  },
  parenthesized_expression: within,
  property_delegate: within,
  spread_expression: within,
  statements: block,
  control_structure_body: (f, node) => {
    const inner = f.file.first(node)
    return inner === -1 ? NONE : evaluate(f, inner)
  },
  collection_literal: all('whole'),
  label: () => NONE,
}

export const tokens: Readonly<Record<string, Evaluate>> = { null: (f, node) => f.constant(null, node) }
