import type { Register } from '../../../ir.ts'
import { forEach } from '../../control.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'

/** Lowers `from a in b where … select c`: a loop that fills a list. */
export function query(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const made = f.register()
  f.emit({ op: 'make', to: made, entries: [], all: [], isList: true, node: file.first(node) })
  f.scoped(() => clauses(f, file.named(node), 0, made))
  return f.combine('either', [made], node)
}

function clauses(f: FunctionBuilder, nodes: readonly number[], at: number, made: Register): void {
  const { file } = f
  const one = nodes[at]
  if (one === undefined) return
  const kind = file.kind(one)
  if (kind === 'from_clause' || kind === 'join_clause') {
    const name_ = file.child(one, 'name')
    const given = file.named(one).filter((child) => child !== name_ && child !== file.child(one, 'type'))
    const list = evaluate(f, given[0] ?? -1)
    const variable = f.scope.declare(name_ === -1 ? '' : file.text(name_))
    forEach(
      f,
      list,
      'members',
      one,
      (value) => f.set(variable.register, value, name_ === -1 ? one : name_),
      () => clauses(f, nodes, at + 1, made),
    )
    return
  }
  const parts = file.named(one)
  if (kind === 'let_clause') {
    const [target, value] = parts
    const held = evaluate(f, value ?? -1)
    if (target !== undefined) f.set(f.scope.declare(file.text(target)).register, held, target)
  } else {
    const values = parts.map((part) => evaluate(f, part))
    if (kind === 'select_clause' && values[0] !== undefined) f.store(made, undefined, values[0], one)
  }
  clauses(f, nodes, at + 1, made)
}
