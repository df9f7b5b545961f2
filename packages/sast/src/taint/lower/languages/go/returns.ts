import { NONE } from '../../../ir.ts'
import { makeList } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import { emitCall } from '../../operations.ts'

/** Assigns named results; deferred functions may change them. */
function assignNamedResults(f: FunctionBuilder, node: number, statement: number): void {
  const given = evaluate(f, node)
  for (const [index, variable] of f.resultNames.entries()) {
    const value = f.resultNames.length === 1 ? given : f.member(given, String(index), statement)
    writeVariable(f, variable, value, statement)
  }
  // No call in the code runs the deferred function.
  emitCall(f, { name: '', method: '', arguments: [] }, f.shape.node)
}

export function returnStatement(f: FunctionBuilder, node: number): void {
  const inner = f.file.first(node)
  // Deferred functions may change named results.
  const isChanged = inner !== -1 && f.resultNames.some((resultName) => resultName.isWrittenInside)
  if (inner !== -1 && !isChanged) {
    lowerReturn(f, evaluate(f, inner), node)
    return
  }
  if (isChanged) assignNamedResults(f, inner, node)
  const values = f.resultNames.map((resultName) => readVariable(f, resultName, node))
  if (values.length === 0) lowerReturn(f, NONE, node)
  else lowerReturn(f, values.length === 1 ? values[0]! : makeList(f, values, node), node)
}
