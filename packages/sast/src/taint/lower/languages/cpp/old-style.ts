import { MISSING } from '../../../../tree/compact-tree.ts'
import { addParameter } from '../../classes.ts'
import { execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { declared, typeIn } from './names.ts'

/**
 * Statements at the top of a file. `int f(a) char *a; { … }`, as functions were written before 1989, reads as declarations
 * and a block; it is a function all the same.
 */
export function executeTop(f: FunctionBuilder, nodes: readonly number[]): void {
  for (let at = 0; at < nodes.length; at += 1) {
    const head = nodes[at]!
    let end = at + 1
    if (isHead(f, head)) while (end < nodes.length && f.file.kind(nodes[end]!) === 'declaration') end += 1
    const body = nodes[end]
    if (body === undefined || !isHead(f, head) || f.file.kind(body) !== 'compound_statement') {
      execute(f, head)
      continue
    }
    define(f, head, nodes.slice(at + 1, end), body)
    at = end
  }
}

/** Returns the name of a function with a K&R-style head; -1 for none. */
export function oldName(f: FunctionBuilder, node: number): number {
  return isHead(f, node) ? declared(f, f.file.child(node, 'declarator')).name : -1
}

/** Whether a declaration has no final semicolon. */
function isHead(f: FunctionBuilder, node: number): boolean {
  const { tree, file } = f
  if (file.kind(node) !== 'declaration') return false
  const last = tree.next[node]! - 1
  return (tree.flags[last]! & MISSING) !== 0 && tree.parent[last] === node
}

function define(f: FunctionBuilder, head: number, declarations: readonly number[], body: number): void {
  const { file } = f
  const { name, function: holder } = declared(f, file.child(head, 'declarator'))
  if (name === -1) return
  const text = file.text(name)
  const list = holder === -1 ? file.child(file.child(head, 'declarator'), 'value') : file.child(holder, 'parameters')
  const returnType = typeIn(f, head)
  const shape = { name: text, node: head, kind: 'function', outer: f } as const
  const id = file.function(returnType === undefined ? shape : { ...shape, returnType }, (inner) => {
    const types = new Map(declarations.flatMap((declaration) => typesOf(inner, declaration)))
    for (const item of list === -1 ? [] : file.named(list)) {
      const own = file.text(item)
      const known = types.get(own)
      const node = known?.node ?? item
      const variable = addParameter(inner, { name: own, node, nameNode: node, type: known?.type })
      if (known?.holds !== undefined) variable.holds = known.holds
    }
    execute(inner, body)
  })
  const to = f.register()
  f.emit({ op: 'function', to, id, node: head })
  const variable = f.scope.root().declare(text)
  if (returnType !== undefined) variable.returns = returnType
  writeVariable(f, variable, to, name)
}

interface Known {
  readonly node: number
  readonly type: string | undefined
  readonly holds: 'reference' | 'pointer' | 'array' | undefined
}

function typesOf(f: FunctionBuilder, declaration: number): readonly (readonly [string, Known])[] {
  const { file } = f
  const written = typeIn(f, declaration)
  const isPrimitive = file.kind(file.child(declaration, 'type')) === 'primitive_type'
  return file.childrenIn(declaration, 'declarator').map((child) => {
    const { name, holds } = declared(f, child)
    const type = holds !== undefined && isPrimitive ? `${written}*` : written
    return [name === -1 ? '' : file.text(name), { node: name === -1 ? child : name, type, holds }] as const
  })
}
