import { refine, safeResult } from '../guards/refine.ts'
import type { Instruction } from '../ir.ts'
import { callValue } from './calls.ts'
import type { Checked } from '../guards/schemas.ts'
import { BLANK } from './heap.ts'
import type { FunctionRun } from './function-run.ts'
import { union, type Value } from './values.ts'

type Call = Extract<Instruction, { op: 'call' }>

/** Returns the result of a call, sanitized where that is certain. */
export function called(run: FunctionRun, call: Call, site: number, isAgain: boolean): Value {
  const value = callValue(run, call, run.plan.callAt[site]!, isAgain)
  const at = { block: run.block, index: site - run.plan.firstSite[run.block]! }
  const proof = run.guards.givenBy(call, at)
  if (proof !== undefined) return safeResult(run, proof, value)
  const checked = run.guards.checkedBy(call, at)
  if (checked === undefined) return value
  const [first] = call.arguments
  const input = first === undefined ? value : union(value, run.get(first.value))
  return checkedValue(run, checked, input, `${site}`, isAgain)
}

/** Result of a schema: checked members are clean, all others keep their labels. */
function checkedValue(run: FunctionRun, checked: Checked, value: Value, site: string, isAgain: boolean): Value {
  if (checked.type !== 'fields' && checked.type !== 'in') return safeResult(run, checked, value)
  const { atoms } = run
  const place = atoms.made(site)
  if (isAgain) run.age((atom) => atoms.rootOf(atom) === place)
  const fields = new Map<number, Value>()
  const members = checked.type === 'in' ? [[checked.key, checked.checked] as const] : checked.fields
  for (const [name, inner] of members) {
    const key = atoms.key(name)
    const input = checked.type === 'in' ? value : run.state.heap.read(value, key)
    fields.set(key, checkedValue(run, inner, input, `${site} ${name}`, isAgain))
  }
  return run.put(place, { ...BLANK, fields, base: value })
}

/** Applies what a returning call proves about its arguments. */
export function refineAfterCall(run: FunctionRun, call: Call, site: number): void {
  if (run.isFlat) return
  const at = { block: run.block, index: site - run.plan.firstSite[run.block]! }
  const findings = run.guards.afterCall(call, at)
  if (findings.length > 0) refine(run, findings, at)
}
