import { NONE, type Register } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'

/** The value of an expression. */
export function evaluate(f: FunctionBuilder, node: number): Register {
  if (node === -1) return f.combine('whole', [], f.shape.node)
  const { file } = f
  const handler = file.handlers.expressions[f.tree.kind[node]!]
  if (!file.down()) return f.combine('whole', [], node)
  const value = handler === undefined ? generic(f, node) : handler(f, node)
  file.up()
  return value === NONE ? f.combine('whole', [], node) : value
}

/** Like {@link evaluate}, for a function or class with a known name. */
export function evaluateNamed(f: FunctionBuilder, node: number, name: string): Register {
  f.file.nextName = name
  const value = evaluate(f, node)
  f.file.nextName = ''
  return value
}

/** Lowers a statement; an expression is also allowed. */
export function execute(f: FunctionBuilder, node: number): void {
  if (node === -1) return
  const { file } = f
  const kind = f.tree.kind[node]!
  const statement = file.handlers.statements[kind]
  if (statement === undefined) {
    if (!file.handlers.isSkipped[kind]) evaluate(f, node)
    return
  }
  if (!file.down()) return
  statement(f, node)
  file.up()
}

/** Assigns a value to the left side of an assignment, to a parameter or to a loop variable. */
export function assign(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  if (node === -1) return
  const { file } = f
  const handler = file.handlers.targets[f.tree.kind[node]!]
  if (handler === undefined) {
    evaluate(f, node)
    return
  }
  if (!file.down()) return
  handler(f, node, value, declares)
  file.up()
}

/**
 * Updates the left side of an assignment from its old value; object and key are evaluated once.
 * @returns the new value
 */
export function modify(f: FunctionBuilder, node: number, change: (old: Register) => Register): Register {
  const place = f.file.handlers.language.place(f, node)
  if (place === undefined) {
    const value = change(evaluate(f, node))
    assign(f, node, value, false)
    return value
  }
  const object = evaluate(f, place.object)
  const index = place.index === undefined ? undefined : evaluate(f, place.index)
  const value = change(f.member(object, place.key, node, index))
  f.store(object, place.key, value, node, index)
  return value
}

/** Assigns a member. */
export function assignMember(f: FunctionBuilder, node: number, value: Register): void {
  const place = f.file.handlers.language.place(f, node)
  if (place === undefined) return
  const object = evaluate(f, place.object)
  const index = place.index === undefined ? undefined : evaluate(f, place.index)
  f.store(object, place.key, value, node, index)
}

/** The statements of a block, in a scope that is there already. */
export function executeAll(f: FunctionBuilder, nodes: readonly number[]): void {
  for (const node of nodes) execute(f, node)
}

/** A kind without a meaning here: some of each of its parts. */
function generic(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const kind = f.tree.kind[node]!
  if (file.handlers.isSkipped[kind]) return f.combine('whole', [], node)
  const statement = file.handlers.statements[kind]
  if (statement !== undefined) {
    statement(f, node)
    return f.combine('whole', [], node)
  }
  // The parser reports a region that the grammar cannot parse.
  if (kind !== 0) file.unknown(file.handlers.names[kind] ?? '')
  const parts: Register[] = []
  for (const child of file.named(node)) {
    const own = f.tree.kind[child]!
    if (file.handlers.isSkipped[own]) continue
    if (file.handlers.expressions[own] !== undefined) parts.push(evaluate(f, child))
    else if (file.handlers.statements[own] === undefined) parts.push(evaluate(f, child))
    else execute(f, child)
  }
  return f.combine('whole', parts, node)
}
