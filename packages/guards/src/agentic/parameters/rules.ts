import type { ParameterPolicy } from '@gatehouse/contracts/policies'
import { Failure, type Violation } from '@gatehouse/kernel'
import { compileRegex, type LinearRegex, type StepMeter } from '@gatehouse/kernel/match'
import { CHECK_STEPS_MAX, PATTERN_STEPS_MAX, PLACE_CHARS_MAX, PROBLEMS_MAX } from '../schema/limits.ts'
import { type ArgumentProblem, TOO_LARGE, valuesIn, withinSteps } from '../schema/problems.ts'
import { elementsOf, type Found, valuesAt } from './find.ts'

type Args = Readonly<Record<string, unknown>>

/** A tenant's rules on single arguments, with their patterns compiled. */
export interface ParameterRules {
  /** Returns the violations of the arguments, by rule in a fixed order, {@link PROBLEMS_MAX} at most. Never contains an argument value. */
  problems(args: Args): readonly ArgumentProblem[]
}

/**
 * Compiles the rules of a tool.
 * @param path path of the rules, for violations
 * @throws {Failure} `invalid_request` that names each pattern without linear-time matching
 */
export function compileParameterRules(policy: ParameterPolicy, path: readonly (string | number)[]): ParameterRules {
  const patterns = compilePatterns(policy.regex_rules, [...path, 'regex_rules'])
  const rules = Object.values(policy).reduce((total, rule) => total + Object.keys(rule).length, 0)
  return {
    problems(args) {
      if (rules * valuesIn(args) > CHECK_STEPS_MAX) return [TOO_LARGE]
      return withinSteps(() => firstOf(broken(policy, patterns, args, { steps: 0, stepsMax: PATTERN_STEPS_MAX })))
    },
  }
}

function firstOf(found: Iterable<ArgumentProblem>): readonly ArgumentProblem[] {
  const problems: ArgumentProblem[] = []
  for (const problem of found) {
    problems.push({ ...problem, path: problem.path.slice(0, PLACE_CHARS_MAX) })
    if (problems.length === PROBLEMS_MAX) break
  }
  return problems
}

function* broken(
  policy: ParameterPolicy,
  patterns: ReadonlyMap<string, LinearRegex>,
  args: Args,
  meter: StepMeter,
): Generator<ArgumentProblem> {
  for (const path of namedBy(policy)) {
    const other = valuesAt(args, path).find(({ isAmbiguous }) => isAmbiguous)
    if (other !== undefined) {
      yield { path: other.place, rule: 'names', message: 'appears in two spellings' }
    }
  }
  for (const path of policy.required_fields) {
    // A required name must be exact, because the tool may ignore another spelling.
    const isThere = valuesAt(args, path).some(({ value, isExact }) => isExact && value !== null)
    if (!isThere) yield { path, rule: 'required_fields', message: 'is required' }
  }
  for (const path of policy.forbidden_fields) {
    for (const { place } of valuesAt(args, path))
      yield { path: place, rule: 'forbidden_fields', message: 'is forbidden' }
  }
  for (const [path, allowed] of Object.entries(policy.allowed_values)) {
    const set = new Set<unknown>(allowed)
    // Strict equality with type: "1" is not 1, and an object whose text equals an allowed word does not match.
    yield* each(args, path, 'allowed_values', (value) => (set.has(value) ? undefined : 'is not an allowed value'))
  }
  for (const [path, limits] of Object.entries(policy.numeric_limits)) {
    yield* each(args, path, 'numeric_limits', (value) => outside(value, limits))
  }
  for (const [path, pattern] of patterns) {
    yield* each(args, path, 'regex_rules', (value) => mismatch(value, pattern, meter))
  }
  for (const [path, max] of Object.entries(policy.max_string_lengths)) {
    for (const found of valuesAt(args, path)) {
      for (const { place, value } of textsIn(found)) {
        if (value.length > max)
          yield { path: place, rule: 'max_string_lengths', message: `is longer than ${max} characters` }
      }
    }
  }
}

/** Returns the paths with rules in a policy. */
function namedBy({ required_fields: required, forbidden_fields: forbidden, ...rules }: ParameterPolicy): Set<string> {
  return new Set([...required, ...forbidden, ...Object.values(rules).flatMap((rule) => Object.keys(rule))])
}

/** Evaluates every value of a path, by element for a list. */
function* each(
  args: Args,
  path: string,
  rule: string,
  judge: (value: unknown) => string | undefined,
): Generator<ArgumentProblem> {
  for (const found of valuesAt(args, path)) {
    for (const { place, value } of elementsOf(found)) {
      const message = judge(value)
      if (message !== undefined) yield { path: place, rule, message }
    }
  }
}

function outside(
  value: unknown,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): string | undefined {
  // A tool may parse "1e9" as a number, so that a text is not accepted instead of a number.
  if (typeof value !== 'number') return 'must be a number'
  if (min !== undefined && value < min) return `must be at least ${min}`
  if (max !== undefined && value > max) return `must be at most ${max}`
  return undefined
}

function mismatch(value: unknown, pattern: LinearRegex, meter: StepMeter): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return 'must be a string'
  return pattern.test(String(value), meter) ? undefined : 'does not match its pattern'
}

/** Yields texts at a location and below it, so that wrapping a text in an object does not bypass a length limit. */
function* textsIn(found: Found): Generator<{ readonly place: string; readonly value: string }> {
  const open: Pick<Found, 'place' | 'value'>[] = [found]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place, value } = next
    if (typeof value === 'string') yield { place, value }
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) open.push({ place: `${place}.${name}`, value: inner })
    }
  }
}

function compilePatterns(
  rules: ParameterPolicy['regex_rules'],
  path: readonly (string | number)[],
): ReadonlyMap<string, LinearRegex> {
  const compiled = new Map<string, LinearRegex>()
  const violations: Violation[] = []
  for (const [at, pattern] of Object.entries(rules)) {
    try {
      compiled.set(at, compileRegex(pattern))
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      violations.push({ path: [...path, at], message: thrown.message, type: 'bad_pattern' })
    }
  }
  if (violations.length > 0) throw new Failure('invalid_request', violations[0]!.message, { violations })
  return compiled
}
