import type { FunctionRun } from './function-run.ts'
import { reachableFrom } from './reach.ts'
import { NOTHING, single, union, type Value } from './values.ts'
import { widened } from './widen.ts'

/** Returns everything that a value is or contains, as derived data. */
export function melted(run: FunctionRun, value: Value): Value {
  const { atoms } = run
  let all: Value = NOTHING
  const count = reachableFrom(atoms, run.state.heap, value, 0, (atom, _path, trail) => {
    if (!atoms.isMade(atom)) all = union(all, single(atoms.data(atom), trail))
    else for (const mark of atoms.quals.of(atoms.qualOf(atom)).marks) all = union(all, run.sourceOf(mark))
  })
  run.spend(count)
  return widened(run, all, 'melted', false)
}

/** Returns the contents of all variables and parameters. */
export function reachableValues({ state, plan }: FunctionRun): Value {
  let all: Value = NOTHING
  for (const [slot, value] of state.slots.entries()) {
    if (value !== undefined && slot !== plan.control && slot !== plan.caught) all = union(all, value)
  }
  return all
}
