import { cellKey } from '../flow/atoms.ts'
import type { FunctionRun } from '../flow/function-run.ts'
import type { Value } from '../flow/values.ts'
import type { Cell } from '../ir.ts'
import { both, safetyOf } from './helpers.ts'
import { madeSafe, type Safe } from './refine.ts'

/** By function: for which rules variables of those around it are harmless wherever it is made. */
export type SafeCells = Map<number, Map<string, Safe>>

/** A function is made here: what was found out of variables that are given one value in all holds in it, too. */
export function noteClosure(run: FunctionRun, id: number): void {
  const { file, plan, fn } = run
  if (run.isFlat) return
  const before = file.safeCells.get(id)
  const now = new Map<string, Safe>()
  for (const { register, cell } of plan.captured) {
    const key = cellKey(cell)
    // What has no value yet is not what was found out of it.
    const isAsked = run.refined.has(register) && file.known.cell(cell) !== undefined
    now.set(key, isAsked ? safetyOf(run, run.get(register)) : [])
  }
  for (const [key, safe] of file.safeCells.get(fn.id) ?? []) if (!now.has(key)) now.set(key, safe)
  if (before === undefined) {
    file.safeCells.set(id, now)
    return
  }
  for (const [key, safe] of before) before.set(key, both(safe, now.get(key) ?? []))
}

/** What a variable of a function around is, by what was found out before this one was made. */
export function seenFromWithin(run: FunctionRun, cell: Cell, value: Value): Value {
  const safe = run.file.safeCells.get(run.fn.id)?.get(cellKey(cell))
  return safe === undefined || (safe !== 'all' && safe.length === 0) ? value : madeSafe(run, value, safe)
}
