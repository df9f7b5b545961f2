import type { Register } from '../../../ir.ts'
import { forEach } from '../../control.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'

/** Lowers `from a in b where … select c`: a loop that fills a list. */
export function query(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const result = f.register()
  f.emit({ op: 'make', to: result, entries: [], all: [], isList: true, node: file.first(node) })
  f.scoped(() => clauses(f, file.named(node), 0, result))
  return f.combine('either', [result], node)
}

function clauses(f: FunctionBuilder, nodes: readonly number[], at: number, result: Register): void {
  const { file } = f
  const item = nodes[at]
  if (item === undefined) return
  const kind = file.kind(item)
  if (kind === 'from_clause' || kind === 'join_clause') {
    const name_ = file.child(item, 'name')
    const values = file.named(item).filter((child) => child !== name_ && child !== file.child(item, 'type'))
    const list = evaluate(f, values[0] ?? -1)
    const variable = f.scope.declare(name_ === -1 ? '' : file.text(name_))
    forEach(
      f,
      list,
      'members',
      item,
      (value) => f.set(variable.register, value, name_ === -1 ? item : name_),
      () => clauses(f, nodes, at + 1, result),
    )
    return
  }
  const parts = file.named(item)
  if (kind === 'let_clause') {
    const [target, value] = parts
    const current = evaluate(f, value ?? -1)
    if (target !== undefined) f.set(f.scope.declare(file.text(target)).register, current, target)
  } else {
    const values = parts.map((part) => evaluate(f, part))
    if (kind === 'select_clause' && values[0] !== undefined) f.store(result, undefined, values[0], item)
  }
  clauses(f, nodes, at + 1, result)
}
