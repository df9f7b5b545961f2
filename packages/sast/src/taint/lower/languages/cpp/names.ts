import { stringText } from '../../../../match/view.ts'
import { classAround } from '../../classes.ts'
import type { Register } from '../../../ir.ts'
import type { BuildingClass } from '../../file-builder.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { unwrapParentheses, dottedPath } from '../../paths.ts'
import { readName, readVariable } from '../../names.ts'
import { allEnding, firstNamed } from '../../../named.ts'

/** Own limit: a declaration with more parts around its name declares nothing. */
const PARTS_MAX = 16

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  const kind = f.file.kind(node)
  if (kind !== 'string_literal' && kind !== 'raw_string_literal' && kind !== 'concatenated_string') return undefined
  return stringText(f.tree, node, f.file.source.vocabulary) ?? f.file.text(node)
}

/** Returns `std::string` as a dotted name, without template arguments. */
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
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapParentheses(f, value), (node) => {
    switch (file.kind(node)) {
      case 'field_expression':
        return {
          name: dotted(f, file.child(node, 'field')),
          before: unwrapParentheses(f, file.child(node, 'argument')),
        }
      case 'identifier': {
        const variable = f.scope.lookup(file.text(node))
        const isOwn = variable?.member !== undefined && !variable.member.isStatic
        return { first: isOwn ? `this.${variable.name}` : file.text(node) }
      }
      case 'qualified_identifier':
      case 'template_function':
        return { first: dotted(f, node) }
      case 'this':
        return { first: 'this' }
      default:
        return undefined
    }
  })
}

/** The expression in brackets. */
export function indexOf(f: FunctionBuilder, node: number): number {
  const { file } = f
  const list = file.ofKind(node, 'subscript_argument_list')
  return list === -1 ? (file.named(node).at(-1) ?? -1) : file.first(list)
}

export function memberReference(f: FunctionBuilder, value: number): MemberReference | undefined {
  const { file } = f
  const node = unwrapParentheses(f, value)
  switch (file.kind(node)) {
    case 'field_expression':
      return { object: file.child(node, 'argument'), key: memberKey(f, node) }
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

/** Members of a pair, by their standard names. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['first', '0'],
  ['second', '1'],
])

/** The key of a member that has this name. */
export function keyNamed(name: string): string {
  return PARTS.get(name) ?? name
}

/** Of `a.b` the key. */
export function memberKey(f: FunctionBuilder, node: number): string {
  return keyNamed(dotted(f, f.file.child(node, 'field')))
}

/** Returns the value of a qualified name; where the full path is unknown, by the unqualified name. */
export function readPath(f: FunctionBuilder, path: string, node: number): Register {
  if (f.scope.lookup(path) !== undefined || path.startsWith('std.')) return readName(f, path, node)
  const own = path.slice(path.lastIndexOf('.') + 1)
  const known = f.scope.root().own(own)
  return known === undefined ? readName(f, path, node) : readVariable(f, known, node)
}

/** Smart pointer types. */
const POINTERS =
  /^(?:std\.|boost\.|absl\.)?(?:unique_ptr|shared_ptr|weak_ptr|scoped_ptr|intrusive_ptr|QSharedPointer|QScopedPointer)$/
/** Functions that create smart pointers. */
const MAKERS = /^(?:std\.|boost\.|absl\.)?(?:make_unique|make_shared|make_unique_for_overwrite)$/

/** Returns the target type of a smart pointer; undefined for other types. */
export function pointee(f: FunctionBuilder, type: number): string | undefined {
  if (type === -1 || !POINTERS.test(dotted(f, type))) return undefined
  return typeArgument(f, type)
}

/** Returns the type that a smart pointer factory creates, by its callee; undefined for other calls. */
export function constructedType(f: FunctionBuilder, called: number): string | undefined {
  return called !== -1 && MAKERS.test(dotted(f, called)) ? typeArgument(f, called) : undefined
}

/** The first type in angle brackets. */
function typeArgument(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  let node = value
  while (node !== -1 && file.kind(node) === 'qualified_identifier') node = file.child(node, 'name')
  const list = node === -1 ? -1 : file.child(node, 'arguments')
  const first = list === -1 ? -1 : file.first(list)
  if (first === -1 || file.kind(first) !== 'type_descriptor') return undefined
  return dotted(f, file.child(first, 'type'))
}

/** Returns the type of a declaration. For a smart pointer, its target type. */
export function typeIn(f: FunctionBuilder, node: number): string | undefined {
  const type = f.file.child(node, 'type')
  if (type === -1 || f.file.kind(type) === 'placeholder_type_specifier') return undefined
  return pointee(f, type) ?? dotted(f, type)
}

/** Standard library types that are constructed by a declaration alone. */
const OBJECTS =
  /^std\.(?:w?string|vector|deque|list|array|span|string_view|(?:unordered_)?(?:multi)?(?:map|set)|[io]?stringstream)$/

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, value: number): string | undefined {
  return f.file.within(() => readType(f, value))
}

function readType(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  const node = unwrapParentheses(f, value)
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'field_expression': {
      const object = file.child(node, 'argument')
      const type = file.kind(object) === 'this' ? undefined : typeOf(f, object)
      const owner = file.kind(object) === 'this' ? classAround(f) : classNamed(f, type)
      const name = file.text(file.child(node, 'field'))
      return firstNamed(owner?.fields, name)?.type
    }
    case 'call_expression': {
      const called = file.child(node, 'function')
      const output = constructedType(f, called)
      if (output !== undefined) return output
      const path = dotted(f, called)
      if (OBJECTS.test(path)) return path
      if (file.kind(called) !== 'identifier') return undefined
      const variable = f.scope.lookup(file.text(called))
      return variable?.isClass === true ? file.text(called) : variable?.returns
    }
    case 'pointer_expression':
      return typeOf(f, file.child(node, 'argument'))
    case 'new_expression':
      return dotted(f, file.child(node, 'type'))
    default:
      return undefined
  }
}

/** A class of this file. */
export function classNamed(f: FunctionBuilder, type: string | undefined): BuildingClass | undefined {
  if (type === undefined) return undefined
  return allEnding(f.file.classes, type)[0]
}

interface Declared {
  /** Node of the name; -1 for none. */
  readonly name: number
  /** Node with the parameters; -1 if it is no function. */
  readonly function: number
  /** Indirection of its value; undefined: none. */
  readonly holds: 'reference' | 'pointer' | 'array' | undefined
}

/** Returns the declared name through pointers, references, arrays and parentheses. */
export function declared(f: FunctionBuilder, value: number): Declared {
  const { file } = f
  let node = value
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
