import type { Register } from '../../../ir.ts'
import { evaluate, evaluateNamed } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { keyOf, literalText } from './names.ts'

export function element(f: FunctionBuilder, node: number): Register {
  const [object, index] = f.file.named(node)
  const value = evaluate(f, object ?? -1)
  if (index === undefined) return f.member(value, undefined, node)
  return f.member(value, keyOf(f, index), node, evaluate(f, index))
}

export function array(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  for (const [index, part] of file.named(node).entries()) {
    if (file.kind(part) === 'splat_argument') all.push(evaluate(f, file.first(part)))
    else entries.push({ key: all.length === 0 ? String(index) : undefined, value: evaluate(f, part) })
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, isList: true, node })
  return to
}

export function hash(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  for (const part of file.named(node)) {
    if (file.kind(part) !== 'pair') {
      all.push(evaluate(f, file.first(part)))
      continue
    }
    const at = file.child(part, 'key')
    const key = literalText(f, at)
    if (key === undefined) evaluate(f, at)
    const value = file.child(part, 'value')
    entries.push({ key, value: evaluateNamed(f, value === -1 ? at : value, key ?? '') })
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, node })
  return to
}
