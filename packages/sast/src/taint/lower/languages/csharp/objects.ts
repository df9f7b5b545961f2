import type { Register } from '../../../ir.ts'
import { makeList } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { plainName } from './names.ts'

/** `{ a, b }`, `new[] { a, b }`. */
export function elements(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const inside = file.kind(node) === 'initializer_expression' ? node : file.ofKind(node, 'initializer_expression')
  const values = inside === -1 ? [] : file.named(inside).map((child) => evaluate(f, child))
  return makeList(f, values, node)
}

/** `new { a, X = b }`. */
export function anonymousObject(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const entries: { key: string | undefined; value: Register }[] = []
  let key: string | undefined
  for (let part = node + 1; part < tree.next[node]!; part = tree.next[part]!) {
    const kind = file.kind(part)
    if (kind === '=' || kind === ',' || kind === 'new' || kind === '{' || kind === '}' || kind === 'comment') continue
    const isName = tree.next[part]! < tree.next[node]! && file.kind(tree.next[part]!) === '='
    if (isName) key = file.text(part)
    else {
      const own = file.kind(part) === 'identifier' ? file.text(part) : plainName(f, file.child(part, 'name'))
      entries.push({ key: key ?? own, value: evaluate(f, part) })
      key = undefined
    }
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node })
  return to
}

/** Lowers `(a, N: b)`: members by position, and by name where it has names. */
export function tuple(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries = file.named(node).flatMap((child, index) => {
    const name = file.kind(child) === 'argument' ? file.child(child, 'name') : -1
    const value = evaluate(f, child)
    const own = { key: String(index), value }
    return name === -1 ? [own] : [own, { key: file.text(name), value }]
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node })
  return to
}

/** Lowers `a with { B = c }`: a copy with other values for some members. */
export function withExpression(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const [object, ...changes] = file.named(node)
  const all = [evaluate(f, object ?? -1)]
  const entries = changes.flatMap((change) => {
    const [name, value] = file.named(change)
    const isPair = file.kind(change) === 'with_initializer' && name !== undefined && value !== undefined
    return isPair ? [{ key: file.text(name), value: evaluate(f, value) }] : []
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, node })
  return to
}
