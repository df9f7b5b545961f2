import type { Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { allEnding } from '../../../named.ts'

/** Lowers `A(String b, C(var d))`: members of a record of this file by position; of other records any member. */
export function recordPattern(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  const name = file.text(file.first(node))
  const known = allEnding(file.classes, name)[0]
  const body = file.ofKind(node, 'record_pattern_body')
  for (const [index, item] of (body === -1 ? [] : file.named(body)).entries()) {
    const part = f.member(value, known?.fields[index]?.name, item)
    const inner = file.kind(item) === 'record_pattern' ? item : file.ofKind(item, 'record_pattern')
    const bound = file.named(item).at(-1)
    if (inner !== -1) recordPattern(f, inner, part)
    else if (bound !== undefined && file.kind(bound) === 'identifier') {
      f.set(f.scope.declare(file.text(bound)).register, part, bound)
    }
  }
}
