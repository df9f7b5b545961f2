import type { Register } from '../ir.ts'
import { ANY_KEY } from './atoms.ts'
import type { FunctionRun } from './function-run.ts'

/** Returns the number of a member key: as written, or the constant of an index register. */
export function keyOf(run: FunctionRun, key: string | undefined, index: Register | undefined): number {
  if (key !== undefined) return run.atoms.key(key)
  const constant = index === undefined ? undefined : run.get(index).constant
  if (typeof constant === 'string') return run.atoms.key(constant)
  return typeof constant === 'number' && constant >= 0 ? run.atoms.key(String(constant)) : ANY_KEY
}
