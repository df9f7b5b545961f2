import { stringText } from '../../../../match/view.ts'
import type { BuildingClass } from '../../file-builder.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Place } from '../../handlers.ts'

const PARTS_MAX = 16

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  return f.file.kind(node).endsWith('string_literal') ? stringText(f.tree, node, f.file.source.vocabulary) : undefined
}

export function bare(f: FunctionBuilder, node: number): number {
  let at = node
  while (f.file.kind(at) === 'parenthesized_expression') {
    const inner = f.file.first(at)
    if (inner === -1) return at
    at = inner
  }
  return at
}

/** The dotted names that an expression is, with packages by their own names. */
export function pathOf(f: FunctionBuilder, given: number): string | undefined {
  const { file } = f
  let after = ''
  let node = bare(f, given)
  for (let parts = 0; parts < PARTS_MAX; parts += 1) {
    switch (file.kind(node)) {
      case 'selector_expression':
        after = `.${file.text(file.child(node, 'field'))}${after}`
        node = bare(f, file.child(node, 'operand'))
        break
      case 'identifier':
      case 'type_identifier': {
        const name = file.text(node)
        return (f.scope.lookup(name)?.path ?? name) + after
      }
      default:
        return undefined
    }
  }
  return undefined
}

export function place(f: FunctionBuilder, given: number): Place | undefined {
  const { file } = f
  const node = bare(f, given)
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

/** A type as it is written, packages by their own names, without pointers and what it is made of. */
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
    case 'slice_type':
    case 'array_type': {
      const inner = typeName(f, file.child(node, 'element'))
      return inner === undefined ? undefined : `${inner}[]`
    }
    default:
      return undefined
  }
}

/** The class of a struct of this package: methods may be written in a file without the struct. */
export function structOf(f: FunctionBuilder, name: string, node: number): BuildingClass {
  return f.file.classes.find((one) => one.name === name) ?? f.file.class(name, node, [], [])
}

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, given: number): string | undefined {
  const { file } = f
  const node = bare(f, given)
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'selector_expression': {
      const object = typeOf(f, file.child(node, 'operand'))
      const name = file.text(file.child(node, 'field'))
      const struct = object === undefined ? undefined : file.classes.find((one) => one.name === object)
      return struct?.fields.find((one) => one.name === name)?.type
    }
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
