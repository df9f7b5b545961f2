import type { ApprovalCondition, ToolApproval } from '@gatehouse/contracts/policies'
import { Failure, type Violation } from '@gatehouse/kernel'
import { compileRegex, foldText, type LinearRegex, type StepMeter } from '@gatehouse/kernel/match'
import { elementsOf, valuesAt } from '../parameters/find.ts'
import { PATTERN_STEPS_MAX } from '../schema/limits.ts'

type Args = Readonly<Record<string, unknown>>

/** Approval rule of a tool, with compiled conditions. */
export interface ApprovalRule {
  readonly policy: ToolApproval
  /**
   * Returns whether these arguments need an approval. A value that cannot be compared needs one.
   * @throws {Failure} `limit_reached` if a pattern takes too many steps
   */
  needsApproval(args: Args): boolean
}

/** Tests whether a value meets a condition; `undefined` is a missing value. */
type Test = (value: unknown, meter: StepMeter) => boolean

interface Compiled {
  readonly path: string
  readonly test: Test
  /** Whether a missing value meets the condition. */
  readonly whenAbsent: boolean
}

/**
 * Compiles the rule of a tool.
 * @param path path of the rule, for violations
 * @throws {Failure} `invalid_request` that names each condition with a value unsuitable for its operator
 */
export function compileApprovalRule(policy: ToolApproval, path: readonly (string | number)[]): ApprovalRule {
  const violations: Violation[] = []
  const conditions: Compiled[] = []
  for (const [index, condition] of policy.when.entries()) {
    const problem = (message: string): undefined => {
      violations.push({ path: [...path, 'when', index, 'value'], message, type: 'bad_condition' })
    }
    const compiled = compileCondition(condition, problem)
    if (compiled !== undefined) conditions.push(compiled)
  }
  if (violations.length > 0) throw new Failure('invalid_request', violations[0]!.message, { violations })
  return {
    policy,
    needsApproval(args) {
      // `required: false` with conditions means "only under these conditions". Otherwise they would be ignored.
      if (conditions.length === 0) return policy.required
      const meter = { steps: 0, stepsMax: PATTERN_STEPS_MAX }
      return conditions.every((condition) => isConditionMet(condition, args, meter))
    },
  }
}

/** Records a problem of a condition. */
type Problem = (message: string) => undefined

/** Returns whether a condition is met, by any element of a list and any spelling of a name. */
function isConditionMet({ path, test, whenAbsent }: Compiled, args: Args, meter: StepMeter): boolean {
  const found = valuesAt(args, path)
  // The tool may ignore another spelling, so that the value may be missing for the tool.
  if (whenAbsent && !found.some(({ isExact }) => isExact)) return true
  return found.some((item) => {
    const elements = elementsOf(item)
    // An empty list has no comparable values.
    return elements.length === 0 ? whenAbsent : elements.some(({ value }) => test(value, meter))
  })
}

function compileCondition({ path, op, value }: ApprovalCondition, problem: Problem): Compiled | undefined {
  switch (op) {
    case 'exists': {
      const isWanted = value !== false
      return { path, test: () => isWanted, whenAbsent: !isWanted }
    }
    case 'eq':
    case 'ne': {
      if (value === undefined || Array.isArray(value)) return problem(`${op} requires a single value to compare with`)
      const isEqual = op === 'eq'
      return { path, test: (given) => equal(given, value) === isEqual, whenAbsent: !isEqual }
    }
    case 'in':
    case 'not_in': {
      if (!Array.isArray(value)) return problem(`${op} requires a list of values`)
      const isIn = op === 'in'
      return { path, test: (given) => value.some((item) => equal(given, item)) === isIn, whenAbsent: !isIn }
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const limit = numberOf(value)
      if (limit === undefined) return problem(`${op} requires a number`)
      return { path, test: (given) => compares(op, numberOf(given), limit), whenAbsent: false }
    }
    case 'contains': {
      if (value === undefined || Array.isArray(value)) return problem('contains requires a value to search for')
      return { path, test: contains(value), whenAbsent: false }
    }
    case 'matches': {
      break
    }
  }
  const pattern = typeof value === 'string' ? patternOf(value, problem) : problem('`matches` requires a pattern')
  return pattern && { path, test: (given, meter) => pattern.test(textOf(given), meter), whenAbsent: false }
}

/** Numbers are equal to their digits as well: a tool may read either as the other. */
function equal(given: unknown, wanted: unknown): boolean {
  if (given === wanted) return true
  const [left, right] = [numberOf(given), numberOf(wanted)]
  return left !== undefined && left === right
}

function compares(op: 'gt' | 'gte' | 'lt' | 'lte', given: number | undefined, limit: number): boolean {
  if (given === undefined) return true
  if (op === 'gt') return given > limit
  if (op === 'gte') return given >= limit
  return op === 'lt' ? given < limit : given <= limit
}

function contains(wanted: string | number | boolean | null): Test {
  if (typeof wanted !== 'string') return (given) => equal(given, wanted)
  const folded = foldText(wanted)
  return (given) => foldText(textOf(given)).includes(folded)
}

/** Returns a number, or the number in a text of digits. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isNaN(number) ? undefined : number
}

/** Returns an object as its JSON, because wrapping a value must not change the result. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function patternOf(source: string, problem: Problem): LinearRegex | undefined {
  try {
    return compileRegex(source)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    return problem(thrown.message)
  }
}
