import { NONE, type Register } from '../ir.ts'
import type { Conditions } from './conditions.ts'
import { type Finding, type Truth, UNKNOWN } from './truth.ts'

/** Own limit: blocks between the first and the second operand of a condition. */
const BLOCKS_MAX = 12

/** Returns the facts of `a && b` and `a || b` as values: the second operand is only evaluated where the first does not decide. */
export function truthOfBoth(conditions: Conditions, register: Register, depth: number): Truth {
  const { inside } = conditions
  const all = inside.all(register)
  const [first, second] = all
  if (all.length !== 2 || first?.one.op !== 'assign' || second?.one.op !== 'assign') return UNKNOWN
  const { ending } = inside.fn.blocks[first.at.block]!
  if (ending.type !== 'branch') return UNKNOWN
  let at = second.at.block
  for (let steps = 0; steps < BLOCKS_MAX && at !== ending.yes && at !== ending.no; steps += 1) {
    at = inside.before(at)
    if (at === NONE) return UNKNOWN
  }
  if (ending.yes === ending.no || inside.before(at) !== first.at.block) return UNKNOWN
  const right = conditions.truth(second.one.from, second.at, depth + 1)
  // `ok = false; if (a) ok = b`
  const constant = conditions.constant(first.one.from, first.at)
  if (constant === false) return { yes: right.yes, no: [] }
  if (constant === true) return { yes: [], no: right.no }
  if (ending.condition !== first.one.from && ending.condition !== register) return UNKNOWN
  const left = conditions.truth(first.one.from, first.at, depth + 1)
  return at === ending.yes
    ? { yes: [...left.yes, ...right.yes], no: either(conditions, left.no, right.no) }
    : { yes: either(conditions, left.yes, right.yes), no: [...left.no, ...right.no] }
}

/** Returns the facts that both alternatives prove about the same variable. */
function either({ inside }: Conditions, findings: readonly Finding[], other: readonly Finding[]): readonly Finding[] {
  const isAll = ({ proof }: Finding): boolean =>
    proof.type === 'constant' || (proof.type === 'list' && proof.kind === 'literal' && proof.isLoose !== true)
  const nameOf = ({ value, at }: Finding): Register => {
    const read = inside.of(value, at)?.one
    return read?.op === 'read' ? read.from : value
  }
  return findings.filter((left) => isAll(left) && other.some((right) => isAll(right) && nameOf(left) === nameOf(right)))
}
