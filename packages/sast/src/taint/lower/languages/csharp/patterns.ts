import type { Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { typeName } from './names.ts'

/** Assigns the names of a pattern their parts of a value. @returns the pattern's value in a condition */
export function bindPattern(f: FunctionBuilder, node: number, value: Register): Register {
  const { file } = f
  switch (file.kind(node)) {
    case 'relational_pattern': {
      if (file.first(node) !== -1) evaluate(f, file.first(node))
      return value
    }
    case 'constant_pattern': {
      const inner = file.first(node)
      return inner === -1 ? value : evaluate(f, inner)
    }
    case 'when_clause': {
      const inner = file.first(node)
      return inner === -1 ? value : evaluate(f, inner)
    }
    case 'declaration_pattern':
    case 'var_pattern':
    case 'recursive_pattern': {
      for (const part of file.named(node)) bindParts(f, part, value)
      const name = file.child(node, 'name')
      if (name === -1) return value
      const variable = f.scope.declare(file.text(name))
      const type = typeName(f, file.child(node, 'type'))
      if (type !== undefined) variable.type = type
      f.set(variable.register, value, name)
      return value
    }
    case 'and_pattern':
    case 'or_pattern':
    case 'negated_pattern':
    case 'parenthesized_pattern':
      for (const part of file.named(node)) bindPattern(f, part, value)
      return value
    default:
      return value
  }
}

function bindParts(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  const kind = file.kind(node)
  if (kind !== 'property_pattern_clause' && kind !== 'positional_pattern_clause') return
  for (const [index, part] of file.named(node).entries()) {
    const [name, pattern] = file.named(part)
    if (kind === 'property_pattern_clause' && name !== undefined && pattern !== undefined) {
      bindPattern(f, pattern, f.member(value, file.text(name), part))
    } else if (name !== undefined) bindPattern(f, name, f.member(value, String(index), part))
  }
}

/** Returns the constants of a pattern with only constants: `"a" or "b"`; undefined for other patterns. */
function namedValues(f: FunctionBuilder, node: number): readonly number[] | undefined {
  const { file } = f
  const kind = file.kind(node)
  if (kind === 'constant_pattern') return [file.first(node)]
  if (kind !== 'or_pattern' && kind !== 'parenthesized_pattern') return undefined
  const all = file.named(node).map((child) => namedValues(f, child))
  return all.includes(undefined) ? undefined : all.flatMap((item) => item ?? [])
}

/** Lowers a pattern match. @returns its condition */
export function patternTest(f: FunctionBuilder, node: number, value: Register, at: number): Register {
  const { file } = f
  if (file.kind(node) === 'negated_pattern')
    return f.combine('test', [patternTest(f, file.first(node), value, node)], at, '!')
  if (file.kind(node) === 'parenthesized_pattern') return patternTest(f, file.first(node), value, at)
  const values = namedValues(f, node)
  if (values !== undefined) return f.combine('test', [value, ...values.map((item) => evaluate(f, item))], at, 'case')
  bindPattern(f, node, value)
  return f.combine('test', [value], at, 'is')
}

/** Lowers several patterns with their conditions. @returns their value in a condition */
export function bindPatterns(f: FunctionBuilder, nodes: readonly number[], value: Register): readonly Register[] {
  return nodes.flatMap((node) => {
    const values = namedValues(f, node)
    return values === undefined ? [bindPattern(f, node, value)] : values.map((inner) => evaluate(f, inner))
  })
}
