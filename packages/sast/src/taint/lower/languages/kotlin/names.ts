import { stringText } from '../../../../match/view.ts'
import { classAround } from '../../classes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { dottedPath } from '../../paths.ts'
import { classPath } from '../java/types.ts'
import { firstNamed } from '../../../named.ts'

/** Types that Kotlin has under short names of its own. */
const BUILT_IN = new Set(
  'String Int Long Short Byte Char Boolean Double Float Any Unit Nothing List MutableList Map MutableMap Set MutableSet Array Pair'.split(
    ' ',
  ),
)

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  if (f.file.kind(node) !== 'string_literal') return undefined
  if (f.file.named(node).some((child) => f.file.kind(child).startsWith('interpolated'))) return undefined
  return stringText(f.tree, node, f.file.source.vocabulary) ?? f.file.text(node).replaceAll('"', '')
}

export function unwrapExpression(f: FunctionBuilder, node: number): number {
  let at = node
  for (;;) {
    const kind = f.file.kind(at)
    const isWrapper =
      kind === 'parenthesized_expression' ||
      kind === 'directly_assignable_expression' ||
      (kind === 'postfix_expression' && f.file.text(at).endsWith('!!'))
    const inside = isWrapper ? f.file.named(at) : []
    if (inside.length !== 1) return at
    at = inside[0]!
  }
}

/** The parts of `a.b` and of `a[b]`, however the grammar wraps them. */
export function suffixed(
  f: FunctionBuilder,
  value: number,
): { readonly object: number; readonly suffix: number } | undefined {
  const node = unwrapExpression(f, value)
  const kind = f.file.kind(node)
  if (!/^(?:navigation_expression|indexing_expression|directly_assignable_expression)$/.test(kind)) return undefined
  const [object, suffix] = f.file.named(node)
  return object === undefined || suffix === undefined ? undefined : { object, suffix }
}

/** The dotted names that an expression is, imports resolved. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapExpression(f, value), (node) => {
    switch (file.kind(node)) {
      case 'navigation_expression': {
        const both = suffixed(f, node)
        return both === undefined
          ? undefined
          : { name: memberName(f, both.suffix), before: unwrapExpression(f, both.object) }
      }
      case 'simple_identifier':
      case 'type_identifier': {
        const name = file.text(node)
        const variable = f.scope.lookup(name)
        if (variable?.member !== undefined && !variable.member.isStatic) return { first: `this.${name}` }
        if (variable !== undefined) return { first: variable.path ?? name }
        return { first: /^[A-Z]/.test(name) ? typePath(f, name) : name }
      }
      case 'this_expression':
        return { first: 'this' }
      case 'super_expression':
        return { first: 'super' }
      default:
        return undefined
    }
  })
}

export function typePath(f: FunctionBuilder, name: string): string {
  return BUILT_IN.has(name) ? name : classPath(f, name)
}

/** The name in `.name`. */
export function memberName(f: FunctionBuilder, suffix: number): string {
  const name = f.file.first(suffix)
  return name === -1 ? '' : f.file.text(name)
}

export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const both = suffixed(f, node)
  if (both === undefined) return undefined
  const { object, suffix } = both
  if (f.file.kind(suffix) === 'navigation_suffix') return { object, key: memberName(f, suffix) }
  const index = f.file.first(suffix)
  return index === -1 ? { object, key: undefined } : { object, key: keyOf(f, index), index }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  return f.file.kind(node) === 'integer_literal' ? f.file.text(node) : literalText(f, node)
}

/** Returns the type among the children of a node; undefined for none. */
export function typeIn(f: FunctionBuilder, node: number): string | undefined {
  for (const child of f.file.named(node)) {
    if (/^(?:user_type|nullable_type)$/.test(f.file.kind(child))) return typeName(f, child)
  }
  return undefined
}

export function typeName(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'nullable_type':
    case 'constructor_invocation':
      return typeName(f, file.first(node))
    case 'user_type': {
      const parts = file.named(node).filter((child) => file.kind(child) === 'type_identifier')
      const [first, ...rest] = parts.map((part) => file.text(part))
      if (first === undefined) return undefined
      return rest.length === 0 ? typePath(f, first) : [first, ...rest].join('.')
    }
    default:
      return undefined
  }
}

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, value: number): string | undefined {
  return f.file.within(() => readType(f, value))
}

function readType(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  const node = unwrapExpression(f, value)
  switch (file.kind(node)) {
    case 'simple_identifier': {
      const name = file.text(node)
      const variable = f.scope.lookup(name)
      if (variable === undefined) return /^[A-Z]/.test(name) ? typePath(f, name) : undefined
      return variable.isClass === true ? variable.path : variable.type
    }
    case 'navigation_expression': {
      const both = suffixed(f, node)
      if (both === undefined || file.kind(both.object) !== 'this_expression') return undefined
      const name = memberName(f, both.suffix)
      return firstNamed(classAround(f)?.fields, name)?.type
    }
    case 'call_expression': {
      const called = file.first(node)
      const isClass = file.kind(called) === 'simple_identifier' && /^[A-Z]/.test(file.text(called))
      return isClass ? pathOf(f, called) : undefined
    }
    case 'as_expression':
      return typeIn(f, node)
    default:
      return undefined
  }
}

/** Dotted names of annotations. */
export function annotationNames(f: FunctionBuilder, modifiers: number): string[] {
  const { file } = f
  if (modifiers === -1) return []
  return file.named(modifiers).flatMap((child) => {
    if (file.kind(child) !== 'annotation') return []
    const inner = file.first(child)
    const type = inner === -1 ? undefined : typeName(f, inner)
    return type ?? []
  })
}
