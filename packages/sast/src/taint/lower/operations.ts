import { type Argument, NONE, type Register } from '../ir.ts'
import { evaluate } from './evaluate.ts'
import type { FunctionBuilder } from './function-builder.ts'

const TESTS = new Set([
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '>',
  '<=',
  '>=',
  'in',
  'not in',
  'is',
  'is not',
  'instanceof',
  '<>',
  '<=>',
  '=~',
  '!~',
  '!',
  'not',
  'typeof',
  'delete',
  'and',
  'or',
  'xor',
  '&&',
  '||',
  'defined?',
  '!in',
  '!is',
  'as?',
])

/** Returns the kind of an operator's result. `+` and similar concatenate where an operand may be a text. */
export function kindOf(operator: string, texts: string): 'text' | 'number' | 'test' {
  if (TESTS.has(operator)) return 'test'
  return texts.includes(` ${operator} `) ? 'text' : 'number'
}

/**
 * Lowers `a + b + c` of any length: operators of equal precedence are left-associative, so a deep tree is read iteratively.
 * @param texts operators that concatenate, each between spaces
 */
export function binaryChain(
  f: FunctionBuilder,
  node: number,
  texts: string,
  isPlain: (node: number) => boolean,
): Register {
  const { file } = f
  const kind = f.tree.kind[node]
  const chain = [node]
  let first = file.child(node, 'left')
  while (first !== -1 && f.tree.kind[first] === kind && isPlain(first)) {
    chain.push(first)
    first = file.child(first, 'left')
  }
  let value = evaluate(f, first)
  for (let at = chain.length - 1; at >= 0; at -= 1) {
    const item = chain[at]!
    const operator = file.operator(item)
    const right = evaluate(f, file.child(item, 'right'))
    value = f.combine(kindOf(operator, texts), [value, right], item, operator)
  }
  return value
}

export interface Called {
  /** Dotted name with resolved imports; empty for other expressions. */
  readonly name: string
  readonly method: string
  readonly callee?: Register
  readonly receiver?: Register
  readonly receiverType?: string | undefined
  readonly arguments: readonly Argument[]
  readonly isNew?: boolean
}

export function emitCall(f: FunctionBuilder, called: Called, node: number): Register {
  const to = f.register()
  const { receiverType } = called
  f.emit({
    op: 'call',
    to,
    name: called.name,
    callee: called.callee ?? NONE,
    receiver: called.receiver ?? NONE,
    method: called.method,
    ...(receiverType === undefined ? {} : { receiverType }),
    arguments: called.arguments,
    isNew: called.isNew ?? false,
    node,
  })
  return to
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
