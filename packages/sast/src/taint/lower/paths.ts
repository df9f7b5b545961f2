import type { FunctionBuilder } from './function-builder.ts'
import type { Logic } from './handlers.ts'

/** Ours: a dotted name with more parts is none. */
const PARTS_MAX = 16

/** An expression without the parentheses around it. */
export function bare(f: FunctionBuilder, node: number): number {
  let at = node
  while (f.file.kind(at) === 'parenthesized_expression') {
    const inner = f.file.first(at)
    if (inner === -1) return at
    at = inner
  }
  return at
}

/** What a node is of a dotted name: a name behind another node (an empty one where it only wraps it), or the beginning. */
type PathPart = { readonly name: string; readonly before: number } | { readonly first: string }

/**
 * The dotted names that an expression is, read from its end.
 * @param part what a node is of it; undefined where the expression is no such name
 */
export function dottedPath(given: number, part: (node: number) => PathPart | undefined): string | undefined {
  let after = ''
  let node = given
  for (let parts = 0; parts < PARTS_MAX && node !== -1; parts += 1) {
    const one = part(node)
    if (one === undefined) return undefined
    if ('first' in one) return one.first + after
    if (one.name !== '') after = `.${one.name}${after}`
    node = one.before
  }
  return undefined
}

/** How a condition is made of others where `!`, `&&` and `||` are the language's signs, and nodes have their common names. */
export function logicOfSigns(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'parenthesized_expression':
      return { type: 'same', inner: file.first(node) }
    case 'unary_expression':
      return file.hasToken(node, '!') ? { type: 'not', inner: file.first(node) } : undefined
    case 'binary_expression': {
      const operator = file.operator(node)
      if (operator !== '&&' && operator !== '||') return undefined
      const type = operator === '&&' ? 'and' : 'or'
      return { type, left: file.child(node, 'left'), right: file.child(node, 'right') }
    }
    default:
      return undefined
  }
}
