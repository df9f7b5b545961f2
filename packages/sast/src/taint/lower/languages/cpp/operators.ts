import type { Register } from '../../../ir.ts'
import { shortCircuit } from '../../control.ts'
import { assign, evaluate, evaluateNamed, modify } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { binaryChain, kindOf } from '../../operations.ts'
import { unwrapParentheses } from '../../paths.ts'
import { pathOf, typeOf } from './names.ts'

/** Operators that concatenate, including streams. */
const TEXTS = ' + << >> '

export function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node)
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const kind = logicOf(operator)
  if (kind !== undefined) return shortCircuit(f, kind, evaluate(f, left), () => evaluate(f, right), node)
  if (operator === '>>' && isStream(f, left)) {
    // `in >> a`: `a` gets a value from the stream.
    const stream = evaluate(f, left)
    assign(f, right, f.combine('whole', [stream], node, operator), false)
    return stream
  }
  if (operator === '<<' && streamOf(f, left, '<<') !== -1) return writeStream(f, node)
  // A pointer into something is a pointer to it.
  if (operator === '+' && isPointer(f, left)) {
    return f.combine('either', [evaluate(f, left), evaluate(f, right)], node, operator)
  }
  return binaryChain(
    f,
    node,
    TEXTS,
    (item) => logicOf(file.operator(item)) === undefined && !isStream(f, file.child(item, 'left')),
  )
}

/** Whether an expression is a pointer or an array by its name. */
function isPointer(f: FunctionBuilder, value: number): boolean {
  const { file } = f
  let node = unwrapParentheses(f, value)
  while (node !== -1 && file.kind(node) === 'binary_expression' && file.operator(node) === '+') {
    node = unwrapParentheses(f, file.child(node, 'left'))
  }
  if (node === -1 || file.kind(node) !== 'identifier') return false
  const holds = f.scope.lookup(file.text(node))?.holds
  return holds === 'pointer' || holds === 'array'
}

export function logicOf(operator: string): 'and' | 'or' | undefined {
  if (operator === '&&' || operator === 'and') return 'and'
  return operator === '||' || operator === 'or' ? 'or' : undefined
}

/** Returns the stream at the start of a chain of `<<` or `>>`; -1 for none. */
function streamOf(f: FunctionBuilder, value: number, operator: string): number {
  const { file } = f
  let node = unwrapParentheses(f, value)
  while (node !== -1 && file.kind(node) === 'binary_expression' && file.operator(node) === operator) {
    node = unwrapParentheses(f, file.child(node, 'left'))
  }
  if (node === -1) return -1
  const path = pathOf(f, node)
  return path === 'cin' || path === 'std.cin' || (typeOf(f, node) ?? '').endsWith('stream') ? node : -1
}

function isStream(f: FunctionBuilder, node: number): boolean {
  return streamOf(f, node, '>>') !== -1 || streamOf(f, node, '<<') !== -1
}

/** Lowers `out << a << b`: changes the content of the stream. Its value is also a text, for sinks that take a text. */
function writeStream(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const chain: number[] = []
  let at = node
  for (
    ;
    file.kind(at) === 'binary_expression' && file.operator(at) === '<<';
    at = unwrapParentheses(f, file.child(at, 'left'))
  ) {
    chain.push(at)
  }
  const stream = evaluate(f, at)
  let value = stream
  for (const item of chain.toReversed()) {
    const right = evaluate(f, file.child(item, 'right'))
    f.store(stream, undefined, right, file.child(item, 'right'))
    value = f.combine('text', [value, right], item, '<<')
  }
  return value
}

export function assignment(f: FunctionBuilder, node: number): Register {
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

/** Lowers `&a`, `*a`: a pointer is treated as its target. */
export function pointer(f: FunctionBuilder, node: number): Register {
  return f.combine('either', [evaluate(f, f.file.child(node, 'argument'))], node, f.file.operator(node))
}

export function update(f: FunctionBuilder, node: number): Register {
  const inner = f.file.child(node, 'argument')
  const kind = isPointer(f, inner) ? 'either' : 'number'
  return modify(f, inner, (old) => f.combine(kind, [old], node, f.file.operator(node)))
}
