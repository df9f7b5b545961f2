import { stringText } from '../../../../match/view.ts'
import { classAround } from '../../classes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { dottedPath } from '../../paths.ts'
import { firstNamed } from '../../../named.ts'

const PARTS_MAX = 16

/** Wrapper types that the data flow treats as their content. */
export const WRAPPERS = new Set(
  'Option Result Box Arc Rc Mutex RwLock RefCell Cell Cow Pin Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Data State Extension Lazy OnceLock OnceCell LazyLock Weak'.split(
    ' ',
  ),
)

/** Methods that return their receiver, or a reference to it. */
const SAME = new Set(
  'clone lock read write borrow borrow_mut as_ref as_mut as_deref unwrap expect unwrap_or_default await to_owned into_inner get_ref get_mut by_ref ok upgrade'.split(
    ' ',
  ),
)

const NUMBERS =
  /^(?:[iu](?:8|16|32|64|128|size)|f(?:32|64)|bool|(?:.{1,200}\.)?(?:NonZero\w{1,20}|Uuid|IpAddr|Ipv[46]Addr|NaiveDate))$/

/** Whether no text of an attacker fits into a type. */
export function isNumber(type: string | undefined): boolean {
  return type !== undefined && NUMBERS.test(type)
}

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  return /^(?:raw_)?string_literal$/.test(f.file.kind(node))
    ? stringText(f.tree, node, f.file.source.vocabulary)
    : undefined
}

/** Returns an expression without parentheses, references and dereferences: `(x)`, `&x`, `*x`. */
export function unwrapExpression(f: FunctionBuilder, node: number): number {
  const { file } = f
  let at = node
  for (let depth = 0; depth < PARTS_MAX; depth += 1) {
    const kind = file.kind(at)
    const isSame =
      kind === 'parenthesized_expression' ||
      kind === 'reference_expression' ||
      (kind === 'unary_expression' && file.hasToken(at, '*'))
    const inner = isSame ? (file.named(at).at(-1) ?? -1) : -1
    if (inner === -1) return at
    at = inner
  }
  return at
}

/** Returns the dotted name of an expression, with the first part resolved by `use`. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapExpression(f, value), (node) => {
    switch (file.kind(node)) {
      case 'scoped_identifier':
      case 'scoped_type_identifier': {
        const path = file.child(node, 'path')
        const name = file.text(file.child(node, 'name'))
        return path === -1 ? { first: name } : { name, before: path }
      }
      case 'field_expression':
        return { name: file.text(file.child(node, 'field')), before: unwrapExpression(f, file.child(node, 'value')) }
      case 'generic_function':
        return { name: '', before: file.child(node, 'function') }
      case 'generic_type':
      case 'qualified_type':
        return { name: '', before: file.child(node, 'type') }
      case 'bracketed_type':
        return { name: '', before: file.first(node) }
      case 'identifier':
      case 'type_identifier':
      case 'primitive_type':
        return { first: nameOf(f, file.text(node)) }
      case 'self':
      case 'super':
      case 'crate':
        return { first: file.text(node) }
      default:
        return undefined
    }
  })
}

function nameOf(f: FunctionBuilder, name: string): string {
  if (name === 'Self') return f.file.classNames.at(-1) ?? name
  return f.scope.lookup(name)?.path ?? name
}

export function memberReference(f: FunctionBuilder, value: number): MemberReference | undefined {
  const { file } = f
  const node = unwrapExpression(f, value)
  switch (file.kind(node)) {
    case 'field_expression':
      return { object: file.child(node, 'value'), key: file.text(file.child(node, 'field')) }
    case 'index_expression': {
      const [object, index = -1] = file.named(node)
      return object === undefined ? undefined : { object, key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

export function keyOf(f: FunctionBuilder, value: number): string | undefined {
  if (value === -1) return undefined
  const node = unwrapExpression(f, value)
  return f.file.kind(node) === 'integer_literal' ? f.file.text(node) : literalText(f, node)
}

/** Returns the name of a type, without references, lifetimes and wrappers. */
export function typeName(f: FunctionBuilder, node: number, depth = 0): string | undefined {
  const { file } = f
  if (node === -1 || depth > PARTS_MAX) return undefined
  switch (file.kind(node)) {
    case 'type_identifier':
    case 'identifier':
    case 'primitive_type':
      return nameOf(f, file.text(node))
    case 'scoped_type_identifier':
    case 'scoped_identifier':
      return pathOf(f, node)
    case 'reference_type':
    case 'pointer_type':
      return typeName(f, file.child(node, 'type'), depth + 1)
    case 'dynamic_type':
    case 'abstract_type':
      return typeName(f, file.child(node, 'trait'), depth + 1)
    case 'bounded_type':
    case 'bracketed_type':
      return typeName(f, file.first(node), depth + 1)
    case 'generic_type': {
      const base = typeName(f, file.child(node, 'type'), depth + 1)
      if (base === undefined || !WRAPPERS.has(base.slice(base.lastIndexOf('.') + 1))) return base
      const list = file.child(node, 'type_arguments')
      const inner = (list === -1 ? [] : file.named(list)).find((item) => file.kind(item) !== 'lifetime')
      return (inner === undefined ? undefined : typeName(f, inner, depth + 1)) ?? base
    }
    default:
      return undefined
  }
}

/** Returns the declared type of an expression, or the type that its constructor's name shows. */
export function typeOf(f: FunctionBuilder, value: number, depth = 0): string | undefined {
  const { file } = f
  if (depth > PARTS_MAX) return undefined
  const node = unwrapExpression(f, value)
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'self':
      return classAround(f)?.name
    case 'field_expression': {
      const object = typeOf(f, file.child(node, 'value'), depth + 1)
      const name = file.text(file.child(node, 'field'))
      const struct = object === undefined ? undefined : firstNamed(file.classes, object)
      return firstNamed(struct?.fields, name)?.type
    }
    case 'try_expression':
    case 'await_expression':
      return typeOf(f, file.first(node), depth + 1)
    case 'struct_expression':
      return typeName(f, file.child(node, 'name'))
    case 'type_cast_expression':
      return typeName(f, file.child(node, 'type'))
    case 'call_expression':
      return typeOfCall(f, node, depth)
    default:
      return undefined
  }
}

/** Returns the type of a call: `Type::new(…)` has type `Type`; `x.clone()` has the type of `x`. */
function typeOfCall(f: FunctionBuilder, node: number, depth: number): string | undefined {
  const { file } = f
  const called = file.child(node, 'function')
  if (file.kind(called) === 'field_expression') {
    const method = file.text(file.child(called, 'field'))
    return SAME.has(method) ? typeOf(f, file.child(called, 'value'), depth + 1) : undefined
  }
  const parts = pathOf(f, called)?.split('.') ?? []
  const owner = parts.at(-2)
  return owner !== undefined && /^[A-Z]/.test(owner) && /^(?:new|from|default|with_capacity|open)/.test(parts.at(-1)!)
    ? parts.slice(0, -1).join('.')
    : undefined
}
