import type { Variable } from '../../scopes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { dottedPath } from '../../paths.ts'
import { stringText } from '../../../../match/view.ts'

/** The text of a string without code in it; undefined for anything else. */
export function literalText(f: FunctionBuilder, node: number): string | undefined {
  const kind = f.file.kind(node)
  return kind === 'string' || kind === 'template_string'
    ? stringText(f.tree, node, f.file.source.vocabulary)
    : undefined
}

/** The expression within parentheses, types and assertions. */
export function unwrapExpression(f: FunctionBuilder, node: number): number {
  let at = node
  for (;;) {
    switch (f.file.kind(at)) {
      case 'parenthesized_expression':
      case 'non_null_expression':
      case 'as_expression':
      case 'satisfies_expression':
      case 'instantiation_expression': {
        const inner = f.file.first(at)
        if (inner === -1) return at
        at = inner
        break
      }
      case 'type_assertion': {
        const inner = f.file.named(at).at(-1)
        if (inner === undefined) return at
        at = inner
        break
      }
      default:
        return at
    }
  }
}

/** The dotted names that an expression is, with imports resolved. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(unwrapExpression(f, value), (node) => {
    switch (file.kind(node)) {
      case 'member_expression':
        return {
          name: file.text(file.child(node, 'property')),
          before: unwrapExpression(f, file.child(node, 'object')),
        }
      case 'subscript_expression': {
        const index = file.child(node, 'index')
        const key = index === -1 ? undefined : literalText(f, index)
        return key === undefined ? undefined : { name: key, before: unwrapExpression(f, file.child(node, 'object')) }
      }
      case 'identifier':
      case 'type_identifier':
        return { first: nameOf(file.text(node), f.scope.lookup(file.text(node))) }
      case 'this':
      case 'super':
      case 'meta_property':
      case 'import':
        return { first: file.text(node) }
      case 'call_expression': {
        const module = requiredModule(f, node)
        return module === undefined ? undefined : { first: plainModule(module) }
      }
      default:
        return undefined
    }
  })
}

function nameOf(name: string, variable: Variable | undefined): string {
  return variable?.path ?? name
}

/** A module as rules name it. */
export function plainModule(module: string): string {
  return module.startsWith('node:') ? module.slice('node:'.length) : module
}

/** Returns the module of `require('m')`, where `require` is not shadowed. */
export function requiredModule(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (file.kind(node) !== 'call_expression') return undefined
  const called = file.child(node, 'function')
  if (called === -1 || file.kind(called) !== 'identifier' || file.text(called) !== 'require') return undefined
  if (f.scope.lookup('require') !== undefined) return undefined
  const list = file.child(node, 'arguments')
  const only = list === -1 ? -1 : file.first(list)
  return only === -1 ? undefined : literalText(f, only)
}

/** Returns a type as written, with resolved imports and without type arguments: `Repository` of `Repository<User>`. */
export function typeName(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  let node = value
  if (node !== -1 && file.kind(node) === 'type_annotation') node = file.first(node)
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'generic_type':
      return typeName(f, file.child(node, 'name'))
    case 'nested_type_identifier':
    case 'nested_identifier':
    case 'identifier':
    case 'type_identifier':
    case 'predefined_type': {
      const text = file.text(node)
      const dot = text.indexOf('.')
      const first = dot === -1 ? text : text.slice(0, dot)
      return nameOf(first, f.scope.lookup(first)) + (dot === -1 ? '' : text.slice(dot))
    }
    case 'array_type': {
      const inner = typeName(f, file.first(node))
      return inner === undefined ? undefined : `${inner}[]`
    }
    case 'union_type': {
      // `User | null` is a user, or nothing to follow.
      const real = file.named(node).filter((child) => !/^(?:null|undefined)$/.test(file.text(child)))
      return real.length === 1 ? typeName(f, real[0]!) : undefined
    }
    default:
      return undefined
  }
}

/** Dotted names of the decorators among the children of a node, or before it. */
export function decoratorNames(f: FunctionBuilder, nodes: readonly number[]): string[] {
  const marks: string[] = []
  for (const node of nodes) {
    const inner = f.file.first(node)
    if (inner === -1) continue
    const name = f.file.kind(inner) === 'call_expression' ? f.file.child(inner, 'function') : inner
    const path = pathOf(f, name)
    if (path !== undefined) marks.push(path)
  }
  return marks
}
