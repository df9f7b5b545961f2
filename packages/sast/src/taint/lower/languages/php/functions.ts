import { NONE, type Register } from '../../../ir.ts'
import { functionValue } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { parameters, runFunction } from './classes.ts'
import { variableOf } from './names.ts'

/** Lowers `function ($x) use ($y) { … }`: of the outer variables it sees only those in `use`. */
export function closure(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const clause = file.ofKind(node, 'anonymous_function_use_clause')
  const used = clause === -1 ? [] : file.named(clause)
  return functionValue(f, node, (inner) => {
    runFunction(inner, node, () => {
      for (const item of used) {
        const isReference = file.kind(item) === 'by_ref'
        const at = isReference ? file.first(item) : item
        const outer = variableOf(f, file.text(at))
        if (outer === undefined) continue
        if (isReference) inner.scope.alias(outer.name, outer)
        else inner.set(inner.scope.declare(outer.name).register, readVariable(inner, outer, at), at)
      }
    })
  })
}

/** `fn($x) => …`: it sees all of the variables around it. */
export function arrow(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  return functionValue(f, node, (inner) => {
    const body = file.child(node, 'body')
    const later = parameters(inner, node)
    for (let at = node; at < tree.next[node]!; at += 1) {
      if (file.kind(at) !== 'variable_name') continue
      const outer = variableOf(f, file.text(at))
      if (outer !== undefined && inner.scope.own(outer.name) === undefined) inner.scope.alias(outer.name, outer)
    }
    for (const item of later) item()
    if (body !== -1) lowerReturn(inner, evaluate(inner, body), body)
  })
}

export function yieldValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const inner = file.first(node)
  if (inner === -1 || f.yields === NONE) return NONE
  const isElement = file.kind(inner) === 'array_element_initializer'
  let value = evaluate(f, isElement ? (file.named(inner).at(-1) ?? -1) : inner)
  if (!isElement) {
    const each = f.register()
    f.emit({ op: 'each', to: each, from: value, takes: 'members', node })
    value = each
  }
  f.store(f.yields, undefined, value, node)
  return NONE
}
