import { cellKey } from '../flow/atoms.ts'
import type { FunctionRun } from '../flow/function-run.ts'
import type { Value } from '../flow/values.ts'
import type { Cell } from '../ir.ts'
import { both, safetyOf } from './helpers.ts'
import { withGuarantee, type Safe } from './refine.ts'

/** By function: the rules for which captured variables are sanitized at each of its creations. */
export type SafeCells = Map<number, Map<string, Safe>>

/**
 * Records facts at the creation of a function: those about variables with a single assigned value also apply inside it. Only sanitized
 * variables are stored, and the work is bounded: a file may create thousands of functions beside thousands of variables.
 */
export function noteClosure(run: FunctionRun, id: number): void {
  const { file, plan, fn } = run
  if (run.isFlat) return
  const now = new Map<string, Safe>()
  const outer = file.safeCells.get(fn.id) ?? NOTHING_SAFE
  run.spend((run.refined.size + outer.size) >> 3)
  for (const register of run.refined) {
    for (const cell of plan.captured.get(register) ?? []) {
      // A variable without a value yet does not have the recorded facts.
      const safe = file.known.cell(cell) === undefined ? [] : safetyOf(run, run.get(register))
      if (isSome(safe)) now.set(cellKey(cell), safe)
    }
  }
  for (const [key, safe] of outer) if (!now.has(key)) now.set(key, safe)
  const before = file.safeCells.get(id)
  if (before === undefined) {
    file.safeCells.set(id, now)
    return
  }
  for (const [key, safe] of before) {
    const still = both(safe, now.get(key) ?? [])
    if (isSome(still)) before.set(key, still)
    else before.delete(key)
  }
}

const NOTHING_SAFE: ReadonlyMap<string, Safe> = new Map()

function isSome(safe: Safe): boolean {
  return safe === 'all' || safe.length > 0
}

/** Returns a captured variable with the facts recorded before the creation of this function. */
export function capturedValue(run: FunctionRun, cell: Cell, value: Value): Value {
  const safe = run.file.safeCells.get(run.fn.id)?.get(cellKey(cell))
  return safe === undefined || !isSome(safe) ? value : withGuarantee(run, value, safe)
}
