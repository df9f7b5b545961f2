import { stringText } from '../../../../match/view.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { dottedPath } from '../../paths.ts'
import type { Scope, Variable } from '../../scopes.ts'

/** Returns the local variable of a name: methods do not see outer variables, blocks do. */
export function localOf(f: FunctionBuilder, name: string): Variable | undefined {
  let scope: Scope | undefined = f.scope
  while (scope !== undefined) {
    const own = scope.own(name)
    if (own !== undefined) return own
    const outer: Scope | undefined = scope.outer
    if (outer !== undefined && outer.owner !== scope.owner && scope.owner.isIsolated) return undefined
    scope = outer
  }
  return undefined
}

/** The text of a string or symbol without code in it. */
export function literalText(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'simple_symbol':
      return file.text(node).slice(1)
    case 'hash_key_symbol':
      return file.text(node)
    case 'string':
    case 'bare_string': {
      const inside = file.named(node)
      if (inside.some((item) => file.kind(item) === 'interpolation')) return undefined
      return stringText(f.tree, node, file.source.vocabulary) ?? inside.map((item) => file.text(item)).join('')
    }
    default:
      return undefined
  }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  if (node === -1) return undefined
  return f.file.kind(node) === 'integer' ? f.file.text(node) : literalText(f, node)
}

/** The dotted names that an expression is. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  return dottedPath(value, (node) => {
    switch (file.kind(node)) {
      case 'scope_resolution': {
        const scope = file.child(node, 'scope')
        const name = file.text(file.child(node, 'name'))
        return scope === -1 ? { first: name } : { name, before: scope }
      }
      case 'call': {
        const receiver = file.child(node, 'receiver')
        const method = file.child(node, 'method')
        if (receiver === -1 || method === -1 || file.child(node, 'arguments') !== -1) return undefined
        return { name: file.text(method), before: receiver }
      }
      case 'identifier':
      case 'constant':
      case 'global_variable':
        return { first: file.text(node) }
      case 'self':
        return { first: 'this' }
      case 'instance_variable':
        return { first: `this.${file.text(node).slice(1)}` }
      default:
        return undefined
    }
  })
}

/** `a[b]` and `a.b`. */
export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'element_reference': {
      const [object, index] = file.named(node)
      if (object === undefined) return undefined
      return index === undefined ? { object, key: undefined } : { object, key: keyOf(f, index), index }
    }
    case 'call': {
      const object = file.child(node, 'receiver')
      const method = file.child(node, 'method')
      return object === -1 || method === -1 ? undefined : { object, key: file.text(method) }
    }
    default:
      return undefined
  }
}

/** The class that a constant or `A.new` is. */
export function typeOf(f: FunctionBuilder, node: number): string | undefined {
  return f.file.within(() => readType(f, node))
}

function readType(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'constant':
    case 'scope_resolution':
      return pathOf(f, node)
    case 'identifier':
      return localOf(f, file.text(node))?.type
    case 'call': {
      const method = file.child(node, 'method')
      const receiver = file.child(node, 'receiver')
      if (method === -1 || receiver === -1 || file.text(method) !== 'new') return undefined
      return pathOf(f, receiver)
    }
    default:
      return undefined
  }
}
