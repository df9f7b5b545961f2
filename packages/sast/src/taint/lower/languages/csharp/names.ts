import { classAround } from '../../classes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { unwrapParentheses, dottedPath } from '../../paths.ts'
import { stringText } from '../../../../match/view.ts'
import { firstNamed } from '../../../named.ts'

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  switch (f.file.kind(node)) {
    case 'string_literal':
    case 'raw_string_literal':
      return stringText(f.tree, node, f.file.source.vocabulary) ?? f.file.text(node)
    case 'verbatim_string_literal':
      return f.file.text(node).slice(2, -1)
    default:
      return undefined
  }
}

/** Returns the name in a node without type arguments. */
export function plainName(f: FunctionBuilder, node: number): string {
  if (node === -1) return ''
  if (f.file.kind(node) !== 'generic_name') return f.file.text(node)
  const inner = f.file.first(node)
  return inner === -1 ? '' : f.file.text(inner)
}

/** Returns the dotted name of an expression; library names stay as written. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapParentheses(f, value), (node) => {
    switch (file.kind(node)) {
      case 'member_access_expression':
        return {
          name: plainName(f, file.child(node, 'name')),
          before: unwrapParentheses(f, file.child(node, 'expression')),
        }
      case 'qualified_name':
        return { first: file.text(node).replaceAll(/\s/g, '') }
      case 'identifier':
      case 'generic_name': {
        const name = plainName(f, node)
        const variable = f.scope.lookup(name)
        if (variable?.member !== undefined && !variable.member.isStatic) return { first: `this.${name}` }
        return { first: variable?.path ?? name }
      }
      case 'predefined_type':
        return { first: file.text(node) }
      case 'this':
        return { first: 'this' }
      case 'base':
        return { first: 'super' }
      default:
        return undefined
    }
  })
}

/** The expression in brackets. */
export function indexOf(f: FunctionBuilder, list: number): number {
  const { file } = f
  if (list === -1) return -1
  const argument = file.kind(list) === 'argument' ? list : file.first(list)
  return argument === -1 ? -1 : (file.named(argument).at(-1) ?? -1)
}

export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'member_access_expression':
      return { object: file.child(node, 'expression'), key: plainName(f, file.child(node, 'name')) }
    case 'element_access_expression': {
      const index = indexOf(f, file.child(node, 'subscript'))
      return { object: file.child(node, 'expression'), key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  if (node === -1) return undefined
  return f.file.kind(node) === 'integer_literal' ? f.file.text(node) : literalText(f, node)
}

/** Returns a type as written, without type arguments. */
export function typeName(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'identifier':
    case 'generic_name': {
      const name = plainName(f, node)
      return f.scope.lookup(name)?.path ?? name
    }
    case 'qualified_name':
      return file
        .text(node)
        .replaceAll(/\s/g, '')
        .replace(/<.{0,500}$/s, '')
    case 'predefined_type':
      return file.text(node)
    case 'nullable_type':
    case 'ref_type':
      return typeName(f, file.first(node))
    case 'array_type': {
      const inner = typeName(f, file.child(node, 'type'))
      return inner === undefined ? undefined : `${inner}[]`
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
  const node = unwrapParentheses(f, value)
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'identifier': {
      const variable = f.scope.lookup(file.text(node))
      return variable?.isClass === true ? variable.path : variable?.type
    }
    case 'member_access_expression': {
      const object = file.child(node, 'expression')
      if (object === -1 || file.kind(object) !== 'this') return undefined
      const name = plainName(f, file.child(node, 'name'))
      return firstNamed(classAround(f)?.fields, name)?.type
    }
    case 'object_creation_expression':
    case 'cast_expression':
      return typeName(f, file.child(node, 'type'))
    case 'as_expression':
      return typeName(f, file.child(node, 'right'))
    case 'string_literal':
      return 'string'
    default:
      return undefined
  }
}

/** Dotted names of attributes. */
export function attributeNames(f: FunctionBuilder, node: number): string[] {
  const { file } = f
  return file.named(node).flatMap((list) => {
    if (file.kind(list) !== 'attribute_list') return []
    return file.named(list).map((child) => plainName(f, file.child(child, 'name')))
  })
}

export function hasModifier(f: FunctionBuilder, node: number, ...wanted: readonly string[]): boolean {
  const { file } = f
  return file.named(node).some((child) => file.kind(child) === 'modifier' && wanted.includes(file.text(child)))
}
