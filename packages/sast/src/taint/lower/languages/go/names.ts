import { stringText } from '../../../../match/view.ts'
import type { BuildingClass } from '../../file-builder.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { unwrapParentheses, dottedPath } from '../../paths.ts'
import { firstNamed } from '../../../named.ts'

/** Gatehouse-specific limit: maximum depth of embedded structs. */
const DEPTH_MAX = 8

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  return f.file.kind(node).endsWith('string_literal') ? stringText(f.tree, node, f.file.source.vocabulary) : undefined
}

/** The dotted names that an expression is, with packages by their own names. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapParentheses(f, value), (node) => {
    switch (file.kind(node)) {
      case 'selector_expression':
        return { name: file.text(file.child(node, 'field')), before: unwrapParentheses(f, file.child(node, 'operand')) }
      case 'identifier':
      case 'type_identifier': {
        const name = file.text(node)
        return { first: f.scope.lookup(name)?.path ?? name }
      }
      default:
        return undefined
    }
  })
}

export function memberReference(f: FunctionBuilder, value: number): MemberReference | undefined {
  const { file } = f
  const node = unwrapParentheses(f, value)
  switch (file.kind(node)) {
    case 'selector_expression':
      return { object: file.child(node, 'operand'), key: file.text(file.child(node, 'field')) }
    case 'index_expression': {
      const index = file.child(node, 'index')
      return { object: file.child(node, 'operand'), key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  if (node === -1) return undefined
  return f.file.kind(node) === 'int_literal' ? f.file.text(node) : literalText(f, node)
}

/** Returns a type as written, with full package names, without pointers and type arguments. */
export function typeName(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'type_identifier':
      return file.text(node)
    case 'pointer_type':
    case 'parenthesized_type':
      return typeName(f, file.first(node))
    case 'generic_type':
      return typeName(f, file.child(node, 'type'))
    case 'qualified_type': {
      const name = file.text(file.child(node, 'package'))
      return `${f.scope.lookup(name)?.path ?? name}.${file.text(file.child(node, 'name'))}`
    }
    case 'channel_type':
      return 'chan'
    case 'slice_type':
    case 'array_type': {
      const inner = typeName(f, file.child(node, 'element'))
      return inner === undefined ? undefined : `${inner}[]`
    }
    default:
      return undefined
  }
}

/** A struct or an interface of this file. */
export function structNamed(f: FunctionBuilder, type: string | undefined): BuildingClass | undefined {
  return type === undefined ? undefined : firstNamed(f.file.classes, type)
}

/** Returns the type of a field of a struct, or of an embedded struct. */
function fieldType(f: FunctionBuilder, type: string | undefined, name: string, depth = 0): string | undefined {
  const struct = structNamed(f, type)
  if (struct === undefined || depth > DEPTH_MAX) return undefined
  const own = firstNamed(struct.fields, name)
  if (own !== undefined) return own.type
  for (const item of struct.supers) {
    const found = fieldType(f, item, name, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, value: number): string | undefined {
  return f.file.within(() => readType(f, value))
}

function readType(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  const node = unwrapParentheses(f, value)
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'selector_expression': {
      const name = file.text(file.child(node, 'field'))
      return fieldType(f, typeOf(f, file.child(node, 'operand')), name)
    }
    case 'call_expression':
      return typeOfCall(f, node)
    case 'unary_expression':
      return typeOf(f, file.child(node, 'operand'))
    case 'composite_literal':
    case 'type_assertion_expression':
    case 'type_conversion_expression':
      return typeName(f, file.child(node, 'type'))
    default:
      return undefined
  }
}

/** Returns the type of `make(T)`, `new(T)`, and of calls to functions of this file. */
function typeOfCall(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  const called = unwrapParentheses(f, file.child(node, 'function'))
  if (file.kind(called) !== 'identifier') return undefined
  const name = file.text(called)
  const variable = f.scope.lookup(name)
  if (variable !== undefined) return variable.returns
  const list = file.child(node, 'arguments')
  const first = list === -1 ? -1 : file.first(list)
  return name === 'make' || name === 'new' ? typeName(f, first) : undefined
}

/** Returns the expressions in a field, one or several. */
export function expressionsIn(f: FunctionBuilder, node: number, field: string): number[] {
  const { file } = f
  const at = file.child(node, field)
  if (at === -1) return []
  return file.kind(at) === 'expression_list' ? file.named(at) : [at]
}
