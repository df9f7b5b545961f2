import { classAround } from '../../classes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { unwrapParentheses, dottedPath } from '../../paths.ts'
import { stringText } from '../../../../match/view.ts'
import { classPath, typeName } from './types.ts'
import { firstNamed } from '../../../named.ts'

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  return f.file.kind(node) === 'string_literal' ? stringText(f.tree, node, f.file.source.vocabulary) : undefined
}

/** The dotted names that an expression is, imports resolved. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapParentheses(f, value), (node) => {
    switch (file.kind(node)) {
      case 'field_access':
      case 'scoped_identifier': {
        const isAccess = file.kind(node) === 'field_access'
        const name = file.child(node, isAccess ? 'field' : 'name')
        if (file.kind(name) === 'this') return { first: 'this' }
        return { name: file.text(name), before: unwrapParentheses(f, file.child(node, isAccess ? 'object' : 'scope')) }
      }
      case 'identifier': {
        const name = file.text(node)
        const variable = f.scope.lookup(name)
        if (variable?.member !== undefined && !variable.member.isStatic) return { first: `this.${name}` }
        if (variable !== undefined) return { first: variable.path ?? name }
        return { first: /^[A-Z]/.test(name) ? classPath(f, name) : name }
      }
      case 'this':
      case 'super':
        return { first: file.text(node) }
      default:
        return undefined
    }
  })
}

export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'field_access':
      return { object: file.child(node, 'object'), key: file.text(file.child(node, 'field')) }
    case 'array_access': {
      const index = file.child(node, 'index')
      return { object: file.child(node, 'array'), key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  return node !== -1 && f.file.kind(node) === 'decimal_integer_literal' ? f.file.text(node) : undefined
}

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  const node = unwrapParentheses(f, value)
  switch (file.kind(node)) {
    case 'identifier': {
      const name = file.text(node)
      const variable = f.scope.lookup(name)
      if (variable === undefined && /^[A-Z]/.test(name)) return classPath(f, name)
      return variable?.isClass === true ? variable.path : variable?.type
    }
    case 'field_access': {
      const object = file.child(node, 'object')
      const name = file.text(file.child(node, 'field'))
      if (file.kind(object) !== 'this') return undefined
      return firstNamed(classAround(f)?.fields, name)?.type
    }
    case 'object_creation_expression':
    case 'cast_expression':
      return typeName(f, file.child(node, 'type'))
    case 'string_literal':
      return 'java.lang.String'
    default:
      return undefined
  }
}

/** Dotted names of the annotations of a declaration. */
export function annotationNames(f: FunctionBuilder, node: number): string[] {
  const { file } = f
  const modifiers = file.ofKind(node, 'modifiers')
  if (modifiers === -1) return []
  return file.named(modifiers).flatMap((child) => {
    if (!file.kind(child).endsWith('annotation')) return []
    const name = file.child(child, 'name')
    return name === -1 ? [] : (pathOf(f, name) ?? [])
  })
}

export function isStatic(f: FunctionBuilder, node: number): boolean {
  const modifiers = f.file.ofKind(node, 'modifiers')
  return modifiers !== -1 && f.file.hasToken(modifiers, 'static')
}
