import { stringText } from '../../../../match/view.ts'
import { classAround } from '../../classes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Place } from '../../handlers.ts'

const PARTS_MAX = 16

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  const kind = f.file.kind(node)
  if (kind !== 'string_literal' && kind !== 'raw_string_literal' && kind !== 'concatenated_string') return undefined
  return stringText(f.tree, node, f.file.source.vocabulary) ?? f.file.text(node)
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

/** `std::string` as dotted names, without what it is made of. */
export function dotted(f: FunctionBuilder, node: number): string {
  const { file } = f
  if (node === -1) return ''
  switch (file.kind(node)) {
    case 'qualified_identifier': {
      const scope = file.child(node, 'scope')
      const name = dotted(f, file.child(node, 'name'))
      return scope === -1 ? name : `${dotted(f, scope)}.${name}`
    }
    case 'template_type':
    case 'template_function':
    case 'template_method':
    case 'dependent_name':
      return dotted(f, file.child(node, 'name') === -1 ? file.first(node) : file.child(node, 'name'))
    case 'struct_specifier':
    case 'class_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      return dotted(f, file.child(node, 'name'))
    default:
      return file.text(node)
  }
}

/** The dotted names that an expression is. */
export function pathOf(f: FunctionBuilder, given: number): string | undefined {
  const { file } = f
  let after = ''
  let node = bare(f, given)
  for (let parts = 0; parts < PARTS_MAX && node !== -1; parts += 1) {
    switch (file.kind(node)) {
      case 'field_expression':
        after = `.${dotted(f, file.child(node, 'field'))}${after}`
        node = bare(f, file.child(node, 'argument'))
        break
      case 'identifier': {
        const variable = f.scope.lookup(file.text(node))
        const isOwn = variable?.member !== undefined && !variable.member.isStatic
        return (isOwn ? `this.${variable.name}` : file.text(node)) + after
      }
      case 'qualified_identifier':
      case 'template_function':
        return dotted(f, node) + after
      case 'this':
        return `this${after}`
      default:
        return undefined
    }
  }
  return undefined
}

/** The expression in brackets. */
export function indexOf(f: FunctionBuilder, node: number): number {
  const { file } = f
  const list = file.ofKind(node, 'subscript_argument_list')
  return list === -1 ? (file.named(node).at(-1) ?? -1) : file.first(list)
}

export function place(f: FunctionBuilder, given: number): Place | undefined {
  const { file } = f
  const node = bare(f, given)
  switch (file.kind(node)) {
    case 'field_expression':
      return { object: file.child(node, 'argument'), key: dotted(f, file.child(node, 'field')) }
    case 'subscript_expression': {
      const index = indexOf(f, node)
      return { object: file.child(node, 'argument'), key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  if (node === -1) return undefined
  return f.file.kind(node) === 'number_literal' ? f.file.text(node) : literalText(f, node)
}

/** The type that a declaration begins with. */
export function typeIn(f: FunctionBuilder, node: number): string | undefined {
  const type = f.file.child(node, 'type')
  if (type === -1 || f.file.kind(type) === 'placeholder_type_specifier') return undefined
  return dotted(f, type)
}

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, given: number): string | undefined {
  const { file } = f
  const node = bare(f, given)
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'field_expression': {
      if (file.kind(file.child(node, 'argument')) !== 'this') return undefined
      const name = file.text(file.child(node, 'field'))
      return classAround(f)?.fields.find((one) => one.name === name)?.type
    }
    case 'pointer_expression':
      return typeOf(f, file.child(node, 'argument'))
    case 'new_expression':
      return dotted(f, file.child(node, 'type'))
    default:
      return undefined
  }
}

interface Declared {
  /** The node of the name; -1 where there is none. */
  readonly name: number
  /** The node that has the parameters; -1 where it is no function. */
  readonly function: number
  /** How it holds its value; undefined: as such. */
  readonly holds: 'reference' | 'pointer' | 'array' | undefined
}

/** What a declarator names, past pointers, references, arrays and parentheses. */
export function declared(f: FunctionBuilder, given: number): Declared {
  const { file } = f
  let node = given
  let function_ = -1
  let holds: Declared['holds']
  for (let depth = 0; depth < PARTS_MAX && node !== -1; depth += 1) {
    switch (file.kind(node)) {
      case 'function_declarator':
        if (function_ === -1) function_ = node
        node = file.child(node, 'declarator')
        break
      case 'array_declarator':
        holds = 'array'
        node = file.child(node, 'declarator')
        break
      case 'init_declarator':
        node = file.child(node, 'declarator')
        break
      case 'pointer_declarator':
        // `int *a[3]` is an array, `int *f(int)` a function.
        if (function_ === -1) holds = 'pointer'
        node = file.child(node, 'declarator')
        break
      case 'reference_declarator':
        holds = file.hasToken(node, '&') ? 'reference' : holds
        node = file.named(node).at(-1) ?? -1
        break
      case 'parenthesized_declarator':
      case 'attributed_declarator':
        node = file.named(node).at(-1) ?? -1
        break
      default:
        return { name: node, function: function_, holds }
    }
  }
  return { name: node, function: function_, holds }
}
