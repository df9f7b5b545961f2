import type { FunctionBuilder } from './function-builder.ts'
import type { Logic } from './handlers.ts'

/** Own limit: a dotted name with more parts is ignored. */
const PARTS_MAX = 16

/** An expression without the parentheses around it. */
export function unwrapParentheses(f: FunctionBuilder, node: number): number {
  let at = node
  while (f.file.kind(at) === 'parenthesized_expression') {
    const inner = f.file.first(at)
    if (inner === -1) return at
    at = inner
  }
  return at
}

/** Part of a dotted name: a name after another node (an empty one for a wrapper), or the first part. */
type PathPart = { readonly name: string; readonly before: number } | { readonly first: string }

/**
 * Returns the dotted name of an expression, read from its end.
 * @param part returns the part of a node; undefined if the expression is no dotted name
 */
export function dottedPath(value: number, part: (node: number) => PathPart | undefined): string | undefined {
  let after = ''
  let node = value
  for (let parts = 0; parts < PARTS_MAX && node !== -1; parts += 1) {
    const item = part(node)
    if (item === undefined) return undefined
    if ('first' in item) return item.first + after
    if (item.name !== '') after = `.${item.name}${after}`
    node = item.before
  }
  return undefined
}

/** Returns the parts of a compound condition, in languages with `!`, `&&` and `||` and with the common field names. */
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
