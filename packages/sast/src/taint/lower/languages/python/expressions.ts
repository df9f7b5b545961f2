import { NONE, type Register } from '../../../ir.ts'
import { branchOn, conditional, forEach, shortCircuit } from '../../control.ts'
import { assign, evaluate, evaluateNamed } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readName } from '../../names.ts'
import { binaryChain } from '../../operations.ts'
import { call } from './calls.ts'
import { lambda, yieldValue } from './functions.ts'
import { declare } from './hoist.ts'
import { keyOf, literalText } from './paths.ts'

/** Operators that may concatenate texts. */
export const TEXTS = ' + % '

function text(f: FunctionBuilder, node: number): Register {
  const value = literalText(f, node)
  if (value !== undefined) return f.constant(value, node)
  return f.combine('text', textParts(f, node), node)
}

/** Returns the parts of an f-string; adjacent strings are one. */
function textParts(f: FunctionBuilder, node: number): Register[] {
  const { file } = f
  const parts: Register[] = []
  for (const part of file.named(node)) {
    switch (file.kind(part)) {
      case 'string_content':
        parts.push(f.constant(file.text(part), part))
        break
      case 'interpolation':
        parts.push(evaluate(f, file.child(part, 'expression')))
        break
      case 'string':
        parts.push(text(f, part))
        break
      default:
    }
  }
  return parts
}

function number(f: FunctionBuilder, node: number): Register {
  const value = Number(f.file.text(node).replaceAll('_', ''))
  return f.constant(Number.isNaN(value) ? f.file.text(node) : value, node)
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  if (file.operator(node) === '%') return percent(f, node)
  return binaryChain(f, node, TEXTS, (item) => file.operator(item) !== '%')
}

/** `'%s' % a`, `'%s %s' % (a, b)`: a text of its parts. */
function percent(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const right = file.child(node, 'right')
  const left = evaluate(f, file.child(node, 'left'))
  if (file.kind(right) === 'integer') return f.combine('number', [left, evaluate(f, right)], node, '%')
  const parts =
    file.kind(right) === 'tuple' ? file.named(right).map((child) => evaluate(f, child)) : [evaluate(f, right)]
  return f.combine('text', [left, ...parts], node, '%')
}

function logical(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const kind = file.operator(node) === 'and' ? 'and' : 'or'
  const left = evaluate(f, file.child(node, 'left'))
  return shortCircuit(f, kind, left, () => evaluate(f, file.child(node, 'right')), node)
}

function comparison(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const values: Register[] = []
  let operator = ''
  for (let child = node + 1; child < tree.next[node]!; child = tree.next[child]!) {
    const isOperator = tree.field[child] === file.handlers.fields.get('operators')
    if (isOperator) operator ||= file.text(child)
    else values.push(evaluate(f, child))
  }
  return f.combine('test', values, node, operator)
}

function attribute(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = evaluate(f, file.child(node, 'object'))
  return f.member(object, file.text(file.child(node, 'attribute')), node)
}

function subscript(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = evaluate(f, file.child(node, 'value'))
  const index = file.child(node, 'subscript')
  if (index !== -1 && file.kind(index) === 'slice') {
    for (const part of file.named(index)) evaluate(f, part)
    return f.combine('whole', [object], node, 'slice')
  }
  return f.member(object, keyOf(f, index), node, evaluate(f, index))
}

function lowerList(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  for (const [index, part] of file.named(node).entries()) {
    if (file.kind(part) === 'list_splat') all.push(evaluate(f, file.first(part)))
    else entries.push({ key: all.length === 0 ? String(index) : undefined, value: evaluate(f, part) })
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, isList: true, node })
  return to
}

function set(f: FunctionBuilder, node: number): Register {
  const entries = f.file.named(node).map((part) => ({ key: undefined, value: evaluate(f, part) }))
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], isList: true, node })
  return to
}

function dictionary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  for (const part of file.named(node)) {
    if (file.kind(part) === 'pair') {
      const at = file.child(part, 'key')
      const key = keyOf(f, at)
      if (key === undefined) evaluate(f, at)
      entries.push({ key, value: evaluateNamed(f, file.child(part, 'value'), key ?? '') })
    } else all.push(evaluate(f, file.first(part)))
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, node })
  return to
}

/** A list, set or dictionary that a loop fills. */
function comprehension(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const clauses = file.named(node).filter((child) => /^(?:for_in|if)_clause$/.test(file.kind(child)))
  const body = file.child(node, 'body')
  const result = f.register()
  const isMap = file.kind(node) === 'dictionary_comprehension'
  f.emit({
    op: 'make',
    to: result,
    entries: [],
    all: [],
    ...(isMap ? {} : { isList: true }),
    node: body === -1 ? node : body,
  })
  const fill = (): void => {
    if (body === -1) return
    if (isMap && file.kind(body) === 'pair') {
      const at = file.child(body, 'key')
      const index = evaluate(f, at)
      f.store(result, keyOf(f, at), evaluate(f, file.child(body, 'value')), body, index)
    } else f.store(result, undefined, evaluate(f, body), body)
  }
  f.scoped(() => clause(f, clauses, 0, fill))
  return f.combine('either', [result], node)
}

function clause(f: FunctionBuilder, clauses: readonly number[], index: number, fill: () => void): void {
  const { file } = f
  const item = clauses[index]
  if (item === undefined) {
    fill()
    return
  }
  if (file.kind(item) === 'if_clause') {
    const yes = f.block()
    const no = f.block()
    branchOn(f, file.first(item), yes, no)
    f.use(yes)
    clause(f, clauses, index + 1, fill)
    f.jump(no)
    f.use(no)
    return
  }
  const given = evaluate(f, file.child(item, 'right'))
  const left = file.child(item, 'left')
  declare(f, left)
  forEach(
    f,
    given,
    'members',
    item,
    (value) => assign(f, left, value, true),
    () => clause(f, clauses, index + 1, fill),
  )
}

function ternary(f: FunctionBuilder, node: number): Register {
  const [yes, test, no] = f.file.named(node)
  return conditional(
    f,
    test ?? -1,
    () => evaluate(f, yes ?? -1),
    () => evaluate(f, no ?? -1),
    node,
  )
}

function named(f: FunctionBuilder, node: number): Register {
  const name = f.file.child(node, 'name')
  const value = evaluateNamed(f, f.file.child(node, 'value'), f.file.text(name))
  assign(f, name, value, true)
  return value
}

/** Returns the inner expression of parentheses and similar. */
function within(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  return inner === -1 ? NONE : evaluate(f, inner)
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: (f, node) => readName(f, f.file.text(node), node),
  dotted_name: (f, node) => readName(f, f.file.text(node), node),
  string: text,
  concatenated_string: text,
  integer: number,
  float: number,
  true: (f, node) => f.constant(true, node),
  false: (f, node) => f.constant(false, node),
  none: (f, node) => f.constant(null, node),
  ellipsis: (f, node) => f.constant(null, node),
  binary_operator: binary,
  boolean_operator: logical,
  comparison_operator: comparison,
  not_operator: (f, node) => f.combine('test', [evaluate(f, f.file.child(node, 'argument'))], node, 'not'),
  unary_operator: (f, node) =>
    f.combine('number', [evaluate(f, f.file.child(node, 'argument'))], node, f.file.operator(node)),
  attribute,
  subscript,
  list: lowerList,
  tuple: lowerList,
  expression_list: lowerList,
  pattern_list: lowerList,
  set,
  dictionary,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  conditional_expression: ternary,
  named_expression: named,
  parenthesized_expression: within,
  list_splat: within,
  dictionary_splat: within,
  keyword_argument: (f, node) => evaluate(f, f.file.child(node, 'value')),
  interpolation: within,
  await: (f, node) => f.combine('either', [evaluate(f, f.file.first(node))], node, 'await'),
  yield: yieldValue,
  call,
  lambda,
  slice: (f, node) => {
    for (const part of f.file.named(node)) evaluate(f, part)
    return NONE
  },
  as_pattern: within,
}
