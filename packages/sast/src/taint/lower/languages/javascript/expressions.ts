import { NONE, type Register } from '../../../ir.ts'
import { conditional, shortCircuit } from '../../control.ts'
import { assign, evaluate, evaluateNamed, modify } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readName } from '../../names.ts'
import { binaryChain, kindOf } from '../../operations.ts'
import { call, newObject } from './calls.ts'
import { classValue } from './classes.ts'
import { exported, isExports, readExports } from './exports.ts'
import { functionValue, lowerFunction, yieldValue } from './functions.ts'
import { jsxElement, jsxExpression } from './jsx.ts'
import { literalText } from './paths.ts'
import { keyOf, propertyKey } from './patterns.ts'

/** Operators that may concatenate texts. */
const TEXTS = ' + += '

function nameValue(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  if (text === 'exports' && isExports(f, node)) return readExports(f, node)
  return readName(f, text, node)
}

function literal(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  switch (f.file.kind(node)) {
    case 'number':
      return f.constant(Number(text.replaceAll('_', '').replace(/n$/, '')), node)
    case 'true':
      return f.constant(true, node)
    case 'false':
      return f.constant(false, node)
    case 'null':
      return f.constant(null, node)
    case 'string':
      return f.constant(literalText(f, node) ?? '', node)
    default:
      return f.constant(text, node)
  }
}

/** A template: its texts and values, in order. */
function template(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const parts = file
    .named(node)
    .map((part) =>
      file.kind(part) === 'template_substitution' ? evaluate(f, file.first(part)) : f.constant(file.text(part), part),
    )
  return f.combine('text', parts, node)
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  const kind = operator === '&&' ? 'and' : operator === '||' ? 'or' : operator === '??' ? 'nullish' : undefined
  if (kind !== undefined) {
    const left = evaluate(f, file.child(node, 'left'))
    return shortCircuit(f, kind, left, () => evaluate(f, file.child(node, 'right')), node)
  }
  return binaryChain(f, node, TEXTS, (item) => !/^(?:&&|\|\||\?\?)$/.test(file.operator(item)))
}

function member(f: FunctionBuilder, node: number): Register {
  const { file } = f
  if (isExports(f, node)) return readExports(f, node)
  const object = file.child(node, 'object')
  const property = file.child(node, 'property')
  return f.member(evaluate(f, object), property === -1 ? undefined : file.text(property), node)
}

function subscript(f: FunctionBuilder, node: number): Register {
  const object = evaluate(f, f.file.child(node, 'object'))
  const { key, index } = keyOf(f, f.file.child(node, 'index'))
  return f.member(object, key, node, index)
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const isName = file.kind(left) === 'identifier'
  const value = evaluateNamed(f, right, isName ? file.text(left) : '')
  if (!exported(f, left, right, value)) assign(f, left, value, false)
  return value
}

function compound(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const operator = file.operator(node).slice(0, -1)
  return modify(f, left, (old) => {
    if (operator === '&&' || operator === '||' || operator === '??') {
      const kind = operator === '&&' ? 'and' : operator === '||' ? 'or' : 'nullish'
      return shortCircuit(f, kind, old, () => evaluate(f, right), node)
    }
    return f.combine(kindOf(operator, TEXTS), [old, evaluate(f, right)], node, operator)
  })
}

function update(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const target = file.child(node, 'argument')
  const operator = file.operator(node)
  let before: Register = NONE
  const after = modify(f, target, (old) => {
    before = old
    return f.combine('number', [old], node, operator)
  })
  const around = file.kind(f.tree.parent[node]!)
  const at = file.child(node, 'operator')
  if (around === 'expression_statement' || around === 'for_statement' || (at !== -1 && at < target)) return after
  return f.combine('number', [before], node, '+')
}

function unary(f: FunctionBuilder, node: number): Register {
  const operator = f.file.operator(node)
  const value = evaluate(f, f.file.child(node, 'argument'))
  if (operator === 'void') return f.global('undefined', node)
  return f.combine(kindOf(operator, ''), [value], node, operator)
}

function arrayLiteral(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  let place = 0
  for (let part = node + 1; part < tree.next[node]!; part = tree.next[part]!) {
    const kind = file.kind(part)
    if (kind === ',') place += 1
    else if (kind === 'spread_element') all.push(evaluate(f, file.first(part)))
    else if (kind !== '[' && kind !== ']' && kind !== 'comment') {
      entries.push({ key: all.length === 0 ? String(place) : undefined, value: evaluate(f, part) })
    }
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, isList: true, node })
  return to
}

function objectLiteral(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  for (const part of file.named(node)) {
    switch (file.kind(part)) {
      case 'pair': {
        const { key } = propertyKey(f, file.child(part, 'key'))
        entries.push({ key, value: evaluateNamed(f, file.child(part, 'value'), key ?? '') })
        break
      }
      case 'shorthand_property_identifier':
        entries.push({ key: file.text(part), value: readName(f, file.text(part), part) })
        break
      case 'spread_element':
        // A spread overrides the entries before it, and the entries after it override the spread.
        if (entries.length > 0) {
          const before = f.register()
          f.emit({ op: 'make', to: before, entries: entries.splice(0), all: [], node: part })
          all.push(before)
        }
        all.push(evaluate(f, file.first(part)))
        break
      case 'method_definition':
        entries.push(objectMethod(f, part))
        break
      default:
        evaluate(f, part)
    }
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, node })
  return to
}

function objectMethod(f: FunctionBuilder, node: number): { key: string | undefined; value: Register } {
  const { file } = f
  const { key } = propertyKey(f, file.child(node, 'name'))
  const to = f.register()
  const id = lowerFunction(f, node, { name: key ?? '', node, kind: 'function', outer: f }, false)
  f.emit({ op: 'function', to, id, node })
  if (!file.hasToken(node, 'get')) return { key: file.hasToken(node, 'set') ? `set ${key ?? ''}` : key, value: to }
  // The result of a getter is the value of the member.
  const value = f.register()
  const called = { name: '', callee: to, receiver: NONE, method: '', arguments: [], isNew: false }
  f.emit({ op: 'call', to: value, ...called, node })
  return { key, value }
}

function ternary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  return conditional(
    f,
    file.child(node, 'condition'),
    () => evaluate(f, file.child(node, 'consequence')),
    () => evaluate(f, file.child(node, 'alternative')),
    node,
  )
}

function sequence(f: FunctionBuilder, node: number): Register {
  let value: Register = NONE
  for (const part of f.file.named(node)) value = evaluate(f, part)
  return value
}

/** Returns the expression within parentheses, `as` and `!`, which may have the marks of the whole. */
function within(f: FunctionBuilder, node: number): Register {
  return evaluate(f, f.file.first(node))
}

/** Lowers `a as T`, `a!`: the value has a node of its own that a pattern may match. */
function typed(f: FunctionBuilder, node: number): Register {
  return f.combine('either', [within(f, node)], node, 'typed')
}

function awaited(f: FunctionBuilder, node: number): Register {
  return f.combine('either', [evaluate(f, f.file.first(node))], node, 'await')
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: nameValue,
  this: (f, node) => readName(f, 'this', node),
  super: (f, node) => readName(f, 'this', node),
  undefined: (f, node) => f.global('undefined', node),
  shorthand_property_identifier: nameValue,
  number: literal,
  string: literal,
  true: literal,
  false: literal,
  null: literal,
  regex: literal,
  template_string: template,
  binary_expression: binary,
  member_expression: member,
  subscript_expression: subscript,
  assignment_expression: assignment,
  augmented_assignment_expression: compound,
  update_expression: update,
  unary_expression: unary,
  array: arrayLiteral,
  object: objectLiteral,
  ternary_expression: ternary,
  sequence_expression: sequence,
  parenthesized_expression: within,
  as_expression: typed,
  satisfies_expression: typed,
  non_null_expression: typed,
  instantiation_expression: within,
  type_assertion: (f, node) => evaluate(f, f.file.named(node).at(-1) ?? -1),
  await_expression: awaited,
  yield_expression: yieldValue,
  call_expression: call,
  new_expression: newObject,
  function_expression: (f, node) => functionValue(f, node),
  generator_function: (f, node) => functionValue(f, node),
  arrow_function: (f, node) => functionValue(f, node),
  function_declaration: (f, node) => functionValue(f, node),
  generator_function_declaration: (f, node) => functionValue(f, node),
  class: classValue,
  meta_property: (f, node) => f.global(f.file.text(node), node),
  spread_element: within,
  computed_property_name: within,
  jsx_element: jsxElement,
  jsx_self_closing_element: jsxElement,
  jsx_fragment: jsxElement,
  jsx_expression: jsxExpression,
}
