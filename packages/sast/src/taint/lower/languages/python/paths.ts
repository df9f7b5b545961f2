import { stringText } from '../../../../match/view.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { unwrapParentheses, dottedPath } from '../../paths.ts'
import { firstNamed } from '../../../named.ts'

/** The text of a string without code in it; undefined for anything else. */
export function literalText(f: FunctionBuilder, node: number): string | undefined {
  const kind = f.file.kind(node)
  if (kind !== 'string' && kind !== 'concatenated_string') return undefined
  return stringText(f.tree, node, f.file.source.vocabulary)
}

/** The dotted names that an expression is, with imports resolved. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(value, (node) => {
    switch (file.kind(node)) {
      case 'attribute':
        return { name: file.text(file.child(node, 'attribute')), before: file.child(node, 'object') }
      case 'identifier': {
        const name = file.text(node)
        return { first: f.scope.lookup(name)?.path ?? name }
      }
      case 'dotted_name': {
        const text = file.text(node)
        const dot = text.indexOf('.')
        const first = dot === -1 ? text : text.slice(0, dot)
        return { first: (f.scope.lookup(first)?.path ?? first) + text.slice(first.length) }
      }
      case 'call':
        return isSuper(f, node) ? { first: 'super' } : undefined
      case 'parenthesized_expression':
        return { name: '', before: file.first(node) }
      default:
        return undefined
    }
  })
}

/** `super()` of a method. */
export function isSuper(f: FunctionBuilder, node: number): boolean {
  const { file } = f
  if (file.kind(node) !== 'call') return false
  const called = file.child(node, 'function')
  return called !== -1 && file.kind(called) === 'identifier' && file.text(called) === 'super'
}

export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'attribute':
      return { object: file.child(node, 'object'), key: file.text(file.child(node, 'attribute')) }
    case 'subscript': {
      const index = file.child(node, 'subscript')
      return { object: file.child(node, 'value'), key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

/** The key that a literal is. */
export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  if (node === -1) return undefined
  return f.file.kind(node) === 'integer' ? f.file.text(node) : literalText(f, node)
}

/** Returns a type as written, with resolved imports and without type arguments; `Optional[A]` is an `A`. */
export function typeName(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'type':
    case 'type_parameter':
      return typeName(f, file.first(node))
    case 'identifier':
    case 'attribute':
    case 'dotted_name':
      return pathOf(f, node)
    case 'string':
      return /^[\w.]{1,200}$/.test(literalText(f, node) ?? '') ? literalText(f, node) : undefined
    case 'generic_type':
    case 'subscript': {
      const [outer, inner] = file.named(node)
      const name = outer === undefined ? undefined : typeName(f, outer)
      const isWrapped = name !== undefined && /(?:^|\.)(?:Optional|Annotated|Final|ClassVar)$/.test(name)
      return isWrapped && inner !== undefined ? typeName(f, inner) : name
    }
    case 'union_type':
    case 'binary_operator': {
      // `A | None` is an `A`, or nothing to follow.
      const real = file.named(node).filter((child) => file.text(child) !== 'None')
      return real.length === 1 ? typeName(f, real[0]!) : undefined
    }
    default:
      return undefined
  }
}

/** Returns the declared type of an expression, or the class that it constructs by a capitalized name. */
export function typeOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  const node = unwrapParentheses(f, value)
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'attribute': {
      const object = file.child(node, 'object')
      if (object === -1 || file.kind(object) !== 'identifier') return undefined
      const self = f.scope.lookup(file.text(object))
      if (self === undefined || self.register !== self.owner.receiver) return undefined
      const name = file.text(file.child(node, 'attribute'))
      return firstNamed(f.file.classes[self.owner.shape.owner ?? -1]?.fields, name)?.type
    }
    case 'call': {
      const path = pathOf(f, file.child(node, 'function'))
      return path !== undefined && /(?:^|\.)[A-Z]\w{0,100}$/.test(path) ? path : undefined
    }
    default:
      return undefined
  }
}

/** Dotted names of decorators. */
export function decoratorNames(f: FunctionBuilder, decorators: readonly number[]): string[] {
  return decorators.flatMap((decorator) => {
    const inner = f.file.first(decorator)
    if (inner === -1) return []
    return pathOf(f, f.file.kind(inner) === 'call' ? f.file.child(inner, 'function') : inner) ?? []
  })
}
