import { refine, safeResult } from '../guards/refine.ts'
import type { Instruction } from '../ir.ts'
import { callValue } from './calls.ts'
import type { FunctionRun } from './function-run.ts'
import type { Value } from './values.ts'

type Call = Extract<Instruction, { op: 'call' }>

/** What a call gives, harmless where that is certain. */
export function called(run: FunctionRun, one: Call, site: number, isAgain: boolean): Value {
  const value = callValue(run, one, run.plan.callAt[site]!, isAgain)
  const at = { block: run.block, index: site - run.plan.firstSite[run.block]! }
  const proof = run.guards.givenBy(one, at)
  return proof === undefined ? value : safeResult(run, proof, value)
}

/** A call that comes back may say of what it was given that it is allowed. */
export function knowAfter(run: FunctionRun, one: Call, site: number): void {
  if (run.isFlat) return
  const at = { block: run.block, index: site - run.plan.firstSite[run.block]! }
  const findings = run.guards.afterCall(one, at)
  if (findings.length > 0) refine(run, findings, at)
}
