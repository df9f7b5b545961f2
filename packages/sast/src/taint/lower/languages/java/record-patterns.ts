import type { Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { allEnding } from '../../../named.ts'

/** Lowers `A(String b, C(var d))`: members of a record of this file by position; of other records any member. */
export function recordPattern(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  const name = file.text(file.first(node))
  const known = allEnding(file.classes, name)[0]
  const body = file.ofKind(node, 'record_pattern_body')
  for (const [index, one] of (body === -1 ? [] : file.named(body)).entries()) {
    const part = f.member(value, known?.fields[index]?.name, one)
    const inner = file.kind(one) === 'record_pattern' ? one : file.ofKind(one, 'record_pattern')
    const bound = file.named(one).at(-1)
    if (inner !== -1) recordPattern(f, inner, part)
    else if (bound !== undefined && file.kind(bound) === 'identifier') {
      f.set(f.scope.declare(file.text(bound)).register, part, bound)
    }
  }
}
