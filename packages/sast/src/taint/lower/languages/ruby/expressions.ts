import { NONE, type Register } from '../../../ir.ts'
import { makeList, numberOf } from '../../common.ts'
import { conditional, shortCircuit } from '../../control.ts'
import { assign, evaluate, evaluateNamed, modify } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { readVariable } from '../../names.ts'
import { binaryChain, emitCall, kindOf } from '../../operations.ts'
import { call, plainCall, selfOf, superCall, yieldCall } from './calls.ts'
import { begin, caseValue, forLoop, ifElse, lowerExit, whileLoop } from './control.ts'
import { blockValue, classDefinition, definition, sequence, singletonClass } from './definitions.ts'
import { literalText, localOf, pathOf, typeOf } from './names.ts'
import { element, array, hash } from './collections.ts'
import { hasNamed } from '../../../named.ts'

const TEXTS = ' + % * '

function name(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  const variable = localOf(f, text)
  if (variable !== undefined) return readVariable(f, variable, node)
  if (text === 'raise') {
    f.end({ type: 'throw', value: f.combine('whole', [], node), node })
    return NONE
  }
  const isOwn = f.scope.lookup(`${text}()`) !== undefined || hasNamed(f.file.classes[ownerOf(f)]?.methods, text)
  return isOwn ? plainCall(f, text, [], node, node) : f.global(text, node)
}

function ownerOf(f: FunctionBuilder): number {
  return f.scope.thisOf(undefined)?.owner.shape.owner ?? -1
}

function constantName(f: FunctionBuilder, node: number): Register {
  const variable = f.scope.lookup(f.file.text(node))
  return variable === undefined ? f.global(pathOf(f, node) ?? '', node) : readVariable(f, variable, node)
}

function textValue(f: FunctionBuilder, node: number): Register {
  const value = literalText(f, node)
  return value === undefined ? f.combine('text', textParts(f, node), node) : f.constant(value, node)
}

function textParts(f: FunctionBuilder, node: number): Register[] {
  const { file } = f
  return file.named(node).flatMap((part) => {
    switch (file.kind(part)) {
      case 'interpolation':
        return [sequence(f, file.named(part))].filter((item) => item !== NONE)
      case 'string_content':
      case 'heredoc_content':
      case 'escape_sequence':
        return [f.constant(file.text(part), part)]
      case 'string':
        return [textValue(f, part)]
      default:
        return []
    }
  })
}

/** The bodies of heredocs follow the line of their start, in order. */
const heredocs = new WeakMap<FunctionBuilder['file'], ReadonlyMap<number, number>>()

function heredoc(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  let bodies = heredocs.get(file)
  if (bodies === undefined) {
    const begins: number[] = []
    const ends: number[] = []
    for (let at = 0; at < tree.count; at += 1) {
      if (file.kind(at) === 'heredoc_beginning') begins.push(at)
      else if (file.kind(at) === 'heredoc_body') ends.push(at)
    }
    bodies = new Map(begins.map((at, index) => [at, ends[index] ?? -1]))
    heredocs.set(file, bodies)
  }
  const body = bodies.get(node) ?? -1
  return f.combine('text', body === -1 ? [] : textParts(f, body), node)
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  const kind = logicOf(operator)
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  if (kind !== undefined) return shortCircuit(f, kind, evaluate(f, left), () => evaluate(f, right), node)
  if (operator === '<<') {
    const receiver = evaluate(f, left)
    const callee = f.member(receiver, '<<', node)
    return emitCall(f, { name: '', method: '<<', receiver, callee, arguments: [{ value: evaluate(f, right) }] }, node)
  }
  return binaryChain(f, node, TEXTS, (item) => !/^(?:&&|\|\||and|or|<<)$/.test(file.operator(item)))
}

export function logicOf(operator: string): 'and' | 'or' | undefined {
  if (operator === '&&' || operator === 'and') return 'and'
  return operator === '||' || operator === 'or' ? 'or' : undefined
}

function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const isName = file.kind(left) === 'identifier'
  const type = isName ? typeOf(f, right) : undefined
  const value = evaluateNamed(f, right, isName ? file.text(left) : '')
  assign(f, left, value, true)
  const variable = type === undefined ? undefined : localOf(f, file.text(left))
  if (variable !== undefined && type !== undefined) variable.type = type
  return value
}

function compound(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node).slice(0, -1)
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const kind = logicOf(operator)
  return modify(f, left, (old) =>
    kind === undefined
      ? f.combine(kindOf(operator, TEXTS), [old, evaluate(f, right)], node, operator)
      : shortCircuit(f, kind, old, () => evaluate(f, right), node),
  )
}

function objectVariable(f: FunctionBuilder, node: number): Register {
  return f.member(selfOf(f, node), f.file.text(node).replace(/^@/, ''), node)
}

function globalVariable(f: FunctionBuilder, node: number): Register {
  const variable = f.scope.root().own(f.file.text(node))
  return variable === undefined ? f.global(f.file.text(node), node) : readVariable(f, variable, node)
}

/** Text between backticks: a command. */
function subshell(f: FunctionBuilder, node: number): Register {
  const value = f.combine('text', textParts(f, node), node)
  return emitCall(f, { name: '`', method: '`', callee: f.global('`', node), arguments: [{ value }] }, node)
}

function several(f: FunctionBuilder, node: number): Register {
  return sequence(f, f.file.named(node))
}

function plain(f: FunctionBuilder, node: number): Register {
  return f.constant(f.file.text(node), node)
}

export const expressions: Readonly<Record<string, Evaluate>> = {
  identifier: name,
  constant: constantName,
  scope_resolution: (f, node) => f.global(pathOf(f, node) ?? f.file.text(node), node),
  self: selfOf,
  string: textValue,
  chained_string: (f, node) => f.combine('text', textParts(f, node), node),
  bare_string: textValue,
  simple_symbol: textValue,
  hash_key_symbol: textValue,
  delimited_symbol: (f, node) => f.combine('text', textParts(f, node), node),
  regex: (f, node) => f.combine('text', textParts(f, node), node),
  heredoc_beginning: heredoc,
  heredoc_body: () => NONE,
  subshell,
  string_array: (f, node) =>
    makeList(
      f,
      f.file.named(node).map((child) => evaluate(f, child)),
      node,
    ),
  symbol_array: (f, node) =>
    makeList(
      f,
      f.file.named(node).map((child) => plain(f, child)),
      node,
    ),
  integer: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  float: (f, node) => f.constant(numberOf(f.file.text(node)), node),
  rational: plain,
  complex: plain,
  character: plain,
  bare_symbol: plain,
  true: (f, node) => f.constant(true, node),
  false: (f, node) => f.constant(false, node),
  nil: (f, node) => f.constant(null, node),
  binary,
  unary: (f, node) => {
    const operator = f.file.operator(node)
    return f.combine(kindOf(operator, ''), [evaluate(f, f.file.child(node, 'operand'))], node, operator)
  },
  range: (f, node) =>
    f.combine(
      'whole',
      f.file.named(node).map((child) => evaluate(f, child)),
      node,
    ),
  assignment,
  operator_assignment: compound,
  right_assignment_list: array,
  element_reference: element,
  array,
  hash,
  instance_variable: objectVariable,
  class_variable: objectVariable,
  global_variable: globalVariable,
  call,
  super: superCall,
  yield: yieldCall,
  lambda: (f, node) => {
    const body = f.file.child(node, 'body')
    return body === -1 ? NONE : blockValue(f, node)
  },
  block: (f, node) => several(f, f.file.child(node, 'body') === -1 ? node : f.file.child(node, 'body')),
  do_block: (f, node) => several(f, f.file.child(node, 'body') === -1 ? node : f.file.child(node, 'body')),
  block_argument: (f, node) => {
    const inner = f.file.first(node)
    return inner === -1 ? NONE : evaluate(f, inner)
  },
  conditional: (f, node) =>
    conditional(
      f,
      f.file.child(node, 'condition'),
      () => evaluate(f, f.file.child(node, 'consequence')),
      () => evaluate(f, f.file.child(node, 'alternative')),
      node,
    ),
  if: ifElse,
  elsif: ifElse,
  unless: ifElse,
  if_modifier: ifElse,
  unless_modifier: ifElse,
  while: whileLoop,
  until: whileLoop,
  while_modifier: whileLoop,
  until_modifier: whileLoop,
  for: forLoop,
  case: caseValue,
  case_match: caseValue,
  begin,
  body_statement: begin,
  rescue_modifier: (f, node) => {
    const [body = NONE, instead = NONE] = f.file.named(node)
    const to = f.register()
    const handler = f.block()
    const after = f.block()
    f.guarded(handler, () => {
      f.set(to, evaluate(f, body), node)
      f.jump(after)
    })
    f.use(handler)
    f.set(to, evaluate(f, instead), node)
    f.jump(after)
    f.use(after)
    return f.combine('either', [to], node)
  },
  block_body: several,
  parenthesized_statements: several,
  ...Object.fromEntries(['then', 'do', 'else'].map((kind) => [kind, several])),
  return: lowerExit('return'),
  next: lowerExit('next'),
  break: lowerExit('break'),
  method: definition,
  singleton_method: definition,
  class: classDefinition,
  module: classDefinition,
  singleton_class: singletonClass,
  splat_argument: several,
  hash_splat_argument: several,
  interpolation: several,
  alias: () => NONE,
  undef: () => NONE,
  retry: () => NONE,
  redo: () => NONE,
  empty_statement: () => NONE,
  uninterpreted: () => NONE,
  begin_block: several,
  end_block: several,
}
