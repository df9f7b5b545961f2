import { NONE, type Register } from '../../../ir.ts'
import { conditional, shortCircuit, switchCases } from '../../control.ts'
import { assign, evaluate, evaluateNamed, execute, modify } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readVariable } from '../../names.ts'
import { binaryChain, kindOf } from '../../operations.ts'
import { call, newObject } from './calls.ts'
import { parameters } from './classes.ts'
import { methodReference } from './method-references.ts'
import { recordPattern } from './record-patterns.ts'
import { keyOf, literalText, pathOf } from './paths.ts'
import { classPath, typeName } from './types.ts'

const TEXTS = ' + '

/** A variable, a field of this or an outer object, or a class. */
function name(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  const variable = f.scope.lookup(text)
  if (variable !== undefined) return readVariable(f, variable, node)
  if (/^[A-Z]/.test(text)) return f.global(classPath(f, text), node)
  const self = f.scope.thisOf(undefined)
  // A field of a class above.
  return self === undefined ? f.global(text, node) : f.member(readVariable(f, self, node), text, node)
}

function thisValue(f: FunctionBuilder, node: number): Register {
  const variable = f.scope.thisOf(undefined)
  return variable === undefined ? f.global('this', node) : readVariable(f, variable, node)
}

function literal(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  switch (f.file.kind(node)) {
    case 'string_literal':
      return f.constant(literalText(f, node) ?? text, node)
    case 'character_literal':
      return f.constant(text.slice(1, -1), node)
    case 'true':
    case 'false':
      return f.constant(text === 'true', node)
    case 'null_literal':
      return f.constant(null, node)
    default: {
      const value = Number(text.replaceAll('_', '').replace(text.startsWith('0x') ? /[lL]$/ : /[lLfFdD]$/, ''))
      return f.constant(Number.isNaN(value) ? text : value, node)
    }
  }
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  if (operator === '&&' || operator === '||') {
    const left = evaluate(f, file.child(node, 'left'))
    const kind = operator === '&&' ? 'and' : 'or'
    return shortCircuit(f, kind, left, () => evaluate(f, file.child(node, 'right')), node)
  }
  return binaryChain(f, node, TEXTS, (item) => !/^(?:&&|\|\|)$/.test(file.operator(item)))
}

function fieldAccess(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const field = file.child(node, 'field')
  if (file.kind(field) === 'this') return thisValue(f, node)
  const object = file.child(node, 'object')
  const path = pathOf(f, object)
  // `java.io.File.separator`: a name that starts with a package is one name.
  const isPackage =
    path !== undefined && /^[a-z]\w{0,100}(?:\.[a-z]\w{0,100}){0,15}$/.test(path) && isUnknown(f, object)
  const text = file.text(field)
  if (isPackage) return f.global(`${path}.${text}`, node)
  return f.member(evaluate(f, object), text, node)
}

/** Whether the first name of an expression is nothing that the file declares. */
function isUnknown(f: FunctionBuilder, node: number): boolean {
  let at = node
  while (f.file.kind(at) === 'field_access') at = f.file.child(at, 'object')
  return f.file.kind(at) === 'identifier' && f.scope.lookup(f.file.text(at)) === undefined && at !== node
}

function arrayAccess(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = evaluate(f, file.child(node, 'array'))
  const index = file.child(node, 'index')
  return f.member(object, keyOf(f, index), node, evaluate(f, index))
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

function update(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const target = file.first(node)
  const isBefore = f.tree.start[target]! > f.tree.start[node]!
  const operator = file.text(node).includes('++') ? '++' : '--'
  let before: Register = NONE
  const after = modify(f, target, (old) => {
    before = old
    return f.combine('number', [old], node, operator)
  })
  return isBefore ? after : before
}

function unary(f: FunctionBuilder, node: number): Register {
  const operator = f.file.operator(node)
  return f.combine(kindOf(operator, ''), [evaluate(f, f.file.child(node, 'operand'))], node, operator)
}

function list(f: FunctionBuilder, node: number, values = node): Register {
  const entries = f.file.named(values).map((child, index) => ({ key: String(index), value: evaluate(f, child) }))
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], isList: true, node })
  return to
}

function newArray(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = file.child(node, 'value')
  if (value !== -1) return list(f, node, value)
  for (const size of file.childrenIn(node, 'dimensions')) {
    const inner = file.first(size)
    if (inner !== -1) evaluate(f, inner)
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries: [], all: [], isList: true, node })
  return to
}

function instanceOf(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = evaluate(f, file.child(node, 'left'))
  const bound = file.child(node, 'name')
  if (bound !== -1) {
    const variable = f.scope.declare(file.text(bound))
    const type = typeName(f, file.child(node, 'right'))
    if (type !== undefined) variable.type = type
    f.set(variable.register, value, bound)
  }
  const parts = file.ofKind(node, 'record_pattern')
  if (parts !== -1) recordPattern(f, parts, value)
  return f.combine('test', [value], node, 'instanceof')
}

function lambda(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name_ = file.nextName
  file.nextName = ''
  const id = file.function({ name: name_, node, kind: 'function', outer: f }, (inner) => {
    parameters(inner, node)
    const body = file.child(node, 'body')
    if (body === -1) return
    if (file.kind(body) === 'block') execute(inner, body)
    else lowerReturn(inner, evaluate(inner, body), body)
  })
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  return to
}

/** `A::b`: a method as a value. */
/** `switch`, as a statement or as a value. */
export function switchExpression(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const value = evaluate(f, file.child(node, 'condition'))
  const body = file.child(node, 'body')
  const result = f.register()
  if (body === -1) return result
  f.results.push(result)
  f.labels = [...f.labels, '(yield)']
  f.scoped(() => {
    const groups = file.named(body)
    switchCases(
      f,
      groups.map((group) => {
        const parts = file.named(group)
        const labels = parts.filter((part) => file.kind(part) === 'switch_label')
        const statements = parts.filter((part) => file.kind(part) !== 'switch_label')
        const isDefault = labels.some((label) => file.hasToken(label, 'default'))
        const test = (yes: number, no: number): void => f.branch(caseTest(f, value, labels, group), yes, no)
        return {
          node: group,
          ...(isDefault ? {} : { test }),
          body: () =>
            file.kind(group) === 'switch_rule' ? rule(f, statements, result) : plainStatements(f, statements),
        }
      }),
      groups.some((group) => file.kind(group) === 'switch_block_statement_group'),
    )
  })
  f.results.pop()
  return f.combine('either', [result], node)
}

function caseTest(f: FunctionBuilder, value: Register, labels: readonly number[], node: number): Register {
  const wanted = labels.flatMap((label) =>
    f.file
      .named(label)
      .map((child) => (/literal|binary/.test(f.file.kind(child)) ? evaluate(f, child) : pattern(f, child, value))),
  )
  return f.combine('test', [value, ...wanted], node, 'case')
}

/** Lowers a pattern in a case: its names are assigned the value. */
function pattern(f: FunctionBuilder, node: number, value: Register): Register {
  const { file, tree } = f
  if (file.kind(node) === 'identifier') return f.constant(file.text(node), node)
  for (let at = node; at < tree.next[node]!; at += 1) {
    if (file.kind(at) === 'identifier' && /pattern/.test(file.kind(tree.parent[at]!))) {
      f.set(f.scope.declare(file.text(at)).register, f.combine('whole', [value], at), at)
    }
  }
  return value
}

function rule(f: FunctionBuilder, statements: readonly number[], result: Register): void {
  for (const statement of statements) {
    if (f.file.kind(statement) === 'expression_statement')
      f.set(result, evaluate(f, f.file.first(statement)), statement)
    else execute(f, statement)
  }
}

function plainStatements(f: FunctionBuilder, statements: readonly number[]): void {
  for (const statement of statements) execute(f, statement)
}

/** Returns the expression within parentheses and casts. */
function within(f: FunctionBuilder, node: number): Register {
  return evaluate(f, f.file.first(node))
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: name,
  this: thisValue,
  super: thisValue,
  string_literal: literal,
  character_literal: literal,
  decimal_integer_literal: literal,
  hex_integer_literal: literal,
  octal_integer_literal: literal,
  binary_integer_literal: literal,
  decimal_floating_point_literal: literal,
  hex_floating_point_literal: literal,
  true: literal,
  false: literal,
  null_literal: literal,
  binary_expression: binary,
  field_access: fieldAccess,
  scoped_identifier: (f, node) => f.global(pathOf(f, node) ?? f.file.text(node), node),
  array_access: arrayAccess,
  assignment_expression: assignment,
  update_expression: update,
  unary_expression: unary,
  array_initializer: list,
  element_value_array_initializer: list,
  array_creation_expression: newArray,
  instanceof_expression: instanceOf,
  lambda_expression: lambda,
  method_reference: methodReference,
  method_invocation: call,
  object_creation_expression: newObject,
  ternary_expression: (f, node) =>
    conditional(
      f,
      f.file.child(node, 'condition'),
      () => evaluate(f, f.file.child(node, 'consequence')),
      () => evaluate(f, f.file.child(node, 'alternative')),
      node,
    ),
  parenthesized_expression: within,
  cast_expression: (f, node) => f.combine('either', [evaluate(f, f.file.child(node, 'value'))], node, 'typed'),
  class_literal: (f, node) => f.global(f.file.text(node), node),
  switch_expression: switchExpression,
  type_identifier: (f, node) => f.global(classPath(f, f.file.text(node)), node),
  scoped_type_identifier: (f, node) => f.global(typeName(f, node) ?? '', node),
  generic_type: (f, node) => f.global(typeName(f, node) ?? '', node),
  array_type: (f, node) => f.global(typeName(f, node) ?? '', node),
}
